extension Repositories {
    /// The owner of a repository.
    struct Account {
        let login: String
        private let id: Int

        init(_ random: inout Random) {
            login = random.pick(Vocabulary.nouns) + random.pick(Vocabulary.nouns)
            id = random.within(1_000...190_000_000)
        }

        func write(_ random: inout Random, to json: inout JSONWriter) {
            let api = "https://api.example.com/users/" + login
            json.field("login", login)
            json.field("id", id)
            json.field("node_id") { Repositories.writeNodeID("MDQ6VXNlc", &random, to: &$0) }
            json.field("avatar_url") { json in
                json.text("https://avatars.example.com/u/")
                json.digits(id)
                json.text("?v=4")
            }
            json.field("gravatar_id", "")
            json.field("url", api)
            json.field("html_url", "https://example.com/", login)
            for (key, suffix) in Self.links { json.field(key, api, suffix) }
            json.field("type", random.chance(35) ? "Organization" : "User")
            json.field("user_view_type", "public")
            json.field("site_admin", false)
        }

        private static let links = [
            ("followers_url", "/followers"), ("following_url", "/following{/other_user}"),
            ("gists_url", "/gists{/gist_id}"), ("starred_url", "/starred{/owner}{/repo}"),
            ("subscriptions_url", "/subscriptions"), ("organizations_url", "/orgs"),
            ("repos_url", "/repos"), ("events_url", "/events{/privacy}"),
            ("received_events_url", "/received_events"),
        ]
    }
}
