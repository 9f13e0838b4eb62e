/// An output that writes the fields of models under their keys, and applies the transforms of the options.
final class ModelOutput: ExportOutput {
    let options: ExportOptions
    private var models: [ObjectIdentifier: ModelExport] = [:]
    /// The types with cases.
    private var cases: [ObjectIdentifier: CaseExport] = [:]
    /// The fields of classes with cases, for instances in properties of a superclass.
    private var fields: [ObjectIdentifier: ModelExport] = [:]
    private let hasTransforms: Bool

    /// - Parameter depth: the number of brackets that are open around each value.
    init(to target: any ExportTarget, options: ExportOptions, depth: Int = 0) throws(ImportError) {
        if let error = options.importOptions.error { throw error }
        self.options = options
        hasTransforms = !options.transforms.isEmpty
        super.init(to: target, dates: options.dates, maximumDepth: options.maximumDepth, depth: depth)
    }

    /// Writes the value of a field, or the value that a transform returns for it, with dates in the format that the field
    /// declares.
    ///
    /// - Parameter value: the address of the value; `nil` to write null.
    func write(_ value: ValueAddress?, of fields: [FieldDescription], at index: Int) throws {
        guard let value = value else { return try put(.null) }
        let dates = options.isForDecoders ? nil : fields[index].dates
        guard hasTransforms || dates != nil || fieldDates != nil else {
            return try fields[index].operations.write(value, self)
        }
        let enclosingDates = fieldDates
        fieldDates = dates
        defer { fieldDates = enclosingDates }
        if let replacement = try replacement(of: value, fields[index].type) {
            try write(dynamic: replacement)
        } else {
            try fields[index].operations.write(value, self)
        }
    }

    /// Returns the value that a transform returns for the value of a property.
    private func replacement(of value: ValueAddress, _ type: any Importable.Type) throws -> Any? {
        guard let transform = options.transforms[ObjectIdentifier(type)] else { return nil }
        return try transform(type.anyValue(at: value))
    }

    override func model(at address: ValueAddress, of type: any Importable.Type) throws {
        guard var model = try model(of: type) else {
            try cases[ObjectIdentifier(type)]?.write(address, to: self)
            return
        }
        if model.isClass {
            let instanceType: any AnyObject.Type = Swift.type(of: address[as: AnyObject.self])
            if ObjectIdentifier(instanceType) != ObjectIdentifier(type),
                let instanceModel = instanceType as? any Importable.Type
            {
                model = try self.model(of: instanceModel) ?? fields(of: instanceModel)
            }
        }
        try model.write(address, to: self)
    }

    /// Returns how much of a path an export of instances of a type writes.
    func coverage(of path: [String], _ type: any Importable.Type) throws -> PathCoverage {
        let type = type.importPlan.wrapped ?? type
        guard type.importPlan.isModel else { return .none }
        return try model(of: type)?.coverage(of: path)
            ?? cases[ObjectIdentifier(type)]?.coverage(of: path) ?? .none
    }

    /// Returns the discriminator of an instance of a type with cases; `nil` if the instance has none.
    func discriminator(of instance: ValueAddress, _ type: any Importable.Type) throws -> String? {
        _ = try model(of: type)
        return try cases[ObjectIdentifier(type)]?.discriminator(of: instance)
    }

    /// Returns the fields of a payload; `nil` if the payload is not a model without cases.
    func fields(ofPayload type: any Importable.Type) throws -> ModelExport? {
        type.importPlan.object == nil || type.importPlan.cases != nil ? nil : try model(of: type)
    }

    /// Returns the fields of a class with cases.
    private func fields(of type: any Importable.Type) throws -> ModelExport {
        let model = try fields[ObjectIdentifier(type)] ?? ModelExport(type, options)
        fields[ObjectIdentifier(type)] = model
        return model
    }

    /// Returns the fields of a type; `nil` if ``cases`` has the type.
    private func model(of type: any Importable.Type) throws -> ModelExport? {
        if let model = models[ObjectIdentifier(type)] { return model }
        if cases[ObjectIdentifier(type)] != nil { return nil }
        if let plan = type.importPlan.cases {
            cases[ObjectIdentifier(type)] = CaseExport(type, plan, options)
            return nil
        }
        let model = try ModelExport(type, options)
        models[ObjectIdentifier(type)] = model
        return model
    }
}
