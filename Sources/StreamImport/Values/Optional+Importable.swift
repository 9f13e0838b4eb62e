extension Optional: Importable where Wrapped: Importable {
    /// The plan that makes the value as the wrapped type does, and `nil` from null.
    public static var importPlan: ImportPlan {
        var plan = Wrapped.importPlan
        plan.type = Self.self
        plan.wrapped = Wrapped.self
        plan.null = nil
        return plan
    }

    /// The options of the wrapped type.
    public static var importOptions: ImportOptions { Wrapped.importOptions }

    /// The options of the wrapped type.
    public static var exportOptions: ExportOptions { Wrapped.exportOptions }

    /// The operations of an optional, which is written as the wrapped value or as null.
    public static var _operations: _ValueOperations {
        let write = unsafe Wrapped._operations.write
        // SAFETY: the exporter passes the address of an optional, which is also that of the wrapped value.
        return unsafe _ValueOperations(Self.self) { value, output in
            guard unsafe value.assumingMemoryBound(to: Self.self).pointee != nil else {
                return try output.put(.null)
            }
            try unsafe write(value, output)
        }
    }
}
