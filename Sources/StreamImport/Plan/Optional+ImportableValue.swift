extension Optional: ImportableValue where Wrapped: ImportableValue {
    /// An optional is made from whatever the type inside is made from; null makes it `nil`.
    public static var importShape: ImportShape {
        var shape = Wrapped.importShape
        shape.type = Self.self
        shape.wrapped = Wrapped.self
        shape.null = nil
        return shape
    }
}
