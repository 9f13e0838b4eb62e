/// A type that a value of the input can become: a scalar, a model, or a collection of such.
///
/// Conform to ``ImportableScalar`` or to ``Importable`` instead; both bring everything this protocol asks for.
public protocol ImportableValue: SendableMetatype {
    /// Which values of JSON the type is made from.
    static var importShape: ImportShape { get }

    // What follows works on memory that holds values of `Self`, so that the binder can handle a type it knows
    // only as a metatype. Requirements rather than extension methods: the witnesses of a concrete type are
    // compiled for that type, and run several times as fast as generic code.

    /// Moves `count` values to the elements of a new array, whose memory is at `destination`.
    static func _moveToArray(
        _ values: UnsafeMutableRawPointer, count: Int, into destination: UnsafeMutableRawPointer)
    /// Moves `count` values to memory that does not overlap theirs.
    static func _relocate(
        _ values: UnsafeMutableRawPointer, count: Int, to destination: UnsafeMutableRawPointer)
    /// Ends the life of `count` values.
    static func _destroy(_ values: UnsafeMutableRawPointer, count: Int)
    /// Turns the value at a place into an optional at the same place, which has room for it.
    static func _wrap(_ value: UnsafeMutableRawPointer)
    /// Puts the nil of an optional of this type at a place.
    static func _putNil(_ destination: UnsafeMutableRawPointer)
}

// SAFETY: the binder calls these with memory of `MemoryLayout<Self>.stride` bytes a value, aligned for `Self`,
// which holds as many values as it says.
extension ImportableValue {
    /// Moves values to the elements of a new array.
    @inlinable
    public static func _moveToArray(
        _ values: UnsafeMutableRawPointer, count: Int, into destination: UnsafeMutableRawPointer
    ) {
        // Appending takes two thirds of the time of `init(unsafeUninitializedCapacity:)`, which looks up the
        // array's metadata each time.
        var array: [Self] = []
        array.reserveCapacity(count)
        let typed = unsafe values.assumingMemoryBound(to: Self.self)
        for index in 0..<count { unsafe array.append((typed + index).move()) }
        unsafe destination.initializeMemory(as: [Self].self, to: array)
    }

    /// Moves values to other memory.
    @inlinable
    public static func _relocate(
        _ values: UnsafeMutableRawPointer, count: Int, to destination: UnsafeMutableRawPointer
    ) {
        unsafe destination.moveInitializeMemory(
            as: Self.self, from: values.assumingMemoryBound(to: Self.self), count: count)
    }

    /// Ends the life of values.
    @inlinable
    public static func _destroy(_ values: UnsafeMutableRawPointer, count: Int) {
        unsafe values.assumingMemoryBound(to: Self.self).deinitialize(count: count)
    }

    /// Turns a value into an optional where it is.
    @inlinable
    public static func _wrap(_ value: UnsafeMutableRawPointer) {
        let bare = unsafe value.assumingMemoryBound(to: Self.self).move()
        unsafe value.initializeMemory(as: Self?.self, to: bare)
    }

    /// Puts the nil of an optional of this type at a place.
    @inlinable
    public static func _putNil(_ destination: UnsafeMutableRawPointer) {
        unsafe destination.initializeMemory(as: Self?.self, to: nil)
    }
}
