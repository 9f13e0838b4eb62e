import StreamImport

extension Tweet: Importable {
    static let importPlan = ImportPlan(Tweet.self) { fields in
        let id = fields.required("id", Int.self)
        let text = fields.required("text", String.self)
        let createdAt = fields.required("created_at", String.self)
        let lang = fields.optional("lang", String.self)
        let retweetCount = fields.required("retweet_count", Int.self)
        let user = fields.required("user", User.self)
        return { draft in
            Tweet(
                id: draft[id], text: draft[text], createdAt: draft[createdAt], lang: draft[lang],
                retweetCount: draft[retweetCount], user: draft[user])
        }
    }
}

extension Tweet.User: Importable {
    static let importPlan = ImportPlan(Tweet.User.self) { fields in
        let screenName = fields.required("screen_name", String.self)
        return { draft in
            Tweet.User(
                screenName: draft[screenName])
        }
    }
}
