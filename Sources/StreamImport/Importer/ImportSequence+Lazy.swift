/// The operations of sequences, which are the same in synchronous and asynchronous code.
extension ImportSequence {
    private var values: LazyImportSequence<Model, Model> {
        LazyImportSequence(self) { { ($0, false) } }
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
