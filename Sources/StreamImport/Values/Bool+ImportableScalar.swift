extension Bool: ImportableScalar {
    /// Makes `true` of `true` and `false` of `false`, and nothing else of anything else.
    public init(_ token: borrowing ImportToken) throws {
        try token.require(.bool, expected: "true or false")
        switch token.bytes.count {
        case 4: self = true
        case 5: self = false
        default: throw ScalarFault.invalid(expected: "true or false")
        }
    }
}
