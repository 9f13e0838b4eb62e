/// What the initialiser of a scalar has to know beside the token's text.
///
/// Trivial to copy, as a token is made for each scalar of the input.
@safe
@usableFromInline
struct ScalarPolicies: Sendable {
    private let notation: Unmanaged<DateNotation>
    /// Which scalars of another kind are accepted.
    let coercion: CoercionPolicy

    /// How a bool is spelled that becomes a string.
    let boolSpelling: BoolSpelling

    /// - Parameter dates: kept by the caller for as long as there are tokens with these policies.
    init(dates: DateStrategy, coercion: CoercionPolicy, boolSpelling: BoolSpelling = .words) {
        // SAFETY: the plan keeps the strategy as long as its policies.
        unsafe notation = Unmanaged.passUnretained(dates.notation)
        self.coercion = coercion
        self.boolSpelling = boolSpelling
    }

    /// How dates are written, where the token is to become one.
    var dates: DateNotation.Format {
        // SAFETY: the node store of a run keeps the strategies of all its nodes. The tokens of the run, which
        // cannot escape, come and go while it lives.
        unsafe notation._withUnsafeGuaranteedRef { $0.format }
    }
}
