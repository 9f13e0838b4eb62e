import StreamImport

extension Repository: Importable {
    static let importPlan = ImportPlan(Repository.self) { fields in
        let id = fields.required("id", Int.self)
        let fullName = fields.required("full_name", String.self)
        let description = fields.optional("description", String.self)
        let fork = fields.required("fork", Bool.self)
        let createdAt = fields.required("created_at", String.self)
        let size = fields.required("size", Int.self)
        let stars = fields.required("stargazers_count", Int.self)
        let forks = fields.required("forks_count", Int.self)
        let language = fields.optional("language", String.self)
        let topics = fields.required("topics", [String].self)
        let owner = fields.required("owner", Owner.self)
        let license = fields.optional("license", License.self)
        return { draft in
            Repository(
                id: draft[id], fullName: draft[fullName], description: draft[description],
                fork: draft[fork], createdAt: draft[createdAt], size: draft[size], stars: draft[stars],
                forks: draft[forks], language: draft[language], topics: draft[topics],
                owner: draft[owner], license: draft[license])
        }
    }
}

extension Repository.Owner: Importable {
    static let importPlan = ImportPlan(Repository.Owner.self) { fields in
        let id = fields.required("id", Int.self)
        let login = fields.required("login", String.self)
        return { draft in
            Repository.Owner(
                id: draft[id], login: draft[login])
        }
    }
}

extension Repository.License: Importable {
    static let importPlan = ImportPlan(Repository.License.self) { fields in
        let identifier = fields.required("spdx_id", String.self)
        return { draft in
            Repository.License(
                identifier: draft[identifier])
        }
    }
}
