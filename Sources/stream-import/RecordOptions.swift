import ArgumentParser

/// The options for writing records.
struct RecordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The members of each record to write, separated by commas. The case of letters counts. A record that is not \
            an object is rejected. (default: all)
            """, valueName: "a,b,…"))
    var columns: String?

    @Option(
        help: ArgumentHelp(
            "The number of records at the beginning of an input that are not written.", valueName: "count"))
    var skip = 0

    @Option(
        help: ArgumentHelp(
            "The maximum number of records of an input to write. Rejected records count.", valueName: "count")
    )
    var limit: Int?

    @Option(
        help: """
            What to do with a line that is not JSON, or a record that is rejected for another reason: fail, skip, or \
            collect (skip and report it). (default: fail; collect with --rejects)
            """)
    var onError: ErrorHandling?

    @Option(
        help: ArgumentHelp(
            """
            Append rejected records to this file: NDJSON with input, record, start, end, path, line, column, cause and \
            text.
            """, valueName: "file"), completion: .file())
    var rejects: String?

    var columnNames: [String]? { columns.map(NameList.names) }

    var rejections: RejectionArguments { RejectionArguments(onError: onError, rejects: rejects) }

    /// Returns the number of the last record of an input that is not to be written.
    ///
    /// - Parameter first: the number of the first record.
    func skippedNumber(from first: Int) -> Int { Self.sum(first - 1, skip) }

    /// Returns the number of the last record of an input to write.
    ///
    /// - Parameter first: the number of the first record.
    func lastNumber(from first: Int) -> Int { Self.sum(skippedNumber(from: first), limit ?? .max) }

    private static func sum(_ first: Int, _ second: Int) -> Int {
        let (sum, hasOverflow) = first.addingReportingOverflow(second)
        return hasOverflow ? .max : sum
    }

    func validate() throws {
        try NameList.validate(columnNames ?? [], of: "--columns")
        guard skip >= 0 else { throw ValidationError("--skip must be at least 0, found \(skip).") }
        guard limit ?? 0 >= 0 else {
            throw ValidationError("--limit must be at least 0, found \(limit ?? 0).")
        }
        try rejections.validate()
    }
}
