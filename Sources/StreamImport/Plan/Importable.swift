/// A type whose values are made from values of JSON.
///
/// The macro ``Importable()`` writes the conformance of a struct, a class or an enum with raw values. By hand, a
/// conformance names the fields, one a line, and says how they make an instance:
///
///     extension Repo: Importable {
///         static let importPlan = ImportPlan(Repo.self) { fields in
///             let id = fields.required("id", Int.self)
///             let name = fields.required("fullName", String.self)
///             let stars = fields.defaulted("stars", Int.self, keys: ["stargazers_count"])
///             let license = fields.optional("license", License.self)
///             return { draft in
///                 Repo(id: draft[id], name: draft[name], stars: draft[stars] ?? 0, license: draft[license])
///             }
///         }
///     }
///
/// Declare the plan with `static let`: it is made once, whoever asks for it first. A generic type has to compute it
/// (`static var importPlan: ImportPlan { … }`), which happens once for each import.
///
/// A type that is made from one string, number or bool conforms to ``ImportableScalar`` instead.
public protocol Importable: SendableMetatype {
    /// How values of the input become values of this type.
    static var importPlan: ImportPlan { get }

    /// Makes an instance of a value: what ``init(dictionary:options:)`` does, and `init(json:options:)`.
    init(importing source: some ImportSource) throws

    // What follows works on memory that holds values of `Self`, so that a type can be handled that is known
    // only as a metatype. Requirements rather than extension methods: the witnesses of a concrete type are
    // compiled for that type, and run several times as fast as generic code.

    /// Puts a value made from a string, a number or a bool at a place that has room for it.
    static func _store(_ token: borrowing ImportToken, at destination: UnsafeMutableRawPointer) throws
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
    /// Writes the value at a place.
    static func _export(_ value: UnsafeRawPointer, to output: ExportOutput) throws
}

// SAFETY: the binder and the exporter call these with memory of `MemoryLayout<Self>.stride` bytes a value, aligned for `Self`,
// which holds as many values as it says.
extension Importable {
    /// Refuses every token, as the type is made from no scalar.
    @inlinable
    public static func _store(
        _ token: borrowing ImportToken, at destination: UnsafeMutableRawPointer
    ) throws {
        throw ScalarFault.mismatch(expected: "an array or an object")
    }

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

    /// Writes a model field by field, as its plan says.
    public static func _export(_ value: UnsafeRawPointer, to output: ExportOutput) throws {
        try unsafe output.model(at: value, of: Self.self)
    }
}
