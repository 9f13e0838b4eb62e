/// The profile of the values at one key path.
package struct PathProfile: Sendable {
    /// The path of the values.
    package let path: ProfiledPath
    package let values: ValueProfile
    /// The number of objects that have the key, or the number of values if the path does not end with a key.
    package internal(set) var occurrences: Int
    /// The number of objects that could have the key.
    package internal(set) var possibleOccurrences: Int
    /// Whether some of the values, or some of their contents, were skipped.
    package let isIncomplete: Bool
    /// Whether keys of the objects were omitted, because they were too long or because there was no room for more
    /// paths.
    package let hasOmittedKeys: Bool
    /// Whether the keys of the objects are data.
    package let isDictionary: Bool
    /// The profiles of the objects' members: one for each key, or one for all if the keys are data.
    package internal(set) var members: [PathProfile]
    /// The profile of the arrays' elements: one, or none.
    package let elements: [PathProfile]

    /// The profiles of this path and of all longer paths that begin with it, in pre-order. Paths without values are
    /// skipped.
    var all: [PathProfile] {
        let nestedProfiles = (members + elements).flatMap(\.all)
        return values.counts.all == 0 ? nestedProfiles : [self] + nestedProfiles
    }
}
