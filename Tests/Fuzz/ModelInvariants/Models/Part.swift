internal import StreamImport

/// An enum with each kind of payload, whose discriminator is a member.
indirect enum Part: Updatable {
    case bag(Bag)
    case fields(id: Int?, parts: [Part])
    case nested(Inner)
    case text(JSONText)
    case tree(Tree)
    case empty
    case unknown(JSONValue)

    /// A payload with a discriminator of its own, in a nested object.
    enum Inner: Importable {
        case dynamic(Dynamic)
        case hooked(Hooked)

        static let importPlan = ImportPlan(
            Inner.self, discriminator: "n.u",
            cases: [
                ImportCase("dynamic", keys: ["d"]) {
                    .dynamic($0)
                } unwrap: {
                    if case .dynamic(let dynamic) = $0 { dynamic } else { nil }
                },
                ImportCase("hooked", keys: ["1", "true"]) {
                    .hooked($0)
                } unwrap: {
                    if case .hooked(let hooked) = $0 { hooked } else { nil }
                },
            ],
            index: { if case .dynamic = $0 { 0 } else { 1 } })
    }

    static func makeUpdateTarget() -> Part { .fields(id: 1, parts: [.bag(.makeUpdateTarget()), .empty]) }

    static let importPlan = ImportPlan(
        Part.self, discriminator: "t",
        cases: [
            ImportCase("bag", keys: ["b"]) {
                .bag($0)
            } unwrap: {
                if case .bag(let bag) = $0 { bag } else { nil }
            },
            ImportCase("fields", keys: ["f"], describeFields),
            ImportCase("nested", keys: ["n"]) {
                .nested($0)
            } unwrap: {
                if case .nested(let inner) = $0 { inner } else { nil }
            },
            ImportCase("text", keys: ["x", "null"]) {
                .text($0)
            } unwrap: {
                if case .text(let text) = $0 { text } else { nil }
            },
            ImportCase("tree", keys: ["w"]) {
                .tree($0)
            } unwrap: {
                if case .tree(let tree) = $0 { tree } else { nil }
            },
            ImportCase("empty", keys: ["e", "1"]) {
                .empty
            } isCase: {
                if case .empty = $0 { true } else { false }
            },
            ImportCase(unknown: "unknown") {
                .unknown($0)
            } unwrap: {
                if case .unknown(let json) = $0 { json } else { nil }
            },
        ],
        index: { part in
            switch part {
            case .bag: 0
            case .fields: 1
            case .nested: 2
            case .text: 3
            case .tree: 4
            case .empty: 5
            case .unknown: 6
            }
        })

    private static func describeFields(_ fields: inout ImportFields) -> ModelOperations<Part> {
        let id = fields.optional("id", Int.self)
        let parts = fields.defaulted("l", [Part].self, isLenient: true)
        return ModelOperations(
            make: { draft in .fields(id: draft[id], parts: draft[parts] ?? []) },
            update: { draft, old in
                guard case .fields(let oldID, let oldParts) = old else { return old }
                return .fields(
                    id: draft.updated(oldID, id), parts: draft.updated(oldParts, parts, default: []))
            },
            decompose: { part, values in
                guard case .fields(let oldID, let oldParts) = part else { return }
                values.add(oldID, id)
                values.add(oldParts, parts)
            },
            properties: { [:] })
    }
}
