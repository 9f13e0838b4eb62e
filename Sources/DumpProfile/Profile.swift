/// What is at each key path of a dump.
package struct Profile: Sendable {
    package let records: Int
    /// How many members were passed over, because there were more paths than the limit.
    package let omittedKeys: Int
    /// The records themselves.
    package let root: PathProfile

    /// All paths at which there are values, each before those that lead on from it.
    package var paths: [PathProfile] { root.all }
}
