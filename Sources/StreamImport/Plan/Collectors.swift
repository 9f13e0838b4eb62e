/// A type that is made from the elements of an array.
protocol ArrayCollector: SendableMetatype {
    static var elementType: any Importable.Type { get }

    /// Moves `count` elements out of `elements`, and puts what they make at `destination`.
    ///
    /// - Parameter moveToArray: that of the elements' type.
    static func collect(
        _ elements: UnsafeMutableRawPointer, count: Int, into destination: UnsafeMutableRawPointer,
        _ moveToArray: _ValueOperations.MoveToArray)

    /// Copies an element of a value of this type to a place that has room for it; `false` if there is no element with
    /// such an index.
    static func copyElement(
        at index: Int, of collection: UnsafeRawPointer, to destination: UnsafeMutableRawPointer
    ) -> Bool
}

extension ArrayCollector {
    static func copyElement(
        at index: Int, of collection: UnsafeRawPointer, to destination: UnsafeMutableRawPointer
    ) -> Bool {
        false
    }
}

/// A type that is made from the members of an object, each of which is an member in memory: a key and a value.
protocol DictionaryCollector: SendableMetatype {
    static var valueType: any Importable.Type { get }

    /// The distance between two members, and that of a value from the beginning of its member, in bytes.
    static var memberLayout: (stride: Int, valueOffset: Int) { get }

    /// Puts a key at the beginning of an member; `false` if the text is no such key.
    static func putKey(_ text: Span<UInt8>, at member: UnsafeMutableRawPointer) -> Bool

    /// Ends the life of `count` members, and of one more key if `hasKeyOnly`.
    static func deinitializeMembers(_ members: UnsafeMutableRawPointer, count: Int, hasKeyOnly: Bool)

    /// Moves `count` members.
    static func relocateMembers(
        _ members: UnsafeMutableRawPointer, count: Int, to destination: UnsafeMutableRawPointer)

    /// The key of an member, for messages.
    static func describeKey(of member: UnsafeMutableRawPointer) -> String

    /// Moves `count` members out of `members`, and puts what they make at `destination`.
    ///
    /// - Returns: `nil`, or the key that came twice where `duplicates` forbids it; nothing was made then.
    static func collect(
        _ members: UnsafeMutableRawPointer, count: Int, duplicates: DuplicateKeyPolicy,
        into destination: UnsafeMutableRawPointer
    ) -> String?
}
