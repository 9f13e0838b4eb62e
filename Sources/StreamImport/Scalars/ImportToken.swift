/// One scalar of the input, as it was written, on its way to becoming a value.
///
/// The bytes are borrowed from the parser: they are valid until the call that received the token returns.
public struct ImportToken: ~Escapable {
    /// What JSON says the scalar is.
    public enum Kind: UInt8, Sendable {
        /// A string; the token's bytes are its text in UTF-8, escapes resolved.
        case string
        /// A number; the token's bytes are its spelling, such as `-1.5e3`.
        case number
        /// `true` or `false`, spelled out in the token's bytes.
        case bool
    }

    /// What JSON says the scalar is.
    public let kind: Kind

    /// The scalar's text.
    public let bytes: Span<UInt8>

    let policies: ScalarPolicies

    /// Whether a token of the kind ``Kind/bool`` is `true`; `nil` if its bytes are neither `true` nor `false`.
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
    /// Refuses a token of another kind than the one that the type is made from.
    func require(_ kind: Kind, expected: StaticString) throws(ScalarError) {
        guard self.kind == kind else { throw .typeMismatch(expected: expected) }
    }

    /// Refuses a token that is neither a number nor a string, which may hold a number.
    func requireNumberOrString(expected: StaticString) throws(ScalarError) {
        guard kind == .number || kind == .string else { throw .typeMismatch(expected: expected) }
    }
}
