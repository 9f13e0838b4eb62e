/// The effect of an error in a record on the import.
///
/// A record has an error if its data does not fit the model. In ``ImportFormat/lines``, a line also has an error if it
/// is not valid JSON, or is nested deeper than ``ImportOptions/maximumDepth``. All other errors of the text, and errors
/// of reading the input, end the import under any policy. One rejected record more than the limit ends the import with
/// ``ImportError/Code/tooManyRejected``.
public enum ErrorPolicy: Sendable, Equatable {
    /// The first error ends the import.
    case fail
    /// Records with errors are rejected and counted. There is no limit by default.
    case skip(limit: Int = .max)
    /// Records with errors are rejected, and listed in ``ImportSummary/rejectedRecords``. The limit is 1000 by default.
    case collect(limit: Int = 1000)
}
