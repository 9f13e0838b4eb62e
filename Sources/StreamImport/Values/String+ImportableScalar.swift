extension String: ImportableScalar {
    /// Creates the string that the token contains or, if ``ImportOptions/coercion`` allows it, the text of a number or
    /// a bool.
    public init(_ token: borrowing ImportToken) throws {
        if token.kind != .string { try token.requireCoercion(expected: "a string") }
        if token.kind == .bool, token.policies.boolSpelling == .digits {
            self = token.bool == true ? "1" : "0"
        } else {
            self.init(utf8: token.bytes)
        }
    }

    /// Returns a string of the same characters.
    public func exported(dates: DateStrategy) -> ExportedScalar { .string(self) }

    /// The operations of a string, which a target receives without a copy.
    public static var _operations: _ValueOperations {
        // SAFETY: the exporter passes the address of a string.
        unsafe _ValueOperations(Self.self) {
            try unsafe $1.target.put($0.assumingMemoryBound(to: Self.self).pointee)
        }
    }
}
