extension TextInMemory {
    /// Reads the text as one value, or as all of its records if the model is an array.
    ///
    /// - Parameters:
    ///   - model: the type of the value.
    ///   - options: the policies and limits.
    ///   - take: moves the value out of its address.
    @usableFromInline
    func readValue<Model: Importable>(
        of model: Model.Type, _ options: ImportOptions, take: (RecordAddress) -> Model
    ) throws(ImportError) -> Model {
        let pool = BindingPool.pool(for: model, options)
        do {
            if let collection = pool.plan.collection,
                let arrayType = collection as? any RecordCollection.Type,
                let records = try arrayType.init(recordsOf: self, options) as? Model
            {
                return records
            }
            return try pool.withBinding(options) { binding in
                _ = try read(into: binding, options.readOptionsForOneValue)
                try binding.binder.value.updates.commit()
                return take(binding.takeRecord())
            }
        } catch {
            throw .rejectedByModel(error)
        }
    }

    /// Reads all records of the text.
    ///
    /// - Parameters:
    ///   - model: the type of the records.
    ///   - options: the policies and limits.
    ///   - take: takes each record. An error that it throws ends the import.
    @usableFromInline
    func readRecords(
        of model: any Importable.Type, _ options: ImportOptions, take: (RecordAddress) throws -> Void
    ) throws {
        try withoutActuallyEscaping(take) { take in
            try BindingPool.pool(for: model, options).withBinding(options) { binding in
                _ = try read(into: binding, options.readOptions, deliver: take)
            }
        }
    }
}

/// An array type that is created from all records of a text, for generic code that does not know the type.
private protocol RecordCollection {
    init(recordsOf text: TextInMemory, _ options: ImportOptions) throws
}

extension Array: RecordCollection where Element: Importable {
    fileprivate init(recordsOf text: TextInMemory, _ options: ImportOptions) throws {
        self = []
        try text.readRecords(of: Element.self, options) { append($0.take(as: Element.self)) }
    }
}

extension ImportOptions {
    /// The options for a text that is one value.
    var readOptionsForOneValue: ReadOptions {
        var readOptions = readOptions
        readOptions.expectsOneValue = true
        readOptions.errorPolicy = .fail
        return readOptions
    }
}
