extension Importable {
    /// The model as a dictionary, as an import reads it: with the names that were read, and values such as
    /// `JSONSerialization` takes.
    ///
    /// The values are `String`, `Bool`, `Int`, `UInt64`, `Double`, `Decimal`, `NSNull`, `[Any]` and `[String: Any]`;
    /// dates are as they are written.
    ///
    /// - Parameter options: the policies. Those that are about text mean nothing here.
    /// - Throws: ``ImportError`` with the path of a value that cannot be said in JSON, and for every type that is not
    ///   made from an object.
    public func dictionary(options: ExportOptions = ExportOptions()) throws -> [String: Any] {
        try DictionaryExport(options).dictionary(of: self)
    }
}

extension Sequence where Element: Importable {
    /// The models as dictionaries; see ``Importable/dictionary(options:)``.
    ///
    /// - Throws: ``ImportError`` with the number of the record, and the path of the value.
    public func dictionaries(options: ExportOptions = ExportOptions()) throws -> [[String: Any]] {
        let export = try DictionaryExport(options)
        return try enumerated().map { index, model in
            do throws(ImportError) {
                return try export.dictionary(of: model)
            } catch {
                throw error.inside(.index(index)).with(record: index + 1)
            }
        }
    }
}

/// Makes dictionaries of models.
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
