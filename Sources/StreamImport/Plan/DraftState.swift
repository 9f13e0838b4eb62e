/// What is known of a field of a draft.
///
/// Several keys may mean one field: the most binding one that has a value wins, in whichever order they come. The state
/// keeps the rank of the key that the value came by, or, without a value, that of the most binding key that was met.
@usableFromInline
enum DraftState {
    @usableFromInline static let missing: UInt8 = 0
    @usableFromInline static let null: UInt8 = 1
    @usableFromInline static let present: UInt8 = 2
    /// There was a value that did not fit, and was left out. In an update that is not a null.
    static let mismatch: UInt8 = 3
    /// The bits that tell the four apart. The others are the rank.
    @usableFromInline static let kindMask: UInt8 = 3
    /// Set if members that mean no field are all that there are; such members have no rank.
    static let replacesExtras: UInt8 = 4
    /// What is set in a word of eight states if any of them is `present`, or `mismatch`.
    static let anyPresent: UInt64 = 0x0202_0202_0202_0202

    /// Whether a state is that of a value or of a null.
    @inlinable
    static func hasContent(_ state: UInt8) -> Bool { state & kindMask == present || state & kindMask == null }

    /// The least binding of all ranks that keys have.
    static let lastRank = 62

    /// The state of a field whose value is the nil of an optional: any other value binds more, by whichever key.
    static let presentNil: UInt8 = UInt8(lastRank + 1) << 2 | present

    /// The state of a field whose value came by a key of this rank; 0 is the most binding. From the last rank on
    /// all keys bind the same.
    static func present(rank: Int) -> UInt8 { UInt8(min(rank, lastRank)) << 2 | present }
}
