/// Which values of JSON a type is made from.
///
/// A type may accept several: ``JSONValue`` accepts all of them.
public struct ImportShape {
    /// The type whose shape this is. One type's shape says nothing of another's memory.
    var type: any ImportableValue.Type
    /// Set if the type is made from strings, numbers or bools.
    var scalar: (any ImportableScalar.Type)?
    /// Set if the type is made from an object whose keys are fields.
    var object: (any Importable.Type)?
    /// Set if the type is made from an array.
    var array: (any ArrayCollector.Type)?
    /// Set if the type is made from an object whose keys are data.
    var dictionary: (any DictionaryCollector.Type)?
    /// Set if the type is an optional: the type inside.
    var wrapped: (any ImportableValue.Type)?
    /// Set if null is a value like any other.
    var null: (any NullMaker.Type)?

    /// What is asked for, in the words of a message.
    var expected: String {
        if null != nil { return "a value" }
        if object != nil || dictionary != nil { return "an object" }
        if array != nil { return "an array" }
        return scalar.map { "a value for \($0)" } ?? "a value"
    }
}

/// A type that is made from the elements of an array.
protocol ArrayCollector {
    static var elementType: any ImportableValue.Type { get }

    /// Moves `count` elements out of `elements`, and puts what they make at `destination`.
    static func collect(
        _ elements: UnsafeMutableRawPointer, count: Int, into destination: UnsafeMutableRawPointer)
}

/// A type that is made from the members of an object, each of which is an entry in memory: a key and a value.
protocol DictionaryCollector {
    static var valueType: any ImportableValue.Type { get }

    /// The distance between two entries, and that of a value from the beginning of its entry, in bytes.
    static var entryLayout: (stride: Int, valueOffset: Int) { get }

    /// Puts a key at the beginning of an entry; `false` if the text is no such key.
    static func putKey(_ text: Span<UInt8>, at entry: UnsafeMutableRawPointer) -> Bool

    /// Ends the life of `count` entries, and of one more key if `hasKeyOnly`.
    static func destroyEntries(_ entries: UnsafeMutableRawPointer, count: Int, hasKeyOnly: Bool)

    /// Moves `count` entries.
    static func relocateEntries(
        _ entries: UnsafeMutableRawPointer, count: Int, to destination: UnsafeMutableRawPointer)

    /// The key of an entry, for messages.
    static func describeKey(of entry: UnsafeMutableRawPointer) -> String

    /// Moves `count` entries out of `entries`, and puts what they make at `destination`.
    ///
    /// - Returns: `nil`, or the key that came twice where `duplicates` forbids it; nothing was made then.
    static func collect(
        _ entries: UnsafeMutableRawPointer, count: Int, duplicates: DuplicateKeyPolicy,
        into destination: UnsafeMutableRawPointer
    ) -> String?
}

/// A type for which null is a value.
protocol NullMaker {
    static func putNull(_ destination: UnsafeMutableRawPointer)
}
