internal import StreamImport

/// A model with nested models, and with paths that lead through the values of other properties.
struct Paths: Importable {
    let a: JSONValue?, b: Int?, list: [Int]?, first: String?, last: Int?, id: Int?, text: String?,
        nested: [Paths], rows: [Row]

    static let importPlan = ImportPlan(Paths.self) { fields in
        let a = fields.optional("a", JSONValue.self)
        let b = fields.optional("b", Int.self, keys: ["a.b", "c.b"])
        let list = fields.optional("l", [Int].self)
        let first = fields.optional("first", String.self, keys: ["l[0]", "l.first"])
        let last = fields.optional("last", Int.self, keys: ["l[1].x", "a.l[0].y"])
        let id = fields.optional("id", Int.self, keys: ["id.b"])
        let text = fields.optional("t", String.self)
        let nested = fields.defaulted("p", [Paths].self, isLenient: true)
        let rows = fields.defaulted("n", [Row].self)
        return { draft in
            Paths(
                a: draft[a], b: draft[b], list: draft[list], first: draft[first], last: draft[last],
                id: draft[id],
                text: draft[text], nested: draft[nested] ?? [], rows: draft[rows] ?? [])
        }
    }
}
