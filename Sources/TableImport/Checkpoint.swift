/// The progress of the import of one input into one table.
struct Checkpoint: Equatable {
    /// The number of the last record that was written or rejected.
    var records = 0
    var rejected = 0
    /// The part of the text that contains these records.
    var prefix = TextPrefix()
    /// The part of the text before the last record, if that record is a rejected line without a line feed, which may be
    /// completed later; `nil` otherwise.
    var prefixBeforeUnfinishedLine: TextPrefix?
    /// For each table, the paths of the keys whose values were all null, and that have no column yet.
    var nullPaths: [[[String]]] = []
    var isFinished = false

    /// The checkpoint before the unfinished line with which the input ended; `nil` if there was none.
    var beforeUnfinishedLine: Checkpoint? {
        guard let prefixBeforeUnfinishedLine else { return nil }
        var checkpoint = self
        checkpoint.records -= 1
        checkpoint.rejected -= 1
        (checkpoint.prefix, checkpoint.prefixBeforeUnfinishedLine) = (prefixBeforeUnfinishedLine, nil)
        return checkpoint
    }
}
