/// The fields of a model, and the values that they have in instances.
final class ModelFields {
    let plan: ObjectPlan
    let instances: InstancePlan
    /// The drafts that are not in use. A type that contains itself needs one for each instance that is being written.
    private var idleDrafts: [OwnedDraft] = []
    private var reader: FieldReader?

    /// - Throws: ``ImportError`` if the type's plan lacks what an export needs.
    convenience init(_ type: any Importable.Type) throws(ImportError) {
        let plan = type.importPlan
        // A class that is not marked with `@Importable` inherits the plan of its superclass.
        guard type.isKind(of: plan.type) else {
            throw .planOfAnotherType("\(plan.type)", type: "\(type)")
        }
        guard let object = plan.object else { throw .notExportable("\(type)") }
        try self.init(object)
    }

    /// - Throws: ``ImportError`` if the plan lacks what an export needs.
    init(_ object: ObjectPlan) throws(ImportError) {
        if let error = object.error { throw error }
        guard let instances = object.instances else { throw .planWithoutInstances(type: "\(object.model)") }
        self.instances = instances
        self.plan = object
    }

    /// Passes the fields of the instance at an address to a receiver, in the order of the plan.
    ///
    /// - Parameter receiver: the receiver, which is the same for all instances.
    func read(_ instance: UnsafeRawPointer, to receiver: any FieldReceiver) throws {
        if reader == nil { reader = FieldReader(plan, instances, to: receiver) }
        // SAFETY: the caller passes the address of an instance of this plan's model.
        try unsafe reader?.idle.read(instance)
    }

    /// Calls a function with the values of the instance at an address. The values are valid for the call.
    func withValues(of instance: UnsafeRawPointer, _ body: (OwnedDraft) throws -> Void) throws {
        let values = idleDrafts.popLast() ?? OwnedDraft(plan)
        defer {
            values.clear()
            idleDrafts.append(values)
        }
        // SAFETY: the caller passes the address of an instance of this plan's model.
        unsafe values.decompose(instance, instances)
        try requireFields(values)
        try body(values)
    }

    /// Throws an error if a required field or a field for extras has no value.
    private func requireFields(_ values: OwnedDraft) throws(ImportError) {
        let fields = plan.fields
        for index in 0..<fields.count where values.state(of: index) != DraftState.present {
            let field = fields[index]
            guard !field.isRequired, field.role != .extras else {
                throw .fieldNotAdded(field, type: "\(plan.model)")
            }
        }
    }
}
