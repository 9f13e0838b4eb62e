/// What becomes of an object inside an instance that is updated.
public enum NestedPolicy: Sendable, CaseIterable {
    /// A new instance takes the place of the old one.
    case replace
    /// The old instance is updated in its place, as what it is, and so are those inside it, to any depth. Arrays
    /// and dictionaries are replaced.
    case merge
    /// As ``merge``, and in arrays, and arrays in arrays, the element that was at the same place is updated. An array
    /// gets as many elements as were read.
    case mergeElements
}
