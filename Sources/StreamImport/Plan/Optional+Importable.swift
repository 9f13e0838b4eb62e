extension Optional: Importable where Wrapped: Importable {
    /// An optional is made from whatever the type inside is made from; null makes it `nil`.
    public static var importPlan: ImportPlan {
        var plan = Wrapped.importPlan
        plan.type = Self.self
        plan.wrapped = Wrapped.self
        plan.null = nil
        return plan
    }
}
