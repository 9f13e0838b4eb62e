import Foundation
import StreamImport

/// A model with keys and paths besides the names of its properties, a nested model, nested repositories and extras.
struct Repo: Importable, Equatable {
    var id: Int
    var fullName: String
    var stars = 0
    var license: String?
    var licenseURL: URL?
    var photo: String?
    var created: Date?
    var score: Double? = 0.5
    var owner: Owner?
    var ownerName: String?
    var forks: [Repo] = []
    var extras: [String: JSONValue] = [:]

    struct Owner: Importable, Equatable {
        var login: String

        static let importPlan = ImportPlan(Owner.self) { fields in
            let login = fields.required("login", String.self)
            return ModelOperations(
                make: { draft in Owner(login: draft[login]) },
                update: { draft, old in Owner(login: draft.updated(old.login, login)) },
                decompose: { owner, values in values.add(owner.login, login) },
                properties: { [\.login: "login"] })
        }
    }

    static let importPlan = ImportPlan(Repo.self) { fields in
        let id = fields.required("id", Int.self)
        let fullName = fields.required("fullName", String.self, keys: ["full_name"])
        let stars = fields.defaulted("stars", Int.self, keys: ["stargazers_count", "watchers"])
        let license = fields.optional("license", String.self, keys: ["license.spdx_id"])
        let licenseURL = fields.optional("licenseURL", URL.self, keys: ["license.url"])
        let photo = fields.optional("photo", String.self, keys: ["photos[1].url"])
        let created = fields.optional("created", Date.self, dates: .unixMilliseconds)
        let score = fields.defaulted("score", Double?.self)
        let owner = fields.optional("owner", Owner.self)
        let ownerName = fields.optional("ownerName", String.self, keys: ["owner.login", "owner_name"])
        let forks = fields.defaulted("forks", [Repo].self)
        let extras = fields.extras("extras")
        return ModelOperations(
            make: { draft in
                Repo(
                    id: draft[id], fullName: draft[fullName], stars: draft[stars] ?? 0,
                    license: draft[license], licenseURL: draft[licenseURL], photo: draft[photo],
                    created: draft[created], score: draft[score] ?? 0.5, owner: draft[owner],
                    ownerName: draft[ownerName], forks: draft[forks] ?? [], extras: draft[extras])
            },
            update: { _, old in old },
            decompose: { repo, values in
                values.add(repo.id, id)
                values.add(repo.fullName, fullName)
                values.add(repo.stars, stars)
                values.add(repo.license, license)
                values.add(repo.licenseURL, licenseURL)
                values.add(repo.photo, photo)
                values.add(repo.created, created)
                values.add(repo.score, score)
                values.add(repo.owner, owner)
                values.add(repo.ownerName, ownerName)
                values.add(repo.forks, forks)
                values.add(repo.extras, extras)
            },
            properties: { [\.id: "id"] })
    }
}
