/// What becomes of a key that comes twice in one object.
///
/// Of keys that mean a property, null is no value, nor is a value that is left out: neither takes the place of one. In
/// dictionaries, ``JSONValue`` and extras null is a value.
public enum DuplicateKeyPolicy: Sendable, CaseIterable {
    /// The last value wins.
    case last
    /// The first value wins.
    case first
    /// The record is rejected, with ``ImportError/Code/duplicateKey``.
    case rejectRecord
}
