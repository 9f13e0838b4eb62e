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

    /// Returns the framing of a text of which the first line has been read.
    ///
    /// - Parameter isOneValue: whether the line is one value.
    func decided(byFirstLine isOneValue: Bool) -> Framing {
        guard self == .undecided else { return self }
        return isOneValue ? .lines : .sequence
    }

    /// Whether line ends are significant.
    var splitsLines: Bool {
        switch self {
        case .undecided, .lines: true
        case .automatic, .document, .sequence, .value: false
        }
    }
}
