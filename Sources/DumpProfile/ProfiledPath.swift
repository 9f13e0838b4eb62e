import JSONRecords

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
}
