/// The paths of an envelope that an import reads in one pass, and the functions that receive the values at the paths; see
/// ``StreamImporter/read(_:options:_:)``.
///
/// The functions are called in the order of the text, on the thread or the task that reads. An error that a function throws
/// ends the import and is rethrown. A path may have wildcards: `pages[*].items`, `*.results`. If a key occurs twice in an
/// object, both values are read.
///
/// A path must not lead to a value at another path or into it, as in `users` and `users[0].name`, `*.items` and `data.items`,
/// or one path twice. Such paths fail with ``ImportError/Code/invalidPath``. The paths `pages[*].items` and `pages[*].next` are
/// fine.
public struct EnvelopeSelections {
    private var paths: [RecordPath] = []
    private var plans: [(plan: CompiledPlan, options: ImportOptions)] = []
    private var handlers: [RecordHandler] = []

    /// - Parameter select: adds the paths.
    init(_ select: (inout EnvelopeSelections) throws -> Void) throws {
        try select(&self)
        guard !paths.isEmpty else { throw ImportError.noSelection() }
    }

    var recordPaths: RecordPaths { RecordPaths(paths) }

    /// Returns a consumer that makes models of the records at all paths, and passes them to the functions.
    func makeConsumer() -> ModelConsumer {
        let consumer = ModelConsumer(plans)
        for handler in handlers { consumer.deliver(to: handler) }
        return consumer
    }

    /// Returns the summary of an import.
    func summary(_ reader: RecordReader, _ consumer: ModelConsumer) -> EnvelopeSummary {
        EnvelopeSummary(
            total: reader.summary, paths: paths.map(\.path),
            summaries: reader.summaries.enumerated().map { consumer.summary($1, path: $0) })
    }

    /// Selects the elements of the array at a path, or of each array if the path has wildcards.
    ///
    /// An object or a scalar at the path is a record, too. With a wildcard at the end of the path, each value at the path is a
    /// record.
    ///
    /// Of the options, those for values are used: ``ImportOptions/keyMatching``, ``ImportOptions/dates``, mappings, hooks and
    /// so on. The options of the call that reads determine the framing, the treatment of rejected records, and the limits of
    /// the text.
    ///
    /// - Parameters:
    ///   - model: the type of the records.
    ///   - path: the path of the array.
    ///   - options: the policies for values; those of the type by default.
    ///   - isRequired: whether the import fails with ``ImportError/Code/pathNotFound`` if no value is at the path. `true` by
    ///     default.
    ///   - body: handles a record.
    @inlinable  // so that code that knows the type moves the records to `body`
    public mutating func each<Model: Importable>(
        _ model: Model.Type, at path: JSONPath, options: ImportOptions = Model.importOptions,
        isRequired: Bool = true,
        _ body: @escaping (consuming Model) throws -> Void
    ) {
        select(model, at: path, options, takesWholeValues: false, isRequired: isRequired) {
            try body($0.take(as: Model.self))
        }
    }

    /// Selects the value at a path: an object, an array or a scalar of the envelope, such as a number of results.
    ///
    /// Like ``each(_:at:options:isRequired:_:)``, but an array at the path is one value: `value([String].self, at: "tags")`.
    /// The value counts as a record, so it is rejected if it does not fit the type. `body` is called several times if the path
    /// has wildcards, or if a key occurs twice.
    ///
    /// - Parameters:
    ///   - type: the type of the value.
    ///   - path: the path of the value.
    ///   - options: the policies for values; those of the type by default.
    ///   - isRequired: whether the import fails with ``ImportError/Code/pathNotFound`` if no value is at the path. `true` by
    ///     default.
    ///   - body: handles the value.
    @inlinable  // so that code that knows the type moves the value to `body`
    public mutating func value<Value: Importable>(
        _ type: Value.Type, at path: JSONPath, options: ImportOptions = Value.importOptions,
        isRequired: Bool = true,
        _ body: @escaping (consuming Value) throws -> Void
    ) {
        select(type, at: path, options, takesWholeValues: true, isRequired: isRequired) {
            try body($0.take(as: Value.self))
        }
    }

    @usableFromInline
    mutating func select(
        _ model: any Importable.Type, at path: JSONPath, _ options: ImportOptions, takesWholeValues: Bool,
        isRequired: Bool,
        deliver: @escaping RecordHandler
    ) {
        paths.append(RecordPath(path, takesWholeValues: takesWholeValues, isRequired: isRequired))
        plans.append((BinderPool.pool(for: model, options).plan, options))
        handlers.append(deliver)
    }
}

extension ImportError {
    fileprivate static func noSelection() -> ImportError {
        ImportError(
            .invalidPath, "expected at least one path to read, found none", advice: "call each or value")
    }
}
