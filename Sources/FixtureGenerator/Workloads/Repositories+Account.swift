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
            json.member("login", login)
            json.member("id", id)
            json.member("node_id") { Repositories.writeNodeID("MDQ6VXNlc", &random, to: &$0) }
            json.member("avatar_url") { json in
                json.text("https://avatars.example.com/u/")
                json.digits(id)
                json.text("?v=4")
            }
            json.member("gravatar_id", "")
            json.member("url", api)
            json.member("html_url", "https://example.com/", login)
            for (key, suffix) in Self.links { json.member(key, api, suffix) }
            json.member("type", random.chance(percent: 35) ? "Organization" : "User")
            json.member("user_view_type", "public")
            json.member("site_admin", false)
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
