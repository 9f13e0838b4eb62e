/// What becomes of a value that does not fit its property.
public enum MismatchPolicy: Sendable, CaseIterable {
    /// The record is rejected.
    case rejectRecord
    /// The value is skipped. A property that is optional or has a default keeps that, and the mismatch is listed in
    /// ``ImportSummary/mismatches``. A required property hands it on to the property around its object; where
    /// there is none that can do without, the record is rejected.
    case skipValue
}
