extension ImportSequence {
    /// Calls `body` with each record, on the threads that make the records.
    ///
    ///     let total = Mutex(0)
    ///     try repos.concurrentForEach { repo, _ in total.withLock { $0 += repo.stars } }
    ///
    /// No record is passed from one thread to another, and the calls are not in the order of the input. The thread that calls
    /// this function is one of the threads. ``ImportOptions/parallelism`` sets their number; with ``Parallelism/none``, it is
    /// that of ``Parallelism/automatic``. What a single thread parses is listed there; then, the calls are in order on the
    /// calling thread.
    ///
    /// Rejected records are not passed to `body`. ``ImportOptions/onRejected`` and ``ImportOptions/onProgress`` are called on
    /// the calling thread, possibly while other threads call `body` with later records. Cancelling the task has no effect:
    /// throw an error from `body`.
    ///
    /// If the import fails, the error is that of a single thread, but `body` may have been called with records that follow
    /// the error. If the text is not valid JSON, such a record may be one that a single thread would not have read.
    ///
    /// - Parameter body: handles a record. Receives the record, and its number in the input, counted from 1. An error that
    ///   it throws ends the import and is rethrown. If several calls throw, the error of the first record is rethrown.
    /// - Returns: the summary of the import.
    /// - Throws: ``ImportError``, after all calls of `body` have returned.
    /// - Complexity: O(*n*) time. The memory is that of one record, a buffer of ``ImportOptions/chunkBytes`` and about two
    ///   segments of text for each thread, independent of the number of records.
    @inlinable
    @discardableResult
    public func concurrentForEach(
        _ body: @Sendable (_ record: consuming Model, _ number: Int) throws -> Void
    ) throws -> ImportSummary {
        try readConcurrently { try body($0.take(as: Model.self), $1) }
    }

    @usableFromInline
    func readConcurrently(_ handle: (RecordAddress, Int) throws -> Void) throws -> ImportSummary {
        try withoutActuallyEscaping(handle) { handle in
            let (needsOrder, takeMaker) = makeModels(options)
            let parallelism: Parallelism =
                needsOrder ? .cores(1) : options.parallelism == .none ? .automatic : options.parallelism
            let run = try ParallelImport<Model>(
                input.get().on(parallelism), options, takeMaker, handle: handle)
            try run.readAll(nil)
            return run.summary
        }
    }
}
