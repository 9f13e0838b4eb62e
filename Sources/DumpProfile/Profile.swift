/// What is at each key path of a dump.
package struct Profile: Sendable {
    package let records: Int
    /// How many members were passed over, because their keys were too long, or there was no room for more paths.
    package let omittedKeys: Int
    /// The records themselves.
    package let root: PathProfile

    /// All paths at which there are values, each before those that lead on from it.
    package var paths: [PathProfile] { root.all }
}
