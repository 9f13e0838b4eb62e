extension RecordInput {
    /// Returns the input with another number of threads.
    package func on(_ parallelism: Parallelism) -> RecordInput {
        var options = options
        options.parallelism = parallelism
        return RecordInput(origin, at: paths, part: part, options: options)
    }

    /// Returns a reader that reads the input from its beginning, on as many threads as the options say.
    ///
    /// - Parameter makeCollector: creates the collector of a thread.
    package func makeParallelReader<Collector: RecordCollector>(
        _ makeCollector: @escaping () throws -> Collector
    ) throws -> ParallelReader<Collector> {
        try validate()
        let input = try readingTrailingHeader()
        let source: any ByteSource
        do {
            source = try makeSource(yieldingEvery: Self.segmentYieldInterval, wholeLines: false)
        } catch {
            throw error.with(input: origin.name)
        }
        return try ParallelReader(
            source, inputName: origin.name, paths: input.paths, part: textPart, options: input.options,
            makeCollector: makeCollector)
    }

    /// The time after which records that have arrived by a slow pipe are parsed, although they do not fill a segment.
    private static let segmentYieldInterval = Duration.milliseconds(50)
}
