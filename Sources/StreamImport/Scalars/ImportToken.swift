/// A string, a number or a bool of the input, from which a value is created.
///
/// The parser owns the bytes. They are valid until the call that received the token returns.
public struct ImportToken: ~Escapable {
    /// The kind of a scalar in JSON.
    public enum Kind: UInt8, Sendable {
        /// A string. The token's bytes are its text in UTF-8, with escapes resolved.
        case string
        /// A number. The token's bytes are its spelling, such as `-1.5e3`.
        case number
        /// `true` or `false`, spelled out in the token's bytes.
        case bool
    }

    /// The kind of the scalar in JSON.
    public let kind: Kind

    /// The scalar's text.
    public let bytes: Span<UInt8>

    let policies: ScalarPolicies

    /// The value of a token of the kind ``Kind/bool``, determined by the length of `true` and `false`; `nil` if the
    /// token has another length.
    var bool: Bool? {
        switch bytes.count {
        case 4: true
        case 5: false
        default: nil
        }
    }

    @_lifetime(copy bytes)
    init(kind: Kind, bytes: Span<UInt8>, policies: ScalarPolicies) {
        self.kind = kind
        self.bytes = bytes
        self.policies = policies
    }
}

extension ImportToken {
    /// Throws an error if the token is of another kind than the required one.
    func require(_ kind: Kind, expected: StaticString) throws(ScalarError) {
        guard self.kind == kind else { throw .typeMismatch(expected: expected) }
    }

    /// Throws an error if the token is neither a number nor a string. The string may contain a number.
    func requireNumberOrString(expected: StaticString) throws(ScalarError) {
        guard kind == .number || kind == .string else { throw .typeMismatch(expected: expected) }
    }
}
