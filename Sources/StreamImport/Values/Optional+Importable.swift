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

    /// Those of an optional, which is written as the value inside, or as null.
    public static var _operations: _ValueOperations {
        // SAFETY: the exporter hands the address of an optional, which is that of the value inside.
        unsafe _ValueOperations(Self.self) { value, output in
            guard unsafe value.assumingMemoryBound(to: Self.self).pointee != nil else {
                return try output.put(.null)
            }
            try unsafe Wrapped._operations.write(value, output)
        }
    }
}
