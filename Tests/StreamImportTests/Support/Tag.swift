import StreamImport
import Synchronization

/// The number of live tags of one suite.
final class LiveCount: Sendable {
    private let alive = Atomic(0)

    var count: Int { alive.load(ordering: .relaxed) }
    func increment() { alive.add(1, ordering: .relaxed) }
    func decrement() { alive.subtract(1, ordering: .relaxed) }
}

/// A suite whose tags are counted.
protocol LiveCounting: SendableMetatype {
    static var liveCount: LiveCount { get }
}

/// A text whose live instances are counted. The text `bad` is an error.
final class Tag<Owner: LiveCounting>: ImportableScalar, Hashable, CustomStringConvertible {
    let text: String

    init(_ token: borrowing ImportToken) throws {
        text = try String(token)
        Owner.liveCount.increment()
        guard text != "bad" else { throw TagError() }
    }

    deinit { Owner.liveCount.decrement() }

    struct TagError: Error {}

    var description: String { text }
    static func == (left: Tag, right: Tag) -> Bool { left.text == right.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A model that requires a tag.
struct TaggedOwner<Suite: LiveCounting>: Importable, Equatable {
    var login: Tag<Suite>, id: Int?

    static var importPlan: ImportPlan {
        ImportPlan(Self.self) { fields in
            let login = fields.required("login", Tag<Suite>.self)
            let id = fields.optional("id", Int.self)
            return { draft in Self(login: draft[login], id: draft[id]) }
        }
    }
}
