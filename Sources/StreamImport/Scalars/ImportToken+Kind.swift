extension ImportToken {
    /// Refuses a token of another kind than the one that the type is made from.
    func require(_ kind: Kind, expected: StaticString) throws(ScalarFault) {
        guard self.kind == kind else { throw .mismatch(expected: expected) }
    }

    /// Refuses a token that is neither a number nor a string, which may hold a number.
    func requireNumberOrString(expected: StaticString) throws(ScalarFault) {
        guard kind == .number || kind == .string else { throw .mismatch(expected: expected) }
    }
}
