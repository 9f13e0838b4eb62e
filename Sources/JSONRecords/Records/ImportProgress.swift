/// The progress of an import.
public struct ImportProgress: Sendable {
    /// The number of bytes read from the input, before decompression.
    public let bytesRead: Int

    /// The total number of bytes, measured like ``bytesRead``; `nil` if it is not known.
    public let totalBytes: Int?

    /// The number of records that were delivered.
    public let recordCount: Int

    /// The number of records of the whole input, if all are as long as those so far; `nil` if its size is not known.
    package var expectedRecordCount: Int? {
        guard let totalBytes, bytesRead > 0 else { return nil }
        let count = Double(recordCount) * Double(totalBytes) / Double(bytesRead)
        return Int(exactly: count.rounded(.down))
    }
}

/// A limiter of the frequency of calls of ``ReadOptions/onProgress``.
struct ProgressMeter {
    private let interval: Duration
    private let report: (@Sendable (ImportProgress) -> Void)?
    private var lastReportTime: ContinuousClock.Instant?

    init(_ options: ReadOptions) {
        interval = options.progressInterval
        report = options.onProgress
    }

    /// Reports the progress if the interval has passed, and at the end.
    mutating func report(isLast: Bool, _ progress: () -> ImportProgress) {
        guard let report else { return }
        let now = ContinuousClock.now
        if let lastReportTime, now - lastReportTime < interval, !isLast { return }
        lastReportTime = now
        report(progress())
    }
}
