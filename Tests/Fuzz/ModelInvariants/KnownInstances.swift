internal import Foundation
internal import StreamImport

/// The instances that an import can find, and descriptions of the values that the import delivers.
final class KnownInstances {
    let nodes: IdentityMap<Node, Int>
    let watched: IdentityMap<Watched, String>
    /// The objects that were described, with numbers in the order of the first descriptions. The table retains the
    /// objects, so that no new object has the address of a freed one.
    private var numbers: [ObjectIdentifier: (object: AnyObject, number: Int)] = [:]

    init() {
        let second = Node(id: 2, name: "two")
        nodes = IdentityMap(\Node.id, [Node(id: 1, name: "one", next: second, parts: [Node(id: 9)]), second])
        watched = IdentityMap(\Watched.id, [Watched(id: "1", next: Watched(id: "2"))])
    }

    deinit {
        // Breaks reference cycles, which would never be freed.
        let objects = numbers.values.map(\.object)
        for node in nodes.values + objects.compactMap({ $0 as? Node }) { node.clearReferences() }
        for watched in watched.values + objects.compactMap({ $0 as? Watched }) { watched.clearReferences() }
    }

    /// The descriptions of the instances that an import can find.
    var descriptions: [String] {
        nodes.values.sorted { $0.id < $1.id }.map { description(of: $0) }
            + watched.values.sorted { $0.id < $1.id }.map { description(of: $0) }
    }

    /// Returns a description of a value and its contents. Each object is described once; each later occurrence is only
    /// its number.
    func description(of value: Any) -> String {
        var described: Set<Int> = []
        return description(of: value, &described)
    }

    private func description(of value: Any, _ described: inout Set<Int>) -> String {
        switch value {
        case let text as String: return text.debugDescription
        case let value as any CustomStringConvertible & Numeric: return value.description
        case is Bool, is Date, is UUID, is URL, is NSNull: return "\(value)"
        // A text of a dictionary has another spelling than that of the same text.
        case let text as JSONText:
            return description(of: (try? JSONValue(json: text.bytes)) as Any, &described)
        case let data as Data: return data.base64EncodedString()
        case let dictionary as [AnyHashable: Any]:
            // The first description of an object numbers it, so the order must not be that of the hash table.
            let members = dictionary.map { (key: "\($0)", value: $1) }.sorted { $0.key < $1.key }
            return "{" + members.map { "\($0): \(description(of: $1, &described))" }.joined(separator: ", ")
                + "}"
        case let set as Set<AnyHashable>: return "\(set.map { "\($0)" }.sorted())"
        default: return structure(of: value, &described)
        }
    }

    private func structure(of value: Any, _ described: inout Set<Int>) -> String {
        let mirror = Mirror(reflecting: value)
        var name = ""
        switch mirror.displayStyle {
        case .class:
            let number = number(of: value as AnyObject)
            name = "#\(number) "
            guard described.insert(number).inserted else { return name }
        case .enum where mirror.children.isEmpty: return "\(value)"
        default: break
        }
        let children = mirror.children.map {
            ($0.label ?? "") + ": " + description(of: $0.value, &described)
        }
        return name + "(" + children.joined(separator: ", ") + ")"
    }

    private func number(of object: AnyObject) -> Int {
        let number = numbers[ObjectIdentifier(object)]?.number ?? numbers.count
        numbers[ObjectIdentifier(object)] = (object, number)
        return number
    }
}
