/// The separation of the values at the top level of a text.
enum Framing {
    /// Not known until the first byte of the text is known.
    case automatic
    /// Not known until the end of the first line: lines or a sequence.
    case undecided
    /// The text is one value.
    case document
    /// Each line is one value, or blank.
    case lines
    /// Values follow each other, separated by white space or by a bracket of one of them.
    case sequence
    /// A record separator precedes each text, which is one value (RFC 7464).
    case textSequence
    /// The text is one value, which is the only record, even if it is an array.
    case value

    /// Creates the framing of a text of which nothing has been read.
    init(_ options: ReadOptions) {
        guard !options.expectsOneValue else {
            self = .value
            return
        }
        switch options.format {
        case .automatic: self = .automatic
        case .json: self = .document
        case .lines: self = .lines
        case .sequence: self = .sequence
        case .textSequence: self = .textSequence
        }
    }

    /// Returns the framing of a text that begins with the byte `first`, after white space.
    ///
    /// - Parameter hasPath: whether the records are at a path, and not at the top level.
    func decided(by first: UInt8, hasPath: Bool) -> Framing {
        guard self == .automatic else { return self }
        if first == Separator.recordSeparator.rawValue { return .textSequence }
        return hasPath || first == UInt8(ascii: "[") ? .document : .undecided
    }

    /// Returns the framing of a text of which the first line has been read.
    ///
    /// - Parameter isOneValue: whether the line is one value.
    func decided(byFirstLine isOneValue: Bool) -> Framing {
        guard self == .undecided else { return self }
        return isOneValue ? .lines : .sequence
    }

    /// The byte that separates the units of the text: lines, or the texts of a sequence. An error concerns only its unit.
    var separator: Separator? {
        switch self {
        case .undecided, .lines: .lineFeed
        case .textSequence: .recordSeparator
        case .automatic, .document, .sequence, .value: nil
        }
    }

    /// The name of a unit in messages, if each unit has at most one value.
    var singleValueUnit: String? {
        switch self {
        case .lines: "line"
        case .textSequence: "text"
        case .automatic, .undecided, .document, .sequence, .value: nil
        }
    }
}

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
