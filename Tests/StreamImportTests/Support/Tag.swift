import StreamImport
import Synchronization

/// How many of the tags of one suite are alive.
final class Population: Sendable {
    private let alive = Atomic(0)

    var count: Int { alive.load(ordering: .relaxed) }
    func bear() { alive.add(1, ordering: .relaxed) }
    func bury() { alive.subtract(1, ordering: .relaxed) }
}

/// Whose tags are counted.
protocol Census: SendableMetatype {
    static var population: Population { get }
}

/// A text in memory of its own, which is counted. The text `bad` is refused.
final class Tag<Owner: Census>: ImportableScalar, Hashable, CustomStringConvertible {
    let text: String

    init(_ token: borrowing ImportToken) throws {
        text = try String(token)
        Owner.population.bear()
        guard text != "bad" else { throw Refusal() }
    }

    deinit { Owner.population.bury() }

    struct Refusal: Error {}

    var description: String { text }
    static func == (left: Tag, right: Tag) -> Bool { left.text == right.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A model that requires a tag.
struct TaggedOwner<Suite: Census>: Importable, Equatable {
    var login: Tag<Suite>, id: Int?

    static var importPlan: ImportPlan {
        ImportPlan(Self.self) { fields in
            let login = fields.required("login", Tag<Suite>.self)
            let id = fields.optional("id", Int.self)
            return { draft in Self(login: draft[login], id: draft[id]) }
        }
    }
}
