/// The values that functions make of the records of an import, one by one.
///
///     let names = StreamImporter.objects(of: Repo.self, from: url).filter { $0.stars > 100 }.map(\.fullName)
///     try names.forEach { print($0) }                         // or collect(), or an iterator with a throwing next()
///     for try await name in names { … }                       // in asynchronous code
///
/// The sequence is lazy: it reads nothing before the first value is requested, and not more than the chunk with the last
/// value of ``prefix(_:)``. The memory that it takes does not depend on the number of records. Each iteration reads the
/// input from its beginning, and calls the functions again. An error of a function ends the import, and is rethrown.
public struct LazyImportSequence<Model, Element>: AsyncSequence {
    /// The value of a record, if it has one, and whether the sequence ends with it.
    typealias Step = (value: Element?, isLast: Bool)

    fileprivate let records: ImportSequence<Model>
    fileprivate var isEmpty = false
    /// Returns the function that is called with each record of one iteration.
    fileprivate let makeStep: () -> (Model) throws -> Step

    // MARK: - Lazy sequences

    /// Returns the results of a function of the values.
    public func map<Output>(
        _ transform: @escaping (Element) throws -> Output
    ) -> LazyImportSequence<Model, Output> {
        compactMap(transform)
    }

    /// Returns the results of a function of the values that are not `nil`.
    public func compactMap<Output>(
        _ transform: @escaping (Element) throws -> Output?
    ) -> LazyImportSequence<Model, Output> {
        LazyImportSequence<Model, Output>(records: records, isEmpty: isEmpty) { [makeStep] in
            let step = makeStep()
            return { record in
                let (value, isLast) = try step(record)
                return (try value.flatMap(transform), isLast)
            }
        }
    }

    /// Returns the values for which a function returns `true`.
    public func filter(_ isIncluded: @escaping (Element) throws -> Bool) -> Self {
        compactMap { try isIncluded($0) ? $0 : nil }
    }

    /// Returns the first values, at most `count`. No record after them is delivered.
    ///
    /// - Parameter count: the maximum number of values. If it is negative, the first record throws
    ///   ``ImportError/Code/invalidOption``.
    public func prefix(_ count: Int) -> Self {
        Self(records: records, isEmpty: isEmpty || count == 0) { [makeStep] in
            let step = makeStep()
            var remainingCount = count
            return { record in
                guard count > 0 else {
                    throw ImportError.invalidOption("count", "\(count)", expected: 0 ... .max)
                }
                let (value, isLast) = try step(record)
                if value != nil { remainingCount -= 1 }
                return (value, isLast || remainingCount == 0)
            }
        }
    }

    // MARK: - Values

    /// Calls `body` with each value, on this thread.
    ///
    /// - Returns: the summary of the import, which counts all records that were read.
    /// - Throws: the same errors as ``ThrowingIterator/next()``, and those of `body`.
    @discardableResult
    public func forEach(_ body: (Element) throws -> Void) throws -> ImportSummary {
        var iterator = makeIterator()
        while let value = try iterator.next() { try body(value) }
        return iterator.summary
    }

    /// Returns all values in an array.
    ///
    /// - Throws: the same errors as ``ThrowingIterator/next()``; the values that precede the error are lost.
    public func collect() throws -> [Element] {
        try reduce(into: []) { $0.append($1) }
    }

    /// Returns a value that is combined with each value of the sequence.
    public func reduce<Output>(_ initial: Output, _ combine: (Output, Element) throws -> Output) throws
        -> Output
    {
        try reduce(into: initial) { $0 = try combine($0, $1) }
    }

    /// Returns a value that is updated with each value of the sequence.
    public func reduce<Output>(
        into initial: Output, _ update: (inout Output, Element) throws -> Void
    ) throws -> Output {
        var result = initial
        try forEach { try update(&result, $0) }
        return result
    }

    /// Returns the first value for which a function returns `true`, by default the first value; `nil` if there is none.
    ///
    /// The input is read only up to this value.
    public func first(where predicate: (Element) throws -> Bool = { _ in true }) throws -> Element? {
        var iterator = makeIterator()
        while let value = try iterator.next() {
            if try predicate(value) { return value }
        }
        return nil
    }

    /// Returns whether a function returns `true` for a value. The input is read only up to this value.
    public func contains(where predicate: (Element) throws -> Bool) throws -> Bool {
        try first(where: predicate) != nil
    }

    // MARK: - Iterators

    /// Returns an iterator, which calls the functions on the thread that calls it.
    public func makeIterator() -> ThrowingIterator {
        ThrowingIterator(records: records.makeIterator(), step: makeStep(), hasEnded: isEmpty)
    }

