/// What the initialiser of a scalar has to know beside the token's text.
///
/// Trivial to copy, as a token is made for each scalar of the input.
@usableFromInline
struct ScalarPolicies: Sendable {
    /// How dates are written, where the token is to become one.
    let dates: DateStrategy
    /// Which scalars of another kind are accepted.
    let coercion: CoercionPolicy
}
