import StreamImport

/// A model with a nested object and an array of such objects. The plans of both types are handwritten.
struct Company: Importable, Equatable {
    var id: Int
    var name: String?
    var stars = 1
    var boss: Member?
    var members: [Member] = []

    struct Member: Importable, Equatable {
        var login: String
        var age: Int?

        static let importPlan = ImportPlan(Member.self) { fields in
            let login = fields.required("login", String.self)
            let age = fields.optional("age", Int.self)
            return ModelOperations(
                make: { draft in Member(login: draft[login], age: draft[age]) },
                update: { draft, old in
                    Member(login: draft.updated(old.login, login), age: draft.updated(old.age, age))
                },
                decompose: { member, values in
                    values.add(member.login, login)
                    values.add(member.age, age)
                },
                properties: { [\.login: "login", \.age: "age"] })
        }
    }

    static let importPlan = ImportPlan(Company.self) { fields in
        let id = fields.required("id", Int.self)
        let name = fields.optional("name", String.self)
        let stars = fields.defaulted("stars", Int.self)
        let boss = fields.optional("boss", Member.self)
        let members = fields.defaulted("members", [Member].self)
        return ModelOperations(
            make: { draft in
                Company(
                    id: draft[id], name: draft[name], stars: draft[stars] ?? 1, boss: draft[boss],
                    members: draft[members] ?? [])
            },
            update: { draft, old in
                Company(
                    id: draft.updated(old.id, id), name: draft.updated(old.name, name),
                    stars: draft.updated(old.stars, stars, default: 1), boss: draft.updated(old.boss, boss),
                    members: draft.updated(old.members, members, default: []))
            },
            decompose: { company, values in
                values.add(company.id, id)
                values.add(company.name, name)
                values.add(company.stars, stars)
                values.add(company.boss, boss)
                values.add(company.members, members)
            },
            properties: {
                [\.id: "id", \.name: "name", \.stars: "stars", \.boss: "boss", \.members: "members"]
            })
    }
}

/// A class with a nested object and an array of objects of the same class, for updates of shared objects.
final class Team: Importable, Equatable, @unchecked Sendable {
    let id: Int
    var name: String
    var lead: Team?
    var parts: [Team] = []

    init(id: Int, name: String, lead: Team? = nil, parts: [Team] = []) {
        self.id = id
        self.name = name
        self.lead = lead
        self.parts = parts
    }

    static let importPlan = ImportPlan(Team.self) { fields in
        let id = fields.required("id", Int.self)
        let name = fields.required("name", String.self)
        let lead = fields.optional("lead", Team.self)
        let parts = fields.defaulted("parts", [Team].self)
        return ModelOperations(
            make: { draft in
                Team(id: draft[id], name: draft[name], lead: draft[lead], parts: draft[parts] ?? [])
            },
            update: { draft, team in
                try draft.requireUnchanged(team.id, id, property: "id")
                team.name = draft.updated(team.name, name)
                team.lead = draft.updated(team.lead, lead)
                team.parts = draft.updated(team.parts, parts, default: [])
                return team
            },
            decompose: { team, values in
                values.add(team.id, id)
                values.add(team.name, name)
                values.add(team.lead, lead)
                values.add(team.parts, parts)
            },
            properties: { [\.id: "id", \.name: "name", \.lead: "lead", \.parts: "parts"] })
    }

    static func == (left: Team, right: Team) -> Bool {
        left.id == right.id && left.name == right.name && left.lead == right.lead && left.parts == right.parts
    }
}

extension Team: CustomStringConvertible {
    var description: String {
        "\(id) \(name)" + (lead.map { " <\($0)>" } ?? "") + (parts.isEmpty ? "" : " \(parts)")
    }
}
