import JSONRecords

/// The profile of a dump: the values at each of its key paths.
package struct Profile: Sendable {
    package let records: Int
    /// The number of members that were skipped because their keys were too long, or because there was no
    /// room for more paths.
    package let omittedMembers: Int
    package let root: PathProfile
    /// The member that tells the records apart; `nil` if no member does.
    package let discriminator: ProfileDiscriminator?
    /// Whether the record, if there is only one, is an object that may contain the records that the user means.
    package var mayBeEnvelope = false

    /// All paths that have values, in pre-order.
    package var paths: [PathProfile] { root.all }

    /// The arrays of objects in the outermost object, at paths of keys, in the order of their first occurrence; empty if
    /// this object is not the only record.
    package var arrays: [RecordArray] { records == 1 && mayBeEnvelope ? root.arrays : [] }
}

/// The profile of the values at one key path.
package struct PathProfile: Sendable {
    package let path: ProfiledPath
    package let values: ValueProfile
    /// The number of objects that have the key, or the number of values if the path does not end with a key.
    package internal(set) var occurrences: Int
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

    /// The profiles of this path and of all longer paths that begin with it and have values, in pre-order.
    var all: [PathProfile] {
        let nestedProfiles = (members + elements).flatMap(\.all)
        return values.counts.all == 0 ? nestedProfiles : [self] + nestedProfiles
    }

    /// The arrays of objects at this path, and at paths that continue it with keys.
    fileprivate var arrays: [RecordArray] {
        if let keyPath = path.keyPath, let objects = elements.first?.values.counts.objects, objects > 0 {
            return [RecordArray(path: keyPath, objects: objects)]
        }
        return isDictionary ? [] : members.flatMap(\.arrays)
    }
}

/// A path from a record to values in it.
package struct ProfiledPath: Hashable, Sendable, CustomStringConvertible {
    package enum Step: Hashable, Sendable {
        case key(String)
        /// Any key of an object whose keys are data.
        case anyKey
        /// Any element of an array.
        case element
    }

    package var steps: [Step] = []

    func appending(_ step: Step) -> Self { Self(steps: steps + [step]) }

    /// The key that the path ends with; `nil` if it ends with any key or any element.
    package var key: String? {
        guard case .key(let key) = steps.last else { return nil }
        return key
    }

    /// The path in JSONPath notation, such as `$.owner.login`, `$.topics[*]` or `$.users.*`.
    package var description: String {
        steps.reduce(into: "$") { text, step in
            switch step {
            case .key(let key): text += JSONPath([.key(key)]).description.dropFirst()
            case .anyKey: text += ".*"
            case .element: text += "[*]"
            }
        }
    }

    /// The path of the values; `nil` if the path is that of the record, or does not consist of keys.
    fileprivate var keyPath: JSONPath? {
        let keys = steps.compactMap {
            if case .key(let key) = $0 { JSONPath.Component.key(key) } else { nil }
        }
        return keys.count == steps.count && !keys.isEmpty ? JSONPath(keys) : nil
    }
}

/// The profiles of the paths, as values.
extension ProfileTree {
    /// Returns the profile of the events so far, or of some of the records.
    ///
    /// - Parameter counts: returns the counts at the path of a node.
    func snapshot(_ counts: (Number) -> PathCounts) -> PathProfile {
        snapshot(of: Self.root, at: ProfiledPath(), possibleOccurrences: nil, counts)
    }

    /// - Parameter possibleOccurrences: the number of objects that may have the key; `nil` if the path does not end with one.
    private func snapshot(
        of number: Number, at path: ProfiledPath, possibleOccurrences: Int?, _ counts: (Number) -> PathCounts
    ) -> PathProfile {
        let (element, isDictionary) = (nodes[number].element, nodes[number].isDictionary)
        let ownCounts = counts(number)
        var values = nodes[number].values
        values.counts = ownCounts.types
        let members = children(of: number).filter { counts($0).occurrences > 0 }.map { child in
            let step = isDictionary ? ProfiledPath.Step.anyKey : .key(nodes[child].key.text)
            return snapshot(
                of: child, at: path.appending(step),
                possibleOccurrences: isDictionary ? nil : ownCounts.types.objects, counts)
        }
        let elements =
            element < 0
            ? [] : [snapshot(of: element, at: path.appending(.element), possibleOccurrences: nil, counts)]
        return PathProfile(
            path: path, values: values,
            occurrences: possibleOccurrences == nil ? values.counts.all : ownCounts.occurrences,
            possibleOccurrences: possibleOccurrences ?? values.counts.all,
            isIncomplete: nodes[number].isIncomplete,
            hasOmittedKeys: nodes[number].hasOmittedKeys, isDictionary: isDictionary, members: members,
            elements: elements)
    }
}
