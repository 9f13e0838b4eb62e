/// Calls ``ReadOptions/onProgress``, but not too often.
struct ProgressMeter {
    /// In seconds.
    private let interval: Double
    private let report: (@Sendable (ImportProgress) -> Void)?
    private var next: ContinuousClock.Instant?

    init(_ options: ReadOptions) {
        interval = options.progressInterval
        report = options.onProgress
    }

    /// Reports if it is time to, and at the end.
    mutating func report(_ source: any ByteSource, records: Int, isLast: Bool) {
        guard let report else { return }
        let now = ContinuousClock.now
        if let next, now < next, !isLast { return }
        next = now + .seconds(interval)
        report(
            ImportProgress(bytesRead: source.bytesTaken, bytesInAll: source.bytesInAll, records: records))
    }
}
