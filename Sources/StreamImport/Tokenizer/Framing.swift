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

    /// Whether the end of a line means something.
    var endsAtLines: Bool {
        switch self {
        case .undecided, .lines: true
        case .automatic, .document, .sequence: false
        }
    }
}
