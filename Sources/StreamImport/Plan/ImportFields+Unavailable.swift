/// Declarations for types that are not importable, which the compiler chooses only for its message.
extension ImportFields {
    /// Is not available, because the type of the value is not importable.
    @available(
        *, unavailable,
        message:
            "the type is not importable; add '@Importable' to its declaration, or extend a Codable type with 'ImportableByDecoding'"
    )
    public mutating func required<Value>(
        _ name: String, _ type: Value.Type = Value.self, keys: [String] = [], dates: DateStrategy? = nil,
        isLenient: Bool = false
    ) -> RequiredField<Value> {
        fatalError()
    }

    /// Is not available, because the type of the value is not importable.
    @available(
        *, unavailable,
        message:
            "the type is not importable; add '@Importable' to its declaration, or extend a Codable type with 'ImportableByDecoding'"
    )
    public mutating func optional<Value>(
        _ name: String, _ type: Value.Type = Value.self, keys: [String] = [], dates: DateStrategy? = nil,
        isLenient: Bool = false
    ) -> OptionalField<Value> {
        fatalError()
    }

    /// Is not available, because the type of the value is not importable.
    @available(
        *, unavailable,
        message:
            "the type is not importable; add '@Importable' to its declaration, or extend a Codable type with 'ImportableByDecoding'"
    )
    public mutating func defaulted<Value>(
        _ name: String, _ type: Value.Type = Value.self, keys: [String] = [], dates: DateStrategy? = nil,
        isLenient: Bool = false
    ) -> OptionalField<Value> {
        fatalError()
    }
}

extension ImportCase {
    /// Is not available, because the type of the associated value is not importable.
    @available(
        *, unavailable,
        message:
            "the type is not importable; add '@Importable' to its declaration, or extend a Codable type with 'ImportableByDecoding'"
    )
    public init<Payload>(
        _ name: String, keys: [String] = [], payload: Payload.Type = Payload.self,
        wrap: @escaping @Sendable (consuming Payload) -> Model,
        unwrap: @escaping @Sendable (borrowing Model) -> Payload?
    ) {
        fatalError()
    }
}

extension Importable {
    /// Is not available, because the type declares no plan.
    @available(*, unavailable, message: "add '@Importable' to the declaration of the type")
    public static var importPlan: ImportPlan { fatalError() }
}
