/// The outcome of consecutive records of a segment.
package struct SegmentBatch<Outcome> {
    /// What the records have become.
    package let outcome: Outcome
    /// The number of the first record.
    let firstNumber: Int
    /// The number of records that were delivered.
    let recordCount: Int
    /// The rejected records, in the order of the text.
    let rejections: [Rejection]
    /// The number of the last record; if the batch is empty, that of the record before it.
    package var lastNumber: Int { firstNumber + recordCount + rejections.count - 1 }
    /// The error after the last record; `nil` if there is none.
    package let error: (any Error)?
    /// The offset up to which the text was parsed.
    let textEnd: Int

    /// A rejected record, with its text if the options retain the texts of records.
    struct Rejection: Sendable {
        let record: RejectedRecord
        let text: [UInt8]?
    }
}
