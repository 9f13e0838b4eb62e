/// What becomes of a key that no field has, in the object of a model or in one that a path leads through.
public enum UnknownKeyPolicy: Sendable, CaseIterable {
    /// Nothing.
    case ignore
    /// It is listed in ``ImportSummary/unknownKeys``, once for each type and key.
    case report
    /// The record is rejected, with ``ImportError/Code/unknownKey``.
    case rejectRecord
}
