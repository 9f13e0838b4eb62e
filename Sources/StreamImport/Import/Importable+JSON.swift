extension Importable {
    /// Creates an instance from JSON that is one value: for a model, one object.
    ///
    ///     let repo = try Repo(json: #"{"id": 1, "full_name": "octocat/hello"}"#)
    ///     let settings = try Settings(json: URL(filePath: "settings.json"))
    ///
    /// Keys, values and errors follow the rules of ``StreamImporter``. An array type is created from all records of
    /// the input, like `[Repo](json:)`.
    ///
    /// - Parameters:
    ///   - json: the input: a text in memory, or a file. It is not a part, which has records.
    ///   - options: the policies and limits; those of the type by default. ``ImportOptions/format`` and
    ///     ``ImportOptions/errorPolicy`` have no effect on one value. Options with functions are compiled by each
    ///     call; to read many texts with them, import the texts as a sequence.
    /// - Throws: ``ImportError``: ``ImportError/Code/unexpectedEnd`` for an empty text,
    ///   ``ImportError/Code/trailingData`` for a second value, ``ImportError/Code/typeMismatch`` for an array instead
    ///   of a model's object.
    /// - Complexity: O(*n*), where *n* is the length of the text. The first call for a type compiles its plan.
    @inlinable
    public init(json: some ImportInputConvertible, options: ImportOptions = Self.importOptions)
        throws(ImportError)
    {
        try self.init(importing: ImportSource(json: json.importInput, options: options))
    }
}

extension Array where Element: Importable {
    /// Creates an instance from each record of JSON: the elements of an array, lines, or a sequence of values.
    ///
    ///     let repos = try [Repo](json: #"[{"id": 1, "full_name": "octocat/hello"}]"#)
    ///
    /// The records are those that `StreamImporter.objects(of:from:).collect()` returns for the same input and options.
    ///
    /// - Parameters:
    ///   - json: the input: a text in memory, a file, or a part of a file.
    ///   - options: the policies and limits; those of the elements' type by default. Options with functions are
    ///     compiled by each call.
    /// - Throws: ``ImportError``, or an error of ``ImportOptions/onRejected``. If ``ImportOptions/errorPolicy`` skips
    ///   rejected records, their errors are not thrown.
    /// - Complexity: O(*n*), where *n* is the length of the text.
    @inlinable  // so that code that knows the type moves the records
    public init(json: some ImportInputConvertible, options: ImportOptions = Element.importOptions) throws {
        self = []
        try json.importInput.readRecords(of: Element.self, options) { append($0.take(as: Element.self)) }
    }
}

extension ImportSource {
    /// Creates an instance from the value.
    ///
    /// - Throws: ``ImportError``.
    @inlinable  // so that code that knows the type moves the instance
    func instance<Model: Importable>(of model: Model.Type) throws(ImportError) -> Model {
        if let json { return try json.readValue(of: model, options) { $0.take(as: Model.self) } }
        return try DictionaryImporter(of: model, options: options).object(from: dictionary)
    }
}

extension ImportInput {
    /// Reads the input as one value, or as all of its records if the model is an array.
    ///
    /// - Parameters:
    ///   - model: the type of the value.
    ///   - options: the policies and limits.
    ///   - take: moves the value out of its address.
    @usableFromInline
    func readValue<Model: Importable>(
        of model: Model.Type, _ options: ImportOptions, take: (ValueAddress) -> Model
    ) throws(ImportError) -> Model {
        let pool = BinderPool.pool(for: model, options)
        do {
            if let collection = pool.plan.collection, collection.makesArray,
                let records = try records(of: collection.elementType, options) as? Model
            {
                return records
            }
            return try pool.withReader(options) { consumer, reader in
                _ = try readValue(options, by: reader, into: consumer)
                try consumer.binder.value.updates?.commit()
                return take(consumer.takeRecord())
            }
        } catch {
            throw .rejectedByModel(error)
        }
    }

    private func records<Record: Importable>(of type: Record.Type, _ options: ImportOptions) throws -> Any {
        try [Record](json: self, options: options)
    }

    /// Reads the input as one value, which stays in a consumer.
    ///
    /// - Parameter reader: the reader of texts for the consumer.
    func readValue(
        _ options: ImportOptions, by reader: TextReader, into consumer: ModelConsumer
    ) throws -> RecordSummary {
        do {
            var readOptions = options.readOptions
            readOptions.expectsOneValue = true
            readOptions.errorPolicy = .fail
            return try withText { try reader.read($0, mayBeCompressed: $1, options: readOptions) }
                ?? records(readOptions).read(into: consumer)
        } catch  where isPath {
            throw ImportError.pathAsText()
        }
    }

    /// Reads all records of the input.
    ///
    /// - Parameters:
    ///   - model: the type of the records.
    ///   - options: the policies and limits.
    ///   - take: takes each record. An error that it throws ends the import.
    @usableFromInline
    func readRecords<Model: Importable>(
        of model: Model.Type, _ options: ImportOptions, take: (ValueAddress) throws -> Void
    ) throws {
        let isRead = try withoutActuallyEscaping(take) { take in
            try !isPath
                && withText { text, mayBeCompressed in
                    try BinderPool.pool(for: model, options).withReader(options) { consumer, reader in
                        consumer.deliver(to: take)
                        return try reader.read(
                            text, mayBeCompressed: mayBeCompressed, options: options.readOptions)
                    }
                } != nil
        }
        if isRead { return }
        _ = try StreamImporter.objects(of: model, from: self, options: options).readRecords(take)
    }
}
