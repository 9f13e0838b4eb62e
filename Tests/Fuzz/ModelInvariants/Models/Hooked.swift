internal import StreamImport

/// The error that a hook throws.
struct HookError: Error {}

/// A model that intercepts its members.
struct Hooked: ImportIntercepting {
    let a: Int?, b: String?, path: Int?, list: [Int], nested: [Hooked], extras: [String: JSONValue]

    static let importPlan = ImportPlan(Hooked.self) { fields in
        let a = fields.optional("a", Int.self)
        let b = fields.optional("b", String.self)
        let path = fields.optional("path", Int.self, keys: ["h.a", "b.c"])
        let list = fields.defaulted("l", [Int].self)
        let nested = fields.defaulted("h", [Hooked].self, isLenient: true)
        let extras = fields.extras("extras")
        return { draft in
            Hooked(
                a: draft[a], b: draft[b], path: draft[path], list: draft[list] ?? [],
                nested: draft[nested] ?? [],
                extras: draft[extras])
        }
    }

    static func intercept(_ member: ImportedMember) throws -> MemberDecision {
        switch (member.key, member.value) {
        case ("d", _): .skip
        case ("e", _): .skip
        case (_, let text as String) where text == "t": throw HookError()
        case (_, let text as String) where text == "r": .replace(["a": 1, "b": ["c": 2]] as [String: Any])
        case (_, let number as Int) where number == 7: .replace("seven")
        case ("a", let list as [Any]): .replace(list.count)
        case ("l", let object as [String: Any]): .replace(object.keys.sorted().map(\.utf8.count))
        default: .keep
        }
    }
}