    /// Returns an iterator in asynchronous code, which calls the functions on the task that calls it. Another thread reads the
    /// records, see ``ImportSequence/makeAsyncIterator()``.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(records: records.makeAsyncIterator(), step: makeStep(), hasEnded: isEmpty)
    }

    /// An iterator that returns the values one by one.
    public struct ThrowingIterator {
        fileprivate let records: ImportIterator<Model>
        fileprivate let step: (Model) throws -> Step
        fileprivate var hasEnded: Bool

        /// The summary of the import so far; see ``ImportIterator/summary``.
        public var summary: ImportSummary { records.summary }

        /// Returns the next value, or `nil` after the last one.
        ///
        /// - Throws: the same errors as ``ImportIterator/next()``, and those of the functions. After an error of a function, the
        ///   next call returns `nil`.
        public mutating func next() throws -> Element? {
            while !hasEnded, let record = try records.next() {
                hasEnded = true
                let (value, isLast) = try step(record)
                hasEnded = isLast
                if let value { return value }
            }
            return nil
        }
    }

    /// An iterator that returns the values one by one, in asynchronous code.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var records: AsyncImportIterator<Model>
        fileprivate let step: (Model) throws -> Step
        fileprivate var hasEnded: Bool

        /// The summary of the import so far; see ``AsyncImportIterator/summary``.
        public var summary: ImportSummary { records.summary }

        /// Returns the next value, or `nil` after the last one.
        ///
        /// - Throws: the same errors as ``AsyncImportIterator/next(isolation:)``, and those of the functions. After an error of a
        ///   function, the next call returns `nil`.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            while !hasEnded, let record = try await records.next(isolation: actor) {
                hasEnded = true
                let (value, isLast) = try step(record)
                hasEnded = isLast
                if let value { return value }
            }
            return nil
        }
    }
}

extension LazyImportSequence where Element: Equatable {
    /// A function that returns whether the sequence has a value. The input is read only up to this value.
    ///
    /// It is a property, like ``ImportSequence/contains``.
    public var contains: (Element) throws -> Bool {
        { value in try contains { $0 == value } }
    }
}

/// The operations of sequences, which are the same in synchronous and asynchronous code.
extension ImportSequence {
    private var values: LazyImportSequence<Model, Model> {
        LazyImportSequence(records: self) { { ($0, false) } }
    }

    /// Returns the results of a function of the records.
    public func map<Output>(
        _ transform: @escaping (Model) throws -> Output
    ) -> LazyImportSequence<Model, Output> {
        values.map(transform)
    }

    /// Returns the results of a function of the records that are not `nil`.
    public func compactMap<Output>(
        _ transform: @escaping (Model) throws -> Output?
    ) -> LazyImportSequence<Model, Output> {
        values.compactMap(transform)
    }

    /// Returns the records for which a function returns `true`.
    public func filter(_ isIncluded: @escaping (Model) throws -> Bool) -> LazyImportSequence<Model, Model> {
        values.filter(isIncluded)
    }

    /// Returns the first records, at most `count`; see ``LazyImportSequence/prefix(_:)``.
    public func prefix(_ count: Int) -> LazyImportSequence<Model, Model> { values.prefix(count) }

    /// Returns a value that is combined with each record.
    ///
    /// - Throws: the same errors as ``forEach(_:)``.
    public func reduce<Output>(_ initial: Output, _ combine: (Output, Model) throws -> Output) throws
        -> Output
    {
        try values.reduce(initial, combine)
    }

    /// Returns a value that is updated with each record.
    ///
    /// - Throws: the same errors as ``forEach(_:)``.
    public func reduce<Output>(
        into initial: Output, _ update: (inout Output, Model) throws -> Void
    ) throws -> Output {
        try values.reduce(into: initial, update)
    }

    /// Returns the first record for which a function returns `true`, by default the first record; `nil` if there is none.
    ///
    /// The input is read only up to this record.
    ///
    /// - Throws: the same errors as ``forEach(_:)``.
    public func first(where predicate: (Model) throws -> Bool = { _ in true }) throws -> Model? {
        try values.first(where: predicate)
    }

    /// Returns whether a function returns `true` for a record. The input is read only up to this record.
    ///
    /// - Throws: the same errors as ``forEach(_:)``.
    public func contains(where predicate: (Model) throws -> Bool) throws -> Bool {
        try values.contains(where: predicate)
    }
}

extension ImportSequence where Model: Equatable {
    /// A function that returns whether a record is equal to a value. The input is read only up to this record.
    ///
    ///     if try repos.contains(repo) { … }
    ///
    /// The function throws the same errors as ``forEach(_:)``. It is a property, because in asynchronous code, the compiler
    /// prefers an asynchronous method of the standard library to a method.
    public var contains: (Model) throws -> Bool {
        { record in try contains { $0 == record } }
    }
}
