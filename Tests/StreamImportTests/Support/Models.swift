import StreamImport

/// A model with a required and an optional number.
struct Point: Importable, Hashable {
    var x: Int
    var y: Int?

    static let importPlan = ImportPlan(Point.self) { fields in
        let x = fields.required("x", Int.self)
        let y = fields.optional("y", Int.self)
        return { draft in Point(x: draft[x], y: draft[y]) }
    }
}

/// A model with a string, a nested model, an array and a dictionary.
struct Place: Importable, Equatable {
    var name: String
    var point: Point?
    var tags: [String] = []
    var scores: [String: Double] = [:]

    static let importPlan = ImportPlan(Place.self) { fields in
        let name = fields.required("name", String.self)
        let point = fields.optional("point", Point.self)
        let tags = fields.optional("tags", [String].self)
        let scores = fields.optional("scores", [String: Double].self)
        return { draft in
            Place(
                name: draft[name], point: draft[point], tags: draft[tags] ?? [], scores: draft[scores] ?? [:])
        }
    }
}
