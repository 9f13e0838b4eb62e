/// The fields of a model, and memory for the values that they have in an instance.
final class ModelFields {
    let plan: ObjectPlan
    let instances: InstancePlan
    /// Those of each field's type.
    let operations: [_ValueOperations]
    /// Memory that no instance is in now. Of a type that contains itself, several are being written at a time.
    private var spare: [OwnedDraft] = []

    /// - Throws: ``ImportError`` if the type's plan does not say what an export needs to know.
    init(_ type: any Importable.Type) throws(ImportError) {
        let plan = type.importPlan
        // A class that is not marked inherits the plan of its superclass.
        guard type.isKind(of: plan.type) else {
            throw .planOfAnotherType("\(plan.type)", type: "\(type)")
        }
        guard let object = plan.object else { throw .notExportable("\(type)") }
        if let error = object.error { throw error }
        guard let instances = object.instances else { throw .planWithoutInstances(type: "\(type)") }
        self.instances = instances
        operations = object.fields.map { $0.type._operations }
        self.plan = object
    }

    /// Lends the values of the instance at a place.
    func withValues(of instance: UnsafeRawPointer, _ body: (OwnedDraft) throws -> Void) throws {
        let values = spare.popLast() ?? OwnedDraft(plan)
        defer {
            values.clear()
            spare.append(values)
        }
        // SAFETY: the caller hands the place of an instance of this plan's model.
        unsafe values.decompose(instance, instances)
        try requireFields(values)
        try body(values)
    }

    private func requireFields(_ values: OwnedDraft) throws(ImportError) {
        for index in plan.fields.indices where values.state(of: index) != DraftState.present {
            let field = plan.fields[index]
            guard field.role != .required, field.role != .extras else {
                throw .fieldNotAdded(field.name, type: "\(plan.model)")
            }
        }
    }
}
