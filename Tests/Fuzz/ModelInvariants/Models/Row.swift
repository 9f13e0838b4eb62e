internal import StreamImport

/// A model whose fields are the elements of an array.
struct Row: Updatable {
    let id: Int?, text: String, lists: [[Int]], rows: [Row], paths: Paths?, bag: Bag?

    static func makeUpdateTarget() -> Row {
        let inner = Row(id: 1, text: "a", lists: [], rows: [], paths: nil, bag: .makeUpdateTarget())
        return Row(id: nil, text: "", lists: [[1]], rows: [inner], paths: nil, bag: nil)
    }

    static let importPlan = ImportPlan(Row.self) { fields in
        let id = fields.optional("id", Int.self)
        let text = fields.required("text", String.self)
        let lists = fields.defaulted("lists", [[Int]].self, isLenient: true)
        let rows = fields.defaulted("rows", [Row].self)
        let paths = fields.optional("paths", Paths.self)
        let bag = fields.optional("bag", Bag.self)
        fields.replaceKeysByPositions()
        return ModelOperations(
            make: { draft in
                Row(
                    id: draft[id], text: draft[text], lists: draft[lists] ?? [], rows: draft[rows] ?? [],
                    paths: draft[paths], bag: draft[bag])
            },
            update: { draft, old in
                Row(
                    id: draft.updated(old.id, id), text: draft.updated(old.text, text),
                    lists: draft.updated(old.lists, lists, default: []),
                    rows: draft.updated(old.rows, rows, default: []),
                    paths: draft.updated(old.paths, paths), bag: draft.updated(old.bag, bag))
            },
            decompose: { row, values in
                values.add(row.id, id)
                values.add(row.text, text)
                values.add(row.lists, lists)
                values.add(row.rows, rows)
                values.add(row.paths, paths)
                values.add(row.bag, bag)
            },
            properties: {
                [
                    \.id: "id", \.text: "text", \.lists: "lists", \.rows: "rows", \.paths: "paths",
                    \.bag: "bag",
                ]
            })
    }
}
