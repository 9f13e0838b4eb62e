import StreamImport
import Testing

/// Handwritten plans with operations on instances.
@Suite struct ModelOperationsTests {
    struct Repo: Importable, Equatable {
        var id: Int
        var name: String?

        static let importPlan = ImportPlan(Repo.self) { fields in
            let id = fields.required("id", Int.self)
            let name = fields.optional("name", String.self)
            return ModelOperations(
                make: { draft in Repo(id: draft[id], name: draft[name]) },
                update: { draft, old in
                    Repo(id: draft.updated(old.id, id), name: draft.updated(old.name, name))
                },
                decompose: { repo, values in
                    values.add(repo.id, id)
                    values.add(repo.name, name)
                },
                properties: { [\.id: "id", \.name: "name"] })
        }
    }

    @MainActor struct Screen: nonisolated Importable {
        var title: String
        var sections: [String]

        nonisolated init(title: String, sections: [String]) {
            self.title = title
            self.sections = sections
        }

        nonisolated static let importPlan = ImportPlan(Screen.self) { fields in
            let title = fields.required("title", String.self)
            let sections = fields.defaulted("sections", [String].self)
            return ModelOperations(
                make: { draft in Screen(title: draft[title], sections: draft[sections] ?? []) },
                update: { draft, screen in
                    Screen(
                        title: draft.updated(screen.title, title),
                        sections: draft.updated(screen.sections, sections, default: []))
                },
                decompose: { screen, values in
                    values.add(screen.title, title)
                    values.add(screen.sections, sections)
                },
                properties: { [\.title: "title", \.sections: "sections"] })
        }
    }

    @Test func makeClosureCreatesInstances() async throws {
        let repos = try await importAllVariants(to: Repo.self, from: #"[{"id":1,"name":"a"},{"id":2}]"#)
        #expect(repos.records == [Repo(id: 1, name: "a"), Repo(id: 2)])
        let screens = try StreamImporter.objects(of: Screen.self, from: #"[{"title":"a"}]"#).collect()
        #expect(screens.first?.title == "a")
    }
}
