/// A field of a model that is exported as a column of a table.
package struct ExportedField {
    /// The name of the column: that of the property, or its key in `CodingKeys`.
    package let name: String
    /// The type of the property, without optionals around it.
    package let type: any Importable.Type
    /// Whether the property may be nil.
    package let isOptional: Bool
    /// The index of the field in the plan.
    let index: Int

    private init(_ field: FieldDescription, index: Int) {
        self.index = index
        name = field.nameKey
        var type = field.type
        while let wrapped = type.importPlan.wrapped { type = wrapped }
        self.type = type
        isOptional = field.role == .optional || type != field.type
    }

    /// Returns the fields of a model that are exported as columns: all but those without a key and those of the type
    /// ``SkippedValue``.
    ///
    /// - Throws: ``ImportError/Code/invalidPlan`` if the type is not a model, or has no such fields.
    package static func fields(of model: any Importable.Type) throws(ImportError) -> [ExportedField] {
        let plan = model.importPlan
        // The instances of a class with cases have different fields.
        let fields = plan.wrapped == nil && plan.cases == nil ? plan.object?.fields ?? [] : []
        let kept = fields.enumerated().filter {
            ($1.hasKey || $1.role == .extras) && $1.type != SkippedValue.self
        }
        guard !kept.isEmpty else { throw .noColumns(type: "\(model)") }
        return kept.map { ExportedField($1, index: $0) }
    }
}

extension ImportError {
    fileprivate static func noColumns(type: String) -> ImportError {
        ImportError(
            .invalidPlan, "expected a model with properties, found \(type)",
            advice: "write instances of a struct or class that is marked with @Importable")
    }
}
