/// The division of a text into records.
public enum ImportFormat: Sendable, CaseIterable {
    /// As ``textSequence`` if the text begins with a record separator. Otherwise as ``json`` if the text begins with `[`, or
    /// if the records are at a path. Otherwise as ``lines`` if the first line is one value or has a syntax error, else as
    /// ``sequence``. A record in the first line is delivered at the end of the line, or when the next record begins.
    case automatic
    /// One JSON text: each element of an array is a record, any other value is the only record.
    case json
    /// NDJSON: each line is one value, or blank. A line with a syntax error is rejected like a record; see
    /// ``ImportOptions/errorPolicy``.
    case lines
    /// Values that follow each other, separated by white space or by a bracket of one of them. An object or an array is
    /// delivered as soon as its last byte has arrived.
    case sequence
    /// A JSON text sequence (RFC 7464): the byte 0x1E precedes each value, and a line feed follows it. A text with a syntax
    /// error, such as a truncated text, is rejected like a record; see ``ImportOptions/errorPolicy``.
    case textSequence
}

extension ImportFormat {
    /// The name of the format in the arguments of the program, and in manifests.
    package var name: String {
        switch self {
        case .automatic: "automatic"
        case .json: "json"
        case .lines: "lines"
        case .sequence: "sequence"
        case .textSequence: "json-seq"
        }
    }
}
