/// What the fields of a model become one by one, without an object around them: the columns of a row.
package protocol RowTarget: ExportTarget {
    /// Begins a field; what comes until its end is its value, null if it is nil.
    ///
    /// - Parameter index: the index among the fields that are written.
    func startField(_ index: Int)
    func endField() throws(ImportError)
}

/// Writes models field by field.
///
/// What is inside a field is written as for a decoder that knows the properties alone.
package final class RowExport<Model: Importable> {
    private let fields: [ExportedField]
    private let model: ModelFields
    private let target: any RowTarget
    private let output: ModelOutput

    /// - Parameters:
    ///   - model: the type of the models.
    ///   - fields: those that are written.
    ///   - target: what takes their values.
    /// - Throws: ``ImportError/Code/invalidPlan`` if the type's plan does not say how values are copied.
    package init(
        of model: Model.Type, fields: [ExportedField], to target: any RowTarget
    ) throws(ImportError) {
        self.fields = fields
        self.model = try ModelFields(model)
        self.target = target
        output = try ModelOutput(to: target, options: .forDecoders)
    }

    /// Writes the fields of an instance.
    ///
    /// - Throws: ``ImportError`` with the path of the value that cannot be written.
    package func write(_ instance: Model) throws(ImportError) {
        do {
            // SAFETY: the instance stays where it is for the call.
            try unsafe withUnsafePointer(to: instance) { address in
                try unsafe model.withValues(of: address) { values in
                    for index in fields.indices {
                        target.startField(index)
                        try writeField(index, of: values)
                    }
                }
            }
        } catch {
            throw .rejectedByModel(error)
        }
    }

    private func writeField(_ index: Int, of values: OwnedDraft) throws {
        let fieldIndex = fields[index].index
        do {
            if let value = unsafe values.address(of: fieldIndex) {
                // SAFETY: the field has a value of its type there.
                try unsafe output.write(
                    value, of: model.plan.fields[fieldIndex].type, model.operations[fieldIndex])
            } else {
                try output.put(.null)
            }
            try target.endField()
        } catch {
            throw ImportError.rejectedByModel(error).inside(.key(fields[index].name))
        }
    }
}
