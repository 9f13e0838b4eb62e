/// How the values at the top level of a text are told apart.
enum Framing {
    /// Not known before the first byte of the text is.
    case automatic
    /// Not known before the end of the first line: lines or a sequence.
    case undecided
    /// The text is one value.
    case document
    /// Each line is one value, or blank.
    case lines
    /// Values follow one another, with white space or a bracket in between.
    case sequence
    /// The text is one value, which is the only record, also if it is an array.
    case value

    /// How a text is framed before anything of it was read.
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

    /// The same once the first byte of the text is known.
    func decided(by first: UInt8) -> Framing {
        guard self == .automatic else { return self }
        return first == UInt8(ascii: "[") ? .document : .undecided
    }

    /// Whether the end of a line means something.
    var splitsLines: Bool {
        switch self {
        case .undecided, .lines: true
        case .automatic, .document, .sequence, .value: false
        }
    }
}

/// How a text is divided into records.
public enum ImportFormat: Sendable, CaseIterable {
    /// An array if the text begins with `[`. Else lines if the first line is one value, else a sequence.
    case automatic
    /// One JSON text: each element of an array is a record, any other value is the only record.
    case json
    /// NDJSON: each line is one value, or blank. A line with a fault does not end the import; see
    /// ``ImportOptions/errorPolicy``.
    case lines
    /// Values one after another, with white space or a bracket in between.
    case sequence
}
