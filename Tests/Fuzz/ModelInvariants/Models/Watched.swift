internal import StreamImport

/// A class whose `id` identifies shared instances. It intercepts its members, and rejects an instance whose `count` is
/// 13.
final class Watched: ImportIntercepting, ImportValidating, Updatable, @unchecked Sendable {
    let id: String
    var count: Int?
    var next: Watched?
    var parts: [Watched]
    var extras: [String: JSONValue]

    init(
        id: String, count: Int? = nil, next: Watched? = nil, parts: [Watched] = [],
        extras: [String: JSONValue] = [:]
    ) {
        self.id = id
        self.count = count
        self.next = next
        self.parts = parts
        self.extras = extras
    }

    static func makeUpdateTarget() -> Watched {
        Watched(id: "1", next: Watched(id: "5"), parts: [Watched(id: "6")])
    }

    func clearReferences() { (next, parts) = (nil, []) }

    static let importPlan = ImportPlan(Watched.self) { fields in
        let id = fields.required("id", String.self)
        let count = fields.optional("c", Int.self, keys: ["n.c", "x.y"])
        let next = fields.optional("n", Watched.self)
        let parts = fields.defaulted("l", [Watched].self, isLenient: true)
        let extras = fields.extras("extras")
        return ModelOperations(
            make: { draft in
                Watched(
                    id: draft[id], count: draft[count], next: draft[next], parts: draft[parts] ?? [],
                    extras: draft[extras])
            },
            update: { draft, watched in
                try draft.requireUnchanged(watched.id, id, property: "id")
                watched.count = draft.updated(watched.count, count)
                watched.next = draft.updated(watched.next, next)
                watched.parts = draft.updated(watched.parts, parts, default: [])
                watched.extras = draft.updated(watched.extras, merging: extras)
                return watched
            },
            decompose: { watched, values in
                values.add(watched.id, id)
                values.add(watched.count, count)
                values.add(watched.next, next)
                values.add(watched.parts, parts)
                values.add(watched.extras, extras)
            },
            properties: { [\.id: "id", \.count: "c", \.next: "n", \.parts: "l", \.extras: "extras"] })
    }

    static func intercept(_ member: ImportedMember) throws -> MemberDecision {
        switch (member.key, member.value) {
        case ("d", _): .skip
        case (_, let text as String) where text == "t": throw HookError()
        case (_, let text as String) where text == "r": .replace(["id": "1", "c": 3] as [String: Any])
        case ("l", let object as [String: Any]): .replace([object])
        default: .keep
        }
    }

    func validate() throws {
        if count == 13 { throw HookError() }
    }
}
