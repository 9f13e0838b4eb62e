/// The fields of one type of model, the keys under which an export writes them, and the values that they have in instances.
///
/// Created once for each type and output, because it examines every key.
final class ModelExport {
    let plan: ObjectPlan
    private let instances: InstancePlan
    private let tree: ExportTree
    /// The index of the field for extras; `nil` if the model has none.
    private let extras: Int?
    /// The keys that extras must not have, because an import reads them into a field or ignores them: those that are compared
    /// exactly, and the first keys of paths.
    private let reservedKeys: Set<JSONPath.Component>
    /// The keys that extras must not have, regardless of case and separators; `nil` if the model has no extras.
    private let reservedNames: FlexibleNames?
    /// The drafts that are not in use. A type that contains itself needs one for each instance that is being written.
    private var idleDrafts: [OwnedDraft] = []

    /// Whether instances are class instances, which may be of a subclass.
    var isClass: Bool { instances.isClass }

    /// - Throws: ``ImportError`` if the type's plan lacks what an export needs.
    convenience init(_ type: any Importable.Type, _ options: ExportOptions) throws(ImportError) {
        let plan = type.importPlan
        // A class that is not marked with `@Importable` inherits the plan of its superclass.
        guard type.isKind(of: plan.type) else { throw .planOfAnotherType("\(plan.type)", type: "\(type)") }
        guard let object = plan.object else { throw .notExportable("\(type)") }
        try self.init(object, options)
    }

    /// - Throws: ``ImportError`` if the plan lacks what an export needs.
    init(_ plan: ObjectPlan, _ options: ExportOptions) throws(ImportError) {
        if let error = plan.error { throw error }
        guard let instances = plan.instances else { throw .planWithoutInstances(type: "\(plan.model)") }
        (self.plan, self.instances) = (plan, instances)
        guard !options.isForDecoders else {
            tree = .named(plan.fields)
            (extras, reservedKeys, reservedNames) = (nil, [], nil)
            return
        }
        let rules = KeyRules(plan, options.importOptions)
        tree =
            try plan.isArray
            ? .array(plan.fields.indices.map { .field($0) }) : rules.exportTree(of: plan, options)
        extras = plan.fields.firstIndex { $0.role == .extras }
        let keys = extras == nil ? [] : rules.exact.map(\.key) + rules.paths.keyed.map(\.key)
        reservedKeys = Set(keys.map(JSONPath.Component.key))
        reservedNames = extras == nil ? nil : FlexibleNames(rules.flexible.map(\.key))
    }

    deinit {
        reservedNames?.free()
    }

    /// Writes the instance at an address.
    ///
    /// - Parameter omitted: the index of a field that is nil and not written, whatever the policy for nil is.
    func write(_ instance: ValueAddress, to output: ModelOutput, omitting omitted: Int? = nil) throws {
        try withValues(of: instance) { values in
            if let omitted { values.draft[state: omitted] = DraftState.missing }
            guard !plan.isArray else { return try write(tree, of: values, to: output) }
            try output.object {
                for member in tree.members { try write(member, of: values, to: output) }
                if let extras, let members = values.address(of: extras) {
                    try writeExtras(members[as: [String: JSONValue].self], to: output)
                }
            }
        }
    }

    /// Returns how much of a path an export of an instance writes.
    func coverage(of path: [String]) -> PathCoverage { tree.coverage(of: path[...]) }

    /// Returns the index of the field that is written at a path; `nil` if there is none.
    func field(at path: [String]) -> Int? { tree.field(at: path[...]) }

    /// Returns the text of the string, number or bool that a field of an instance is written as; `nil` if the field is
    /// written as another value, or is nil.
    func text(of field: Int, in instance: ValueAddress, _ output: ModelOutput) throws -> String? {
        let target = DictionaryTarget()
        let fieldOutput = try ModelOutput(to: target, options: output.options)
        try withValues(of: instance) { try writeField(field, of: $0, to: fieldOutput) }
        return target.value.flatMap(AnyValueKind.scalarText)
    }

    // MARK: - Values

