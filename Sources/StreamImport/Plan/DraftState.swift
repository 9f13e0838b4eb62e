/// The state of a field in a draft, in a byte: the kind of its content and a rank.
///
/// Several keys may be bound to one field. The key with the highest precedence that has a value wins, whatever the
/// order of the keys in the input. The state has the rank of the key that the value came from or, without a value,
/// the rank of the key with the highest precedence that was read.
@usableFromInline
enum DraftState {
    @usableFromInline static let missing: UInt8 = 0
    @usableFromInline static let null: UInt8 = 1
    @usableFromInline static let present: UInt8 = 2
    /// A value did not fit and was skipped. An update does not treat it as null.
    static let mismatch: UInt8 = 3
    /// The bits that distinguish the four kinds. The other bits are the rank.
    @usableFromInline static let kindMask: UInt8 = 3
    /// The flag of a field for extras whose value replaces all extras of the instance. Such a field has no rank.
    static let replacesExtras: UInt8 = 4
    /// A mask for a word of eight states: a bit under the mask is set if any of the states is `present` or `mismatch`.
    static let anyPresent: UInt64 = 0x0202_0202_0202_0202

    /// Returns whether a state is that of a value or of a null.
    @inlinable
    static func hasContent(_ state: UInt8) -> Bool { state & kindMask == present || state & kindMask == null }

    /// The rank of the lowest precedence that a key can have.
    static let lastRank = 62

    /// The state of a field whose value is the `nil` of an optional. Another value from any key takes precedence.
    static let presentNil: UInt8 = UInt8(lastRank + 1) << 2 | present

    /// Returns the state of a field whose value came from a key of this rank. Rank 0 has the highest precedence. From
    /// ``lastRank`` on, all keys have the same precedence.
    static func present(rank: Int) -> UInt8 { UInt8(min(rank, lastRank)) << 2 | present }
}
