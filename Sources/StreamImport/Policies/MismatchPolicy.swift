/// What becomes of a value that does not fit its property, unless a more binding key of the property has one that does.
public enum MismatchPolicy: Sendable, CaseIterable {
    /// The record is rejected.
    case rejectRecord
    /// The value is skipped. A property that is optional or has a default keeps that, and the mismatch is listed in
    /// ``ImportSummary/mismatches``; if a less binding key has a value, the property gets that. A required property
    /// without a value hands the mismatch on to the property around its object; where
    /// there is none that can do without, the record is rejected.
    case skipValue
}
