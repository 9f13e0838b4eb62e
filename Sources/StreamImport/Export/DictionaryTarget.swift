internal import Foundation

/// A target that makes Foundation arrays and dictionaries.
final class DictionaryTarget: ExportTarget {
    /// The complete value; `nil` until its last part was put.
    private(set) var value: Any?
    private var openContainers: [Container] = []

    private struct Container {
        var elements: [Any] = []
        var members: [String: Any] = [:]
        /// The key of the next member.
        var key: String?
    }

    func put(_ scalar: ExportedScalar) throws(ImportError) {
        switch scalar {
        case .null: add(NSNull())
        case .bool(let value): add(value)
        case .string(let text): add(text)
        case .integer(let number): add(number)
        case .unsigned(let number): add(Int(exactly: number) ?? number)
        case .double(let number): add(number)
        case .decimal(let number): add(number)
        case .number(let text): add(try Self.number(text))
        }
    }

    func key(_ key: String) { openContainers[openContainers.count - 1].key = key }

    func start(isObject: Bool) { openContainers.append(Container()) }

    func end(isObject: Bool) {
        let container = openContainers.removeLast()
        add(isObject ? container.members : container.elements)
    }

    private func add(_ value: Any) {
        guard let last = openContainers.indices.last else {
            self.value = value
            return
        }
        guard let key = openContainers[last].key else { return openContainers[last].elements.append(value) }
        openContainers[last].members[key] = value
        openContainers[last].key = nil
    }

    /// Returns the number in the text, with all its digits.
    private static func number(_ text: String) throws(ImportError) -> Any {
        guard let number = text.withUTF8Span({ NumericValue(exactly: $0) }).number else {
            throw .unrepresentableNumber(text)
        }
        return number
    }
}
