/// A position between two records of a text.
struct Boundary: Sendable {
    /// The position, with its line and column.
    var counter = LineCounter()
    /// The number of the next record, counted from 1.
    var recordNumber = 1

    /// The number of bytes before the position.
    var offset: Int { counter.location.offset }
}
