internal import StreamImport

/// A model with collections of every kind, and extras.
struct Bag: Updatable {
    let id: Int?, counts: [String: Int], names: [Int: String], bags: [String: Bag], set: Set<String>
    let holes: [Int?], table: [[Int]], numbers: [Int], inner: [Bag], extras: [String: JSONValue]

    static func makeUpdateTarget() -> Bag {
        Bag(
            id: 1, counts: ["a": 1], names: [:], bags: [:], set: ["a"], holes: [nil], table: [[1]],
            numbers: [1, 2],
            inner: [], extras: ["x": .null])
    }

    static let importPlan = ImportPlan(Bag.self) { fields in
        let id = fields.optional("id", Int.self)
        let counts = fields.defaulted("c", [String: Int].self)
        let names = fields.defaulted("n", [Int: String].self)
        let bags = fields.defaulted("m", [String: Bag].self)
        let set = fields.defaulted("s", Set<String>.self, isLenient: true)
        let holes = fields.defaulted("h", [Int?].self)
        let table = fields.defaulted("t", [[Int]].self)
        let numbers = fields.defaulted("l", [Int].self, isLenient: true)
        let inner = fields.defaulted("b", [Bag].self, isLenient: true)
        let extras = fields.extras("extras")
        fields.ignore("i")
        return ModelOperations(
            make: { draft in
                Bag(
                    id: draft[id], counts: draft[counts] ?? [:], names: draft[names] ?? [:],
                    bags: draft[bags] ?? [:], set: draft[set] ?? [], holes: draft[holes] ?? [],
                    table: draft[table] ?? [], numbers: draft[numbers] ?? [], inner: draft[inner] ?? [],
                    extras: draft[extras])
            },
            update: { draft, old in
                Bag(
                    id: draft.updated(old.id, id), counts: draft.updated(old.counts, counts, default: [:]),
                    names: draft.updated(old.names, names, default: [:]),
                    bags: draft.updated(old.bags, bags, default: [:]),
                    set: draft.updated(old.set, set, default: []),
                    holes: draft.updated(old.holes, holes, default: []),
                    table: draft.updated(old.table, table, default: []),
                    numbers: draft.updated(old.numbers, numbers, default: []),
                    inner: draft.updated(old.inner, inner, default: []),
                    extras: draft.updated(old.extras, merging: extras))
            },
            decompose: { bag, values in
                values.add(bag.id, id)
                values.add(bag.counts, counts)
                values.add(bag.names, names)
                values.add(bag.bags, bags)
                values.add(bag.set, set)
                values.add(bag.holes, holes)
                values.add(bag.table, table)
                values.add(bag.numbers, numbers)
                values.add(bag.inner, inner)
                values.add(bag.extras, extras)
            },
            properties: { [\.id: "id", \.extras: "extras"] })
    }
}
