/// A scanner that finds the boundaries between the records of a text, without parsing the text.
///
/// Up to the first error of a text, the boundaries are those that a parser finds. After that error they may be wrong, so
/// the reader of a segment checks where its records end; see ``ParallelReader``.
enum BoundaryScanner {
    /// The records are the elements of an array, or top-level values that follow each other.
    case brackets(BracketScanner)
    /// The records are lines, or the texts of a JSON text sequence.
    case units(UnitScanner)

    /// The boundaries in a piece of the text, as positions in the piece.
    struct Boundaries: Equatable {
        /// The position of the last boundary: after the comma, the bracket or the separator that ends a record.
        var last: Int?
        /// The number of records that end at the boundaries.
        var recordCount = 0
        /// Whether no further boundary exists: the array has ended, or the text is not a sequence of arrays and objects.
        var isEnd = false
    }

    /// Scans the next piece of the text.
    mutating func scan(_ text: Span<UInt8>) -> Boundaries {
        switch self {
        case .brackets(var scanner):
            defer { self = .brackets(scanner) }
            return scanner.scan(text)
        case .units(var scanner):
            defer { self = .units(scanner) }
            return scanner.scan(text)
        }
    }
}
