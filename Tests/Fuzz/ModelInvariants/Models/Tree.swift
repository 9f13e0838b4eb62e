internal import StreamImport

/// A class that contains itself in a property, in arrays and in a dictionary, and rejects an instance whose `name` is
/// `t`.
final class Tree: ImportValidating {
    let name: String
    let children: [Tree], next: Tree?, index: [String: Tree], lists: [[Tree]]

    init(_ name: String, _ children: [Tree], next: Tree?, index: [String: Tree], lists: [[Tree]]) {
        self.name = name
        self.children = children
        self.next = next
        self.index = index
        self.lists = lists
    }

    static let importPlan = ImportPlan(Tree.self) { fields in
        let name = fields.required("a", String.self)
        let children = fields.defaulted("c", [Tree].self, isLenient: true)
        let next = fields.optional("n", Tree.self, keys: ["x.n"])
        let index = fields.defaulted("m", [String: Tree].self)
        let lists = fields.defaulted("l", [[Tree]].self)
        return { draft in
            Tree(
                draft[name], draft[children] ?? [], next: draft[next], index: draft[index] ?? [:],
                lists: draft[lists] ?? [])
        }
    }

    func validate() throws {
        if name == "t" { throw HookError() }
    }
}
