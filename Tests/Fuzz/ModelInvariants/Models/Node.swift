internal import StreamImport

/// A class whose `id` identifies shared instances.
final class Node: Importable, Updatable, @unchecked Sendable {
    let id: Int
    var name: String?
    var next: Node?
    var nextName: String?
    var parts: [Node]
    var byName: [String: Node]

    init(
        id: Int, name: String? = nil, next: Node? = nil, nextName: String? = nil, parts: [Node] = [],
        byName: [String: Node] = [:]
    ) {
        self.id = id
        self.name = name
        self.next = next
        self.nextName = nextName
        self.parts = parts
        self.byName = byName
    }

    static func makeUpdateTarget() -> Node {
        Node(id: 1, name: "base", next: Node(id: 5), parts: [Node(id: 6), Node(id: 7)])
    }

    func clearReferences() { (next, parts, byName) = (nil, [], [:]) }

    static let importPlan = ImportPlan(Node.self) { fields in
        let id = fields.required("id", Int.self)
        let name = fields.optional("a", String.self)
        let next = fields.optional("n", Node.self)
        let nextName = fields.optional("nextName", String.self, keys: ["n.a"])
        let parts = fields.defaulted("l", [Node].self)
        let byName = fields.defaulted("m", [String: Node].self)
        return ModelOperations(
            make: { draft in
                Node(
                    id: draft[id], name: draft[name], next: draft[next], nextName: draft[nextName],
                    parts: draft[parts] ?? [], byName: draft[byName] ?? [:])
            },
            update: { draft, node in
                try draft.requireUnchanged(node.id, id, property: "id")
                node.name = draft.updated(node.name, name)
                node.next = draft.updated(node.next, next)
                node.nextName = draft.updated(node.nextName, nextName)
                node.parts = draft.updated(node.parts, parts, default: [])
                node.byName = draft.updated(node.byName, byName, default: [:])
                return node
            },
            decompose: { node, values in
                values.add(node.id, id)
                values.add(node.name, name)
                values.add(node.next, next)
                values.add(node.nextName, nextName)
                values.add(node.parts, parts)
                values.add(node.byName, byName)
            },
            properties: {
                [
                    \.id: "id", \.name: "a", \.next: "n", \.nextName: "nextName", \.parts: "l", \.byName: "m",
                ]
            })
    }
}
