/// The profile of a dump: the values at each of its key paths.
package struct Profile: Sendable {
    package let records: Int
    /// The number of members that were skipped because their keys were too long, or because there was no
    /// room for more paths.
    package let omittedMembers: Int
    /// The profile of the records themselves.
    package let root: PathProfile
    /// The member that tells the records apart; `nil` if no member does.
    package let discriminator: ProfileDiscriminator?
    /// Whether the text begins with an object at its outermost level. If there is only one record, the record is then this
    /// object.
    package var beginsWithObject = false

    /// All paths that have values, in pre-order.
    package var paths: [PathProfile] { root.all }
}
