import Foundation
import StreamImport

/// What this example wants of a record: 12 of its 80 keys, two of them objects.
struct Repository: Sendable {
    let id: Int
    let fullName: String
    let description: String?
    let language: String?
    let stars: Int
    let forks: Int
    let openIssues: Int
    let isArchived: Bool
    let topics: [String]
    let pushedAt: Date
    let owner: Owner
    let license: License?

    struct Owner: Sendable {
        let login: String
        let kind: Kind

        enum Kind: String, Sendable {
            case user = "User"
            case organization = "Organization"
        }
    }

    struct License: Sendable {
        let identifier: String
    }
}

extension Repository: Importable {
    static let importPlan = ImportPlan(Repository.self) { fields in
        let id = fields.required("id", Int.self)
        let fullName = fields.required("full_name", String.self)
        let description = fields.optional("description", String.self)
        let language = fields.optional("language", String.self)
        let stars = fields.required("stargazers_count", Int.self)
        let forks = fields.required("forks_count", Int.self)
        let openIssues = fields.required("open_issues_count", Int.self)
        let isArchived = fields.required("archived", Bool.self)
        let topics = fields.optional("topics", [String].self)
        let pushedAt = fields.required("pushed_at", Date.self, dates: .iso8601)
        let owner = fields.required("owner", Owner.self)
        let license = fields.optional("license", License.self)
        return { draft in
            Repository(
                id: draft[id], fullName: draft[fullName], description: draft[description],
                language: draft[language], stars: draft[stars], forks: draft[forks],
                openIssues: draft[openIssues], isArchived: draft[isArchived], topics: draft[topics] ?? [],
                pushedAt: draft[pushedAt], owner: draft[owner], license: draft[license])
        }
    }
}

extension Repository.Owner: Importable {
    static let importPlan = ImportPlan(Repository.Owner.self) { fields in
        let login = fields.required("login", String.self)
        let kind = fields.required("type", Kind.self)
        return { draft in Repository.Owner(login: draft[login], kind: draft[kind]) }
    }
}

extension Repository.Owner.Kind: Importable {}

extension Repository.License: Importable {
    static let importPlan = ImportPlan(Repository.License.self) { fields in
        let identifier = fields.required("spdx_id", String.self)
        return { draft in Repository.License(identifier: draft[identifier]) }
    }
}
