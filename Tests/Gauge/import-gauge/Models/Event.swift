import StreamImport

/// Enums whose raw values are strings. They own no memory.
struct Event: AllocationOwner {
    var id: Int
    var state: State
    var kind: Kind?

    enum State: String, Importable, AllocationOwner { case open, merged, closed }

    /// Each raw value has more than 15 bytes, so a `String` does not store it inline.
    enum Kind: String, Importable, AllocationOwner {
        case push = "repository.push.event"
        case review = "pull_request.review.event"
    }

    static func shortRecord(_ index: Int) -> String {
        #"{"id":\#(index),"state":"\#(["open", "merged", "closed"][index % 3])"}"#
    }

    static func longRecord(_ index: Int) -> String {
        let kind = index % 2 == 0 ? Kind.push : .review
        return #"{"id":\#(index),"state":"open","kind":"\#(kind.rawValue)"}"#
    }
}

extension Event: Importable {
    static let importPlan = ImportPlan(Event.self) { fields in
        let id = fields.required("id", Int.self)
        let state = fields.required("state", State.self)
        let kind = fields.optional("kind", Kind.self)
        return { draft in Event(id: draft[id], state: draft[state], kind: draft[kind]) }
    }
}
