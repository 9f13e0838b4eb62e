/// The fields of a model, and drafts for the values that they have in an instance.
final class ModelFields {
    let plan: ObjectPlan
    let instances: InstancePlan
    /// The drafts that are not in use. A type that contains itself needs one for each instance that is being written.
    private var idleDrafts: [OwnedDraft] = []

    /// - Throws: ``ImportError`` if the type's plan lacks what an export needs.
    init(_ type: any Importable.Type) throws(ImportError) {
        let plan = type.importPlan
        // A class that is not marked with `@Importable` inherits the plan of its superclass.
        guard type.isKind(of: plan.type) else {
            throw .planOfAnotherType("\(plan.type)", type: "\(type)")
        }
        guard let object = plan.object else { throw .notExportable("\(type)") }
        if let error = object.error { throw error }
        guard let instances = object.instances else { throw .planWithoutInstances(type: "\(type)") }
        self.instances = instances
        self.plan = object
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

    /// Writes the value of a field, or null if the field has none.
    func writeField(_ index: Int, of values: OwnedDraft, to output: ModelOutput) throws {
        guard values.state(of: index) & DraftState.kindMask == DraftState.present else {
            return try output.put(.null)
        }
        // SAFETY: the state says that the draft has a value of the field's type at the offset.
        try unsafe output.write(
            values.draft.address(plan.fields[index].offset), of: plan.fields[index].type,
            plan.fields[index].operations.write)
    }

    /// Throws an error if a required field or a field for extras has no value.
    private func requireFields(_ values: OwnedDraft) throws(ImportError) {
        let fields = plan.fields
        for index in 0..<fields.count where values.state(of: index) != DraftState.present {
            let field = fields[index]
            guard field.role != .required, field.role != .extras else {
                throw .fieldNotAdded(field.name, type: "\(plan.model)")
            }
        }
    }
}
