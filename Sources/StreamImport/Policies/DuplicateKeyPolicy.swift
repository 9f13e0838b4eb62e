/// What becomes of a key that comes twice in one object.
public enum DuplicateKeyPolicy: Sendable, CaseIterable {
    /// The last value wins.
    case last
    /// The first value wins.
    case first
    /// The record is rejected, with ``ImportError/Code/duplicateKey``.
    case rejectRecord
}
