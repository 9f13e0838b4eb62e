/// A target that receives the fields of a model one by one, without an object around them: the columns of a row.
package protocol RowTarget: ExportTarget {
    /// Begins a field. The parts that the target receives before ``endField()`` are its value, or null for `nil`.
    ///
    /// - Parameter index: the index among the fields that are written.
    func startField(_ index: Int)
    func endField() throws(ImportError)
}

/// An export of models field by field.
///
/// Values inside a field are written as for a decoder that knows only the names of the properties.
package final class RowExport<Model: Importable> {
    private let fields: [ExportedField]
    private let model: ModelFields
    private let target: any RowTarget
    private let output: ModelOutput

    /// - Parameters:
    ///   - model: the type of the models.
    ///   - fields: the fields to write.
    ///   - target: the receiver of their values.
    /// - Throws: ``ImportError/Code/invalidPlan`` if the type's plan has an error, or no operations on existing
    ///   instances.
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
            // SAFETY: `withUnsafePointer` keeps the instance at its address for the call.
            try unsafe withUnsafePointer(to: instance) { address in
                try unsafe model.withValues(of: address) { values in
                    for index in 0..<fields.count {
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
        do {
            try model.writeField(fields[index].index, of: values, to: output)
            try target.endField()
        } catch {
            throw ImportError.rejectedByModel(error).inside(.key(fields[index].name))
        }
    }
}
