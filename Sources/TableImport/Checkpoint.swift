/// The progress of the import of one input into one table.
struct Checkpoint: Equatable {
    /// The number of the last record that was written or rejected.
    var records = 0
    var rejected = 0
    /// The part of the text that contains these records.
    var prefix = TextPrefix()
    /// The path of the file of rejected records, and its length in bytes.
    var rejects: String?
    var rejectsBytes: Int64 = 0
    /// The paths of the keys whose values were all null, and that have no column yet.
    var nullPaths: [[String]] = []
    var isFinished = false

    /// The checkpoint of an import that begins with the first record. It keeps the file of rejected records, whose lines
    /// so far belong to other imports.
    var beforeFirstRecord: Checkpoint { Checkpoint(rejects: rejects, rejectsBytes: rejectsBytes) }
}
