/// Calls ``ReadOptions/onProgress``, but not too often.
struct ProgressMeter {
    private let interval: Duration
    private let report: (@Sendable (ImportProgress) -> Void)?
    private var last: ContinuousClock.Instant?

    init(_ options: ReadOptions) {
        interval = options.progressInterval
        report = options.onProgress
    }

    /// Reports if it is time to, and at the end.
    mutating func report(_ source: any ByteSource, records: Int, isLast: Bool) {
        guard let report else { return }
        let now = ContinuousClock.now
        if let last, now - last < interval, !isLast { return }
        last = now
        report(
            ImportProgress(bytesRead: source.bytesTaken, totalBytes: source.totalBytes, recordCount: records))
    }
}
