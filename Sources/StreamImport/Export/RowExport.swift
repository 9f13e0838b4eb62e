/// An export of models field by field, without an object around the fields: the columns of a row.
///
/// Values inside a field are written as for a decoder that knows only the names of the properties.
package final class RowExport<Model: Importable> {
    private let model: ModelExport
    private let fields: [FieldDescription]
    /// The indices of the fields that are written.
    private let columns: [Int]
    private let output: ModelOutput

    /// - Parameters:
    ///   - model: the type of the models.
    ///   - fields: the fields to write.
    ///   - target: the receiver of their values.
    /// - Throws: ``ImportError/Code/invalidPlan`` if the type's plan has an error, or no operations on existing
    ///   instances.
    package init(
        of model: Model.Type, fields: [ExportedField], to target: any ExportTarget
    ) throws(ImportError) {
        self.model = try ModelExport(model, .forDecoders)
        self.fields = self.model.plan.fields
        columns = fields.map(\.index)
        output = try ModelOutput(to: target, options: .forDecoders)
    }

    /// Writes the fields of an instance.
    ///
    /// - Parameters:
    ///   - startField: begins a field, given its index among the fields that are written. The parts that the target receives
    ///     before `endField` are the value of the field, or null for `nil`.
    ///   - endField: ends a field.
    /// - Throws: ``ImportError`` with the path of the value that cannot be written.
    package func write(
        _ instance: Model, startField: (Int) -> Void, endField: () -> Void
    ) throws(ImportError) {
        do {
            try ValueAddress.of(instance) { instance in
                try model.withValues(of: instance) { values in
                    for (column, index) in columns.enumerated() {
                        do {
                            startField(column)
                            try output.write(values.address(of: index), of: fields, at: index)
                            endField()
                        } catch {
                            throw ImportError.rejectedByModel(error).inside(.key(fields[index].name))
                        }
                    }
                }
            }
        } catch {
            throw .rejectedByModel(error)
        }
    }
}

/// A field of a model that is exported as a column of a table.
package typealias ExportedField = (
    /// The name of the column: that of the property, or its key in `CodingKeys`.
    name: String,
    /// The type of the property, without optionals around it.
    type: any Importable.Type,
    /// Whether the property may be nil.
    isOptional: Bool,
    /// The index of the field in the plan.
    index: Int
)

extension Importable {
    /// Returns the fields of a model that are exported as columns: all but those without a key and those of the type
    /// ``SkippedValue``.
    ///
    /// - Throws: ``ImportError/Code/invalidPlan`` if the type is not a model, or has no such fields.
    package static func exportedFields() throws(ImportError) -> [ExportedField] {
        let plan = importPlan
        // The instances of a class with cases have different fields.
        let fields = plan.wrapped == nil && plan.cases == nil ? plan.object?.fields ?? [] : []
        let kept = fields.enumerated().filter {
            ($1.hasKey || $1.role == .extras || $1.source != nil) && $1.type != SkippedValue.self
        }
        guard !kept.isEmpty else {
            throw .invalidPlan(
                "expected a model with properties, found \(self)",
                advice: "write instances of a struct or class that is marked with @Importable")
        }
        return kept.map { index, field in
            var type = field.type
            while let wrapped = type.importPlan.wrapped { type = wrapped }
            return (field.nameKey, type, field.role == .optional || type != field.type, index)
        }
    }
}
