extension String: ImportableScalar {
    /// Makes the string that the token holds; of a number or a bool its own text, as far as
    /// ``ImportOptions/coercion`` allows it.
    public init(_ token: borrowing ImportToken) throws {
        if token.kind != .string { try token.requireCoercion(expected: "a string") }
        if token.kind == .bool, token.policies.boolSpelling == .digits {
            self = token.bool == true ? "1" : "0"
        } else {
            self.init(utf8: token.bytes)
        }
    }

    /// A string of the same characters.
    public func exported(dates: DateStrategy) -> ExportedScalar { .string(self) }
}
