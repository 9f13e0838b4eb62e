import StreamImport

/// An enum whose plan is written by hand.
enum PlannedEvent: Equatable, Sendable, Importable {
    case push(Push)
    case move(x: Int, y: Int)
    case quit
    case unknown(JSONValue)

    struct Push: Equatable, Importable {
        var ref: String
        var commits: [Commit]

        static let importPlan = ImportPlan(Push.self) { fields in
            let ref = fields.required("ref", String.self)
            let commits = fields.defaulted("commits", [Commit].self)
            return ModelOperations(
                make: { draft in Push(ref: draft[ref], commits: draft[commits] ?? []) },
                update: { draft, old in
                    Push(
                        ref: draft.updated(old.ref, ref),
                        commits: draft.updated(old.commits, commits, default: []))
                },
                decompose: { push, values in
                    values.add(push.ref, ref)
                    values.add(push.commits, commits)
                },
                properties: { [\.ref: "ref", \.commits: "commits"] })
        }
    }

    struct Commit: Equatable, Importable {
        var id: Int

        static let importPlan = ImportPlan(Commit.self) { fields in
            let id = fields.required("id", Int.self)
            return ModelOperations(
                make: { draft in Commit(id: draft[id]) },
                update: { draft, old in Commit(id: draft.updated(old.id, id)) },
                decompose: { commit, values in values.add(commit.id, id) },
                properties: { [\.id: "id"] })
        }
    }

    static let importPlan = plan(.member("type"))

    static func plan(_ discriminator: Discriminator) -> ImportPlan {
        ImportPlan(
            PlannedEvent.self, discriminator: discriminator,
            cases: [
                ImportCase("push", keys: ["PushEvent"], payload: Push.self) {
                    .push($0)
                } unwrap: { event in
                    if case .push(let push) = event { push } else { nil }
                },
                ImportCase("move") { fields in
                    let x = fields.required("x", Int.self)
                    let y = fields.required("y", Int.self)
                    return ModelOperations(
                        make: { draft in .move(x: draft[x], y: draft[y]) },
                        update: { draft, old in
                            guard case .move(let oldX, let oldY) = old else { return old }
                            return .move(x: draft.updated(oldX, x), y: draft.updated(oldY, y))
                        },
                        decompose: { event, values in
                            guard case .move(let oldX, let oldY) = event else { return }
                            values.add(oldX, x)
                            values.add(oldY, y)
                        },
                        properties: { [:] })
                },
                ImportCase("quit") {
                    .quit
                } isCase: { event in
                    if case .quit = event { true } else { false }
                },
                ImportCase(unknown: "unknown") {
                    .unknown($0)
                } unwrap: { event in
                    if case .unknown(let json) = event { json } else { nil }
                },
            ],
            index: { event in
                switch event {
                case .push: 0
                case .move: 1
                case .quit: 2
                case .unknown: 3
                }
            })
    }
}
