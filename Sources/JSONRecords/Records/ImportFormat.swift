/// The division of a text into records.
public enum ImportFormat: Sendable, CaseIterable {
    /// As ``json`` if the text begins with `[`, or if the records are at a path. Otherwise as ``lines`` if the first
    /// line is one value or has a syntax error, else as ``sequence``.
    case automatic
    /// One JSON text: each element of an array is a record, any other value is the only record.
    case json
    /// NDJSON: each line is one value, or blank. A line with a syntax error is rejected like a record; see
    /// ``ImportOptions/errorPolicy``.
    case lines
    /// Values that follow each other, separated by white space or by a bracket of one of them.
    case sequence
}
