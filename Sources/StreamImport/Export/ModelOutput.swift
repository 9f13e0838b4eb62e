/// An output that writes the fields of models under their keys, and applies the transforms of the options.
final class ModelOutput: ExportOutput {
    let options: ExportOptions
    private var models: [ObjectIdentifier: ModelExport] = [:]

    private let hasTransforms: Bool

    /// - Parameter depth: the number of brackets that are open around each value.
    init(to target: any ExportTarget, options: ExportOptions, depth: Int = 0) throws(ImportError) {
        if let error = options.importOptions.error { throw error }
        self.options = options
        hasTransforms = !options.transforms.isEmpty
        super.init(to: target, dates: options.dates, maximumDepth: options.maximumDepth, depth: depth)
    }

    /// Writes a field of a model in the format of dates that the field declares.
    ///
    /// - Parameter value: the address of the value; `nil` to write null.
    func write(_ value: UnsafeRawPointer?, of fields: [FieldDescription], at index: Int) throws {
        let dates = options.isForDecoders ? nil : fields[index].dates
        // Most fields need no change, which has costs.
        guard dates != nil || fieldDates != nil else {
            // SAFETY: the caller passes the address of a value of the field's type, also below.
            return try unsafe write(value, of: fields[index].type, fields[index].operations.write)
        }
        let enclosingDates = fieldDates
        fieldDates = dates
        defer { fieldDates = enclosingDates }
        try unsafe write(value, of: fields[index].type, fields[index].operations.write)
    }

    /// Writes the value of a property, or the value that a transform returns for it.
    private func write(
        _ value: UnsafeRawPointer?, of type: any Importable.Type, _ write: _ValueOperations.Write
    ) throws {
        guard let value = unsafe value else { return try put(.null) }
        // SAFETY: the caller passes the address of a value of the type, and that type's operation.
        guard hasTransforms, let transform = options.transforms[ObjectIdentifier(type)],
            let replacement = try unsafe transform(type.anyValue(at: value))
        else { return try unsafe write(value, self) }
        try self.write(dynamic: replacement)
    }

    override func model(at address: UnsafeRawPointer, of type: any Importable.Type) throws {
        var model = try model(of: type)
        if model.isClass {
            // SAFETY: the caller passes the address of an instance of the model, which is a class.
            let instanceType: any AnyObject.Type = unsafe Swift.type(of: address.load(as: AnyObject.self))
            if ObjectIdentifier(instanceType) != ObjectIdentifier(type),
                let instanceModel = instanceType as? any Importable.Type
            {
                model = try self.model(of: instanceModel)
            }
        }
        try unsafe model.write(address, to: self)
    }

    private func model(of type: any Importable.Type) throws -> ModelExport {
        if let model = models[ObjectIdentifier(type)] { return model }
        let model = try ModelExport(type, for: self)
        models[ObjectIdentifier(type)] = model
        return model
    }
}
