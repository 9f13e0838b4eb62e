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
    /// The text is one value, which is the only record, even if it is an array.
    case value

    /// Creates the framing of a text of which nothing has been read.
    init(_ options: ReadOptions, hasPath: Bool) {
        guard !options.expectsOneValue else {
            self = .value
            return
        }
        switch options.format {
        case .automatic: self = hasPath ? .document : .automatic
        case .json: self = .document
        case .lines: self = .lines
        case .sequence: self = .sequence
        }
    }

    /// Returns the framing of a text that begins with the byte `first`, after white space.
    func decided(by first: UInt8) -> Framing {
        guard self == .automatic else { return self }
        return first == UInt8(ascii: "[") ? .document : .undecided
    }

    /// Whether line ends are significant.
    var splitsLines: Bool {
        switch self {
        case .undecided, .lines: true
        case .automatic, .document, .sequence, .value: false
        }
    }
}

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
