/// An array of objects in an envelope.
package struct EnvelopeArray: Hashable, Sendable {
    package let path: JSONPath
    /// The number of objects in the part of the text that was examined.
    package internal(set) var objects: Int
    /// Whether the array may have more objects after this part.
    package internal(set) var isOpen: Bool

    /// Whether the array is a member of the outermost object.
    var isOutermost: Bool { path.components.count == 1 }

    /// The path and the number of objects, in words.
    package var text: String {
        "\(path.argument) (\(isOpen ? "at least " : "")\(objects) \(objects == 1 ? "object" : "objects"))"
    }
}