    /// Calls a function with the values of the instance at an address. The values are valid for the call.
    func withValues(of instance: ValueAddress, _ body: (OwnedDraft) throws -> Void) throws {
        let values = idleDrafts.popLast() ?? OwnedDraft(plan)
        defer {
            values.clear()
            idleDrafts.append(values)
        }
        values.decompose(instance, instances)
        let fields = plan.fields
        for index in 0..<fields.count where values.state(of: index) != DraftState.present {
            let field = fields[index]
            guard !field.isRequired, field.role != .extras else {
                throw ImportError.fieldNotAdded(field, type: "\(plan.model)")
            }
        }
        try body(values)
    }

    // MARK: - Fields

    private func write(
        _ member: (key: String, tree: ExportTree), of values: OwnedDraft, to output: ModelOutput
    ) throws {
        guard isWritten(member.tree, of: values, output.options.nils) else { return }
        try output.member(member.key) { try write(member.tree, of: values, to: output) }
    }

    private func write(_ tree: ExportTree, of values: OwnedDraft, to output: ModelOutput) throws {
        switch tree {
        case .field(let index): try writeField(index, of: values, to: output)
        case .object(let members):
            try output.object {
                for member in members { try write(member, of: values, to: output) }
            }
        case .array(let elements):
            try output.array { try write(elements, of: values, to: output) }
        }
    }

    /// Writes the elements of an array up to the last one with a field that is written.
    private func write(_ elements: [ExportTree?], of values: OwnedDraft, to output: ModelOutput) throws {
        let nils = output.options.nils
        let last = elements.lastIndex { isWritten($0, of: values, nils) } ?? -1
        for (index, tree) in elements.prefix(last + 1).enumerated() {
            guard let tree, isWritten(tree, of: values, nils) else {
                try output.put(.null)
                continue
            }
            try output.element(index) { try write(tree, of: values, to: output) }
        }
    }

    private func writeField(_ index: Int, of values: OwnedDraft, to output: ModelOutput) throws {
        try output.write(values.address(of: index), of: plan.fields, at: index)
    }

    private func isWritten(_ tree: ExportTree?, of values: OwnedDraft, _ nils: NilPolicy) -> Bool {
        switch tree {
        case nil: false
        case .field(let index): nils.writes(values.state(of: index))
        case .object(let members): members.contains { isWritten($0.tree, of: values, nils) }
        case .array(let elements): elements.contains { isWritten($0, of: values, nils) }
        }
    }

    private func writeExtras(_ members: [String: JSONValue], to output: ModelOutput) throws {
        for (key, value) in members {
            let isReserved =
                reservedKeys.contains(.key(key)) || key.withKeyText { reservedNames?.find($0) } != nil
            guard !isReserved else {
                throw ImportError(
                    .duplicateKey,
                    "the extras of \(plan.model) contain the key \(key.debugDescription) of one of its properties"
                ).inside(.key(key))
            }
            try output.member(key) { try output.write(value) }
        }
    }
}

extension ExportTree {
    /// Returns the index of the field at a path.
    fileprivate func field(at path: ArraySlice<String>) -> Int? {
        if path.isEmpty, case .field(let index) = self { return index }
        return members.first { $0.key == path.first }?.tree.field(at: path.dropFirst())
    }

    /// Returns how much of a path an object with this tree writes.
    fileprivate func coverage(of path: ArraySlice<String>) -> PathCoverage {
        guard let key = path.first else { return .whole }
        guard let member = members.first(where: { $0.key == key }) else { return .none }
        return member.tree.coverage(of: path.dropFirst()) == .whole ? .whole : .part
    }
}

extension NilPolicy {
    /// Returns whether a field with a state is written.
    fileprivate func writes(_ state: UInt8) -> Bool {
        switch state {
        case DraftState.present: true
        case DraftState.null: self == .write
        default: false
        }
    }
}

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
            cases[ObjectIdentifier(type)] = CaseExport(type, plan)
            return nil
        }
        let model = try ModelExport(type, options)
        models[ObjectIdentifier(type)] = model
        return model
    }
}
