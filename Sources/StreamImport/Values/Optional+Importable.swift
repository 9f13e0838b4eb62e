extension Optional: Importable where Wrapped: Importable {
    /// An optional is made from whatever the type inside is made from; null makes it `nil`.
    public static var importPlan: ImportPlan {
        var plan = Wrapped.importPlan
        plan.type = Self.self
        plan.wrapped = Wrapped.self
        plan.null = nil
        return plan
    }

    /// Those of the type inside.
    public static var importOptions: ImportOptions { Wrapped.importOptions }

    /// Those of the type inside.
    public static var exportOptions: ExportOptions { Wrapped.exportOptions }

    /// Writes the value inside, or null.
    public static func _export(_ value: UnsafeRawPointer, to output: ExportOutput) throws {
        // SAFETY: the place has an optional; the value inside is where the optional is.
        guard unsafe value.assumingMemoryBound(to: Self.self).pointee != nil else {
            return try output.put(.null)
        }
        try unsafe Wrapped._export(value, to: output)
    }
}
