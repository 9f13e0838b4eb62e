/// A type that makes values from the elements of arrays.
protocol ArrayCollector: SendableMetatype {
    static var elementType: any Importable.Type { get }

    /// Whether the value is an `Array`, so that `collect` only calls `moveToArray`.
    static var makesArray: Bool { get }

    /// Moves `count` elements out of `elements`, and initializes a value that is made of them at `destination`.
    ///
    /// - Parameter moveToArray: the operation of the element type that moves values into an array.
    /// - Throws: an error if the elements are invalid for the value. They are moved out all the same.
    static func collect(
        _ elements: UnsafeMutableRawPointer, count: Int, into destination: UnsafeMutableRawPointer,
        _ moveToArray: _ValueOperations.MoveToArray) throws

    /// Copies an element of a value of this type to memory with room for it.
    ///
    /// - Returns: `false` if the value has no element with this index, or if the order of its elements is unspecified.
    static func copyElement(
        at index: Int, of collection: UnsafeRawPointer, to destination: UnsafeMutableRawPointer
    ) -> Bool
}

extension ArrayCollector {
    static var makesArray: Bool { false }

    static func copyElement(
        at index: Int, of collection: UnsafeRawPointer, to destination: UnsafeMutableRawPointer
    ) -> Bool {
        false
    }
}

/// A type that makes values from the members of objects. In memory, a member is a key followed by its value.
protocol DictionaryCollector: SendableMetatype {
    static var valueType: any Importable.Type { get }

    /// The type of the keys, if the value is also made from an array of keys and values in turn; otherwise `nil`.
    static var scalarKeyType: (any Importable.Type)? { get }

    /// The stride of a member, and the offset of the value in its member, in bytes.
    static var memberLayout: (stride: Int, valueOffset: Int) { get }

    /// Initializes the key of a member.
    ///
    /// - Returns: `false` if the text is not a valid key.
    static func putKey(_ text: Span<UInt8>, at member: UnsafeMutableRawPointer) -> Bool

    /// Deinitializes `count` members and, if `hasKeyOnly`, the key of the next member, which has no value yet.
    static func deinitializeMembers(_ members: UnsafeMutableRawPointer, count: Int, hasKeyOnly: Bool)

    /// Moves `count` members to memory with room for them.
    static func relocateMembers(
        _ members: UnsafeMutableRawPointer, count: Int, to destination: UnsafeMutableRawPointer)

    /// Returns the key of a member as text, for error messages.
    static func describeKey(of member: UnsafeMutableRawPointer) -> String

    /// Moves `count` members out of `members`, and initializes a value that is made of them at `destination`.
    ///
    /// - Parameter equivalent: receives each key that equals an earlier key, but is spelled with other characters.
    /// - Returns: `nil` if the value was initialized; the first key that occurs twice, if `duplicates` rejects the
    ///   record for it.
    static func collect(
        _ members: UnsafeMutableRawPointer, count: Int, duplicates: DuplicateKeyPolicy,
        into destination: UnsafeMutableRawPointer, equivalent: (String) -> Void
    ) -> String?
}

extension DictionaryCollector {
    static var scalarKeyType: (any Importable.Type)? { nil }
}
