import ImportNames

/// A string member of the records on which their other keys depend.
///
/// A *variable* key is a key of the records, or of an object that is a member of the records, that some of these objects
/// have and others do not. A variable key *depends* on the member if, for each value of the member, all objects have the
/// key or none has it. Several records must confirm it: one value with the key, and one value without the key, occur more
/// than once.
///
/// A member is a discriminator if all of this is true:
///
/// - Each record is an object, and has the member, with 2 to ``ProfileLimits/maximumCases`` different strings of 1 to
///   ``ProfileLimits/maximumCaseBytes`` bytes.
/// - There are at least 4 records for each value, on average.
/// - At least half of the variable keys depend on the member.
/// - Two values each have a dependent key that the other one does not have.
///
/// The name decides where the data leave a doubt: with a telling name, 2 records for each value and one dependent key are
/// enough.
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

    /// - Parameter cases: the cases of a member that is a string in each record.
    init?(key: String, cases: [Case]) {
        let presences = Self.presences(in: cases).filter { $0.path != [key] }
        let dependentKeys = presences.filter(\.isDependent)
        let records = cases.reduce(0) { $0 + $1.records }
        let isPlain =
            records >= 4 * cases.count && 2 * dependentKeys.count >= presences.count { $0.isVariable }
            && Self.areMutual(dependentKeys, caseCount: cases.count)
        let isNamed = Self.isTelling(key) && records >= 2 * cases.count && !dependentKeys.isEmpty
        guard cases.count > 1, isPlain || isNamed else { return nil }
        self.key = key
        self.cases = cases
        self.dependentKeys = dependentKeys.map(\.path)
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

    /// Returns whether this discriminator explains more keys than another one. If both explain the same number, one with
    /// a telling name is better, and then one with fewer values.
    func isBetter(than other: Self) -> Bool {
        let rank = { (item: Self) in
            (item.dependentKeys.count, Self.isTelling(item.key) ? 1 : 0, -item.cases.count)
        }
        return rank(self) >= rank(other)
    }

    private static let tellingEndings = ["type", "typename", "kind", "event", "action", "class", "variant"]

    /// Returns whether a key is usual for discriminators: whether it ends with `type`, `typename`, `kind`, `event`,
    /// `action`, `class` or `variant`, apart from case and punctuation.
    static func isTelling(_ key: String) -> Bool {
        let name = NameFolding.fold(key).filter(\.isLetter)
        return tellingEndings.contains(where: name.hasSuffix)
    }

    // MARK: - Keys

    /// Returns whether two cases each have a key that the other one lacks.
    private static func areMutual(_ keys: [KeyPresence], caseCount: Int) -> Bool {
        let sets = (0..<caseCount).map { index in
            (
                always: Set(keys.indices.filter { keys[$0].counts[index].isAlways }),
                never: Set(keys.indices.filter { keys[$0].counts[index].isNever })
            )
        }
        return sets.indices.contains { first in
            sets[..<first].contains { second in
                !sets[first].always.isDisjoint(with: second.never)
                    && !sets[first].never.isDisjoint(with: second.always)
            }
        }
    }

    /// Returns the presence of each key of the records, and of the objects that are their members.
    private static func presences(in cases: [Case]) -> [KeyPresence] {
        var paths: [[String]] = []
        var counts: [[String]: [KeyPresence.Count]] = [:]
        for (index, profile) in cases.map(\.profile).enumerated() {
            for member in profile.namedMembers + profile.namedMembers.flatMap(\.namedMembers) {
                let path = member.path.keys
                if counts[path] == nil {
                    paths.append(path)
                    counts[path] = cases.map { KeyPresence.Count(missing: path, in: $0.profile) }
                }
                counts[path]?[index].present = member.occurrences
            }
        }
        return paths.map { KeyPresence(path: $0, counts: counts[$0] ?? []) }
    }
}

/// The number of objects that have a key, for each case.
private struct KeyPresence {
    /// The key, after the key of the member that contains the objects, if they are not the records.
    let path: [String]
    let counts: [Count]

    struct Count {
        var present = 0
        /// The number of objects that may have the key.
        let possible: Int

        /// - Parameter path: the path of a key in one of the records.
        init(missing path: [String], in record: PathProfile) {
            let parent = path.dropLast().reduce(record as PathProfile?) { object, key in
                object?.members.first { $0.path.key == key }
            }
            possible = parent?.values.counts.objects ?? 0
        }

        var isAlways: Bool { possible > 0 && present == possible }
        var isNever: Bool { possible > 0 && present == 0 }
    }

    var isVariable: Bool { counts.contains { $0.present < $0.possible } }

    /// Whether each case decides about the key, and several objects confirm both decisions.
    var isDependent: Bool {
        counts.allSatisfy { $0.possible == 0 || $0.isAlways || $0.isNever }
            && counts.contains { $0.isAlways && $0.possible > 1 }
            && counts.contains { $0.isNever && $0.possible > 1 }
    }
}

extension PathProfile {
    /// The members of objects whose keys are not data.
    fileprivate var namedMembers: [PathProfile] { isDictionary ? [] : members }
}

extension ProfiledPath {
    fileprivate var keys: [String] {
        steps.compactMap { if case .key(let key) = $0 { key } else { nil } }
    }
}
