/// What is at one key path.
package struct PathProfile: Sendable {
    /// The path of the values.
    package let path: ProfiledPath
    package let values: ValueProfile
    /// In how many objects the key is; how many values there are, if it is none.
    package let occurrences: Int
    /// How many objects there are in which it might be.
    package let possibleOccurrences: Int
    /// Whether some of the values were passed over, or some of what is in them.
    package let isIncomplete: Bool
    /// Whether there were keys of the objects for which there was no room.
    package let hasOmittedKeys: Bool
    /// Whether the keys of the objects are data.
    package let isDictionary: Bool
    /// What is under the keys of the objects; under all of them, if they are data.
    package let members: [PathProfile]
    /// What is in the arrays: one profile, or none.
    package let elements: [PathProfile]

    /// This path and those that lead on from it, if there are values.
    var all: [PathProfile] {
        let inner = (members + elements).flatMap(\.all)
        return values.counts.all == 0 ? inner : [self] + inner
    }
}
