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

    /// Writes the value of a property, or the value that a transform returns for it.
    ///
    /// - Parameter write: the operation of the type that writes a value.
    func write(
        _ value: UnsafeRawPointer, of type: any Importable.Type, _ write: _ValueOperations.Write
    ) throws {
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
        let model = try ModelExport(type, options)
        models[ObjectIdentifier(type)] = model
        return model
    }
}
