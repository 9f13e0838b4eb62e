/// A string member of the records on which their other keys depend.
///
/// A key *depends* on the member if, for each value of the member, all objects have the key or none has it. Several records
/// must confirm it: one value with the key, and one value without the key, occur more than once. The key is one of the
/// records, or of an object that is a member of the records.
///
/// The discriminator is the first member of the records for which all of this is true:
///
/// - Each record is an object, and has the member, with 2 to ``ProfileLimits/maximumCases`` different strings of 1 to
///   ``ProfileLimits/maximumCaseBytes`` bytes.
/// - There are at least 2 records for each value, on average.
/// - A key depends on the member.
package struct ProfileDiscriminator: Sendable {
    package let key: String
    /// The cases, one for each value, in the order of their first occurrence.
    package let cases: [Case]
    /// The keys that depend on the value: a key of the records, or the key of a member and a key of its objects.
    let dependentKeys: [[String]]

    /// The records with one value of a discriminator.
    package struct Case: Sendable {
        package let value: String
        /// The profile of the records.
        package let profile: PathProfile

        /// The number of records.
        package var records: Int { profile.values.counts.objects }
    }

    /// The path of the member.
    package var path: ProfiledPath { ProfiledPath(steps: [.key(key)]) }

    /// The cases in the order of their number of records, the most frequent first.
    package var casesByFrequency: [Case] {
        cases.enumerated().sorted { ($1.element.records, $0.offset) < ($0.element.records, $1.offset) }.map(
            \.element)
    }

    /// Returns the sentence that names the member, and the values with their number of records, the most frequent first.
    ///
    /// - Parameter limit: the maximum number of values; the others are counted.
    package func text(atMost limit: Int = 12) -> String {
        let listed = casesByFrequency.prefix(limit).map { "\($0.value) \($0.records.grouped)" }
        let others = cases.count - listed.count
        return "\(path) tells the records apart: " + listed.joined(separator: ", ")
            + (others > 0 ? ", and \(others.counted("other value"))" : "")
    }
}
