/// The records of an import for a loop that does not throw. If the import fails, the last result is the error.
///
///     for result in repos.results {
///         let repo = try result.get()
///     }
public struct ImportResults<Model>: Sequence, Sendable {
    fileprivate let records: ImportSequence<Model>

    /// Returns an iterator that starts at the first byte.
    public func makeIterator() -> Iterator { Iterator(records: records.makeIterator()) }

    /// An iterator that returns the results one by one, on the calling thread.
    public struct Iterator: IteratorProtocol {
        fileprivate let records: ImportIterator<Model>

        /// The summary of the import so far; see ``ImportIterator/summary``.
        public var summary: ImportSummary { records.summary }

        /// Returns the next record, or the error that ends the import; `nil` after the last record or the error.
        public func next() -> Result<Model, ImportError>? {
            do { return try records.next().map { .success($0) } } catch {
                return .failure(.rejectedByModel(error))
            }
        }
    }
}

extension ImportSequence {
    /// The records for a loop that does not throw: each one is the success of a result, and an error is the last result.
    ///
    ///     for result in repos.results {
    ///         let repo = try result.get()
    ///     }
    ///
    /// An error of ``ImportOptions/onRejected`` is the ``ImportError/cause`` of ``ImportError/Code/rejectedByModel``.
    public var results: ImportResults<Model> { ImportResults(records: self) }
}

@available(
    *, unavailable,
    message:
        "reading can throw: write 'for result in repos.results { let repo = try result.get() }'; in asynchronous code, 'for try await repo in repos'; for an array, 'try repos.collect()'"
)
extension ImportSequence: Sequence {
    /// Is not available, because a loop without `await` cannot throw.
    public func makeIterator() -> AnyIterator<Model> { fatalError() }
}

@available(
    *, unavailable,
    message:
        "reading can throw: write 'try values.forEach { … }'; in asynchronous code, 'for try await value in values'; for an array, 'try values.collect()'"
)
extension LazyImportSequence: Sequence {
    /// Is not available, because a loop without `await` cannot throw.
    public func makeIterator() -> AnyIterator<Element> { fatalError() }
}
