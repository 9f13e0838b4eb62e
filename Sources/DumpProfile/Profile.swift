import StreamImport

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

/// What is at one key path.
package struct PathProfile: Sendable {
    /// The way to the values.
    package let path: ProfiledPath
    package let values: ValueProfile
    /// In how many objects the key is; how many values there are, if it is none.
    package let occurrences: Int
    /// How many objects there are in which it might be.
    package let opportunities: Int
    /// Whether some of the values were passed over, or some of what is in them.
    package let isCut: Bool
    /// Whether the keys of the objects are data.
    package let isDictionary: Bool
    /// What is under the keys of the objects; under all of them, if they are data.
    package let members: [PathProfile]
    /// What is in the arrays: one profile, or none.
    package let elements: [PathProfile]

    /// This path and those that lead on from it, if there are values.
    fileprivate var all: [PathProfile] {
        let inner = (members + elements).flatMap(\.all)
        return values.counts.all == 0 ? inner : [self] + inner
    }
}

/// A way from a record to values in it.
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

    /// The key that the path ends with.
    package var key: String? {
        guard case .key(let key) = steps.last else { return nil }
        return key
    }

    /// The path as JSONPath writes it, such as `$.owner.login`, `$.topics[*]` or `$.users.*`.
    package var description: String {
        steps.reduce(into: "$") { text, step in
            switch step {
            case .key(let key): text += JSONPath([.key(key)]).description.dropFirst()
            case .anyKey: text += ".*"
            case .element: text += "[*]"
            }
        }
    }
}

extension ProfileTree {
    /// What is known so far.
    var snapshot: PathProfile { snapshot(of: Self.root, at: ProfiledPath(), opportunities: nil) }

    /// - Parameter opportunities: `nil` if there were as many as values.
    private func snapshot(
        of number: Number, at path: ProfiledPath, opportunities: Int?
    ) -> PathProfile {
        let (values, element) = (nodes[number].values, nodes[number].element)
        let (isDictionary, objects) = (nodes[number].isDictionary, nodes[number].values.counts.objects)
        let members = children(of: number).map { child in
            let step = isDictionary ? ProfiledPath.Step.anyKey : .key(nodes[child].key.text)
            return snapshot(
                of: child, at: path.appending(step), opportunities: isDictionary ? nil : objects)
        }
        let elements =
            element < 0 ? [] : [snapshot(of: element, at: path.appending(.element), opportunities: nil)]
        return PathProfile(
            path: path, values: values,
            occurrences: opportunities == nil ? values.counts.all : nodes[number].occurrences,
            opportunities: opportunities ?? values.counts.all, isCut: nodes[number].isCut,
            isDictionary: isDictionary, members: members, elements: elements)
    }
}
