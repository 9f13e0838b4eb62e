extension Importable {
    /// Returns the model as a dictionary that an import can read: with the keys that an import expects, and values of
    /// types that `JSONSerialization` accepts.
    ///
    /// The values are `String`, `Bool`, `Int`, `UInt64`, `Double`, `Decimal`, `NSNull`, `[Any]` and `[String: Any]`.
    /// Dates are strings or numbers, as in JSON text.
    ///
    /// - Parameter options: the policies; those of the type by default. Options for text have no effect.
    /// - Throws: ``ImportError`` with the path of a value that JSON cannot represent, and for every type that is not
    ///   made from an object.
    public func dictionary(options: ExportOptions = Self.exportOptions) throws(ImportError) -> [String: Any] {
        try DictionaryExport(options).dictionary(of: self)
    }
}

extension Sequence where Element: Importable {
    /// Returns the models as dictionaries; see ``Importable/dictionary(options:)``.
    ///
    /// - Throws: ``ImportError`` with the number of the record and the path of the value.
    public func dictionaries(options: ExportOptions = Element.exportOptions) throws(ImportError)
        -> [[String: Any]]
    {
        let export = try DictionaryExport(options)
        var dictionaries: [[String: Any]] = []
        for model in self {
            do {
                dictionaries.append(try export.dictionary(of: model))
            } catch {
                throw error.inside(.index(dictionaries.count)).with(record: dictionaries.count + 1)
            }
        }
        return dictionaries
    }
}

/// The conversion of models to dictionaries.
private struct DictionaryExport {
    private let target = DictionaryTarget()
    private let output: ModelOutput

    init(_ options: ExportOptions) throws(ImportError) {
        output = try ModelOutput(to: target, options: options)
    }

    func dictionary(of model: some Importable) throws(ImportError) -> [String: Any] {
        do {
            try output.write(model)
        } catch {
            throw ImportError.rejectedByModel(error).inside()
        }
        guard let dictionary = target.value as? [String: Any] else {
            throw .notAnObject("\(type(of: model))")
        }
        return dictionary
    }
}
