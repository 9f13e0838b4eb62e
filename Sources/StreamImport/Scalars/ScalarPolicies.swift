/// The policies that a scalar's initializer needs besides the token's text.
///
/// The policies are copied without reference counting, because each scalar of the input becomes a token with policies.
@safe
@usableFromInline
struct ScalarPolicies: Sendable {
    private let notation: Unmanaged<DateNotation>
    /// The policy for scalars of another kind than the property.
    let coercion: CoercionPolicy

    /// The spelling of a bool that becomes a string.
    let boolSpelling: BoolSpelling

    /// - Parameter dates: the strategy, which the caller keeps while tokens with these policies exist.
    init(dates: DateStrategy, coercion: CoercionPolicy, boolSpelling: BoolSpelling = .words) {
        // SAFETY: the compiled plan keeps the strategy as long as the policies.
        unsafe notation = Unmanaged.passUnretained(dates.notation)
        self.coercion = coercion
        self.boolSpelling = boolSpelling
    }

    /// Returns the policies with another policy for coercion.
    func with(coercion: CoercionPolicy) -> ScalarPolicies { ScalarPolicies(self, coercion) }

    private init(_ policies: ScalarPolicies, _ coercion: CoercionPolicy) {
        // SAFETY: the owner of the policies keeps the strategy.
        unsafe notation = policies.notation
        self.coercion = coercion
        boolSpelling = policies.boolSpelling
    }

    /// The format of dates, for tokens that become dates.
    var dates: DateNotation.Format {
        // SAFETY: the compiled plan of a run keeps the strategies of all its nodes. The tokens of the run cannot
        // escape, and exist only during the run.
        unsafe notation._withUnsafeGuaranteedRef { $0.format }
    }
}
