/// Records with the keys of GitHub's REST API for repositories. Importers bind only a few of the keys.
enum Repositories {
    static func writeRecord(_ index: Int, _ random: inout Random, to json: inout JSONWriter) {
        let account = Account(&random)
        let name = random.pick(Vocabulary.adjectives) + "-" + random.pick(Vocabulary.nouns)
        let fullName = account.login + "/" + name
        let api = "https://api.example.com/repos/" + fullName
        let stars = random.skewed(60_000)
        let forks = random.skewed(9_000)
        let openIssues = random.skewed(1_200)
        let created = random.secondsSince1970()

        json.object { json in
            json.member("id", 10_000_000 + index * 7 + random.below(7))
            json.member("node_id") { writeNodeID("R_kgDO", &random, to: &$0) }
            json.member("name", name)
            json.member("full_name", fullName)
            json.member("private", false)
            json.object("owner") { account.write(&random, to: &$0) }
            json.member("html_url", "https://example.com/", fullName)
            writeDescription(&random, to: &json)
            json.member("fork", random.chance(percent: 12))
            json.member("url", api)
            for (key, suffix) in links { json.member(key, api, suffix) }
            writeTimes(created: created, &random, to: &json)
            for (key, start) in remotes { json.member(key, start + fullName, ".git") }
            json.member("svn_url", "https://example.com/", fullName)
            writeHomepage(of: name, &random, to: &json)
            json.member("size", random.skewed(400_000))
            json.member("stargazers_count", stars)
            json.member("watchers_count", stars)
            writeText("language", oneOf: languages, nullPercent: 9, &random, to: &json)
            for key in featureFlags { json.member(key, random.chance(percent: 70)) }
            json.member("forks_count", forks)
            json.null("mirror_url")
            json.member("archived", random.chance(percent: 6))
            json.member("disabled", false)
            json.member("open_issues_count", openIssues)
            writeLicense(&random, to: &json)
            json.member("allow_forking", true)
            json.member("is_template", random.chance(percent: 2))
            json.member("web_commit_signoff_required", random.chance(percent: 4))
            json.array("topics") { json in
                for _ in 0..<random.below(7) { json.member(nil, random.pick(Vocabulary.nouns)) }
            }
            json.member("visibility", "public")
            json.member("forks", forks)
            json.member("open_issues", openIssues)
            json.member("watchers", stars)
            json.member("default_branch", random.chance(percent: 75) ? "main" : "master")
            json.object("permissions") { json in
                for key in ["admin", "maintain", "push", "triage"] { json.member(key, false) }
                json.member("pull", true)
            }
        }
    }

    /// Writes an identifier of letters and digits that has no meaning.
    static func writeNodeID(_ start: String, _ random: inout Random, to json: inout JSONWriter) {
        json.text(start)
        var bits = random.next()
        for _ in 0..<8 {
            json.byte(alphabet[Int(bits % 32)])
            bits /= 32
        }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    private static func writeDescription(_ random: inout Random, to json: inout JSONWriter) {
        guard random.chance(percent: 93) else { return json.null("description") }
        json.member("description") { json in
            json.text(random.pick(openings))
            json.text(random.pick(Vocabulary.adjectives))
            json.byte(UInt8(ascii: " "))
            json.text(random.pick(Vocabulary.nouns))
            json.text(random.pick(endings))
        }
    }

    private static func writeTimes(created: Int, _ random: inout Random, to json: inout JSONWriter) {
        let pushed = created + random.below(100_000_000)
        for (key, second) in [("created_at", created), ("updated_at", pushed + 3_600), ("pushed_at", pushed)]
        {
            json.member(key) { Timestamp(secondsSince1970: second).writeISO8601(to: &$0) }
        }
    }

    private static func writeHomepage(of name: String, _ random: inout Random, to json: inout JSONWriter) {
        switch random.below(3) {
        case 0: json.null("homepage")
        case 1: json.member("homepage", "")
        default: json.member("homepage", "https://example.org/", name)
        }
    }

    private static func writeLicense(_ random: inout Random, to json: inout JSONWriter) {
        guard random.chance(percent: 80) else { return json.null("license") }
        let (key, name, identifier) = random.pick(licenses)
        json.object("license") { json in
            json.member("key", key)
            json.member("name", name)
            json.member("spdx_id", identifier)
            json.member("url", "https://api.example.com/licenses/", key)
            json.member("node_id") { writeNodeID("MDc6TGljZW5zZ", &random, to: &$0) }
        }
    }

    private static func writeText(
        _ key: String, oneOf texts: [String], nullPercent: Int, _ random: inout Random,
        to json: inout JSONWriter
    ) {
        if random.chance(percent: nullPercent) {
            json.null(key)
        } else {
            json.member(key, random.pick(texts))
        }
    }
}

extension Repositories {
    /// The keys of URLs that begin with the repository's URL, and the suffix of each URL, in the order of the API.
    static let links = [
        ("forks_url", "/forks"), ("keys_url", "/keys{/key_id}"),
        ("collaborators_url", "/collaborators{/collaborator}"), ("teams_url", "/teams"),
        ("hooks_url", "/hooks"), ("issue_events_url", "/issues/events{/number}"),
        ("events_url", "/events"), ("assignees_url", "/assignees{/user}"),
        ("branches_url", "/branches{/branch}"), ("tags_url", "/tags"),
        ("blobs_url", "/git/blobs{/sha}"), ("git_tags_url", "/git/tags{/sha}"),
        ("git_refs_url", "/git/refs{/sha}"), ("trees_url", "/git/trees{/sha}"),
        ("statuses_url", "/statuses/{sha}"), ("languages_url", "/languages"),
        ("stargazers_url", "/stargazers"), ("contributors_url", "/contributors"),
        ("subscribers_url", "/subscribers"), ("subscription_url", "/subscription"),
        ("commits_url", "/commits{/sha}"), ("git_commits_url", "/git/commits{/sha}"),
        ("comments_url", "/comments{/number}"), ("issue_comment_url", "/issues/comments{/number}"),
        ("contents_url", "/contents/{+path}"), ("compare_url", "/compare/{base}...{head}"),
        ("merges_url", "/merges"), ("archive_url", "/{archive_format}{/ref}"),
        ("downloads_url", "/downloads"), ("issues_url", "/issues{/number}"),
        ("pulls_url", "/pulls{/number}"), ("milestones_url", "/milestones{/number}"),
        ("notifications_url", "/notifications{?since,all,participating}"), ("labels_url", "/labels{/name}"),
        ("releases_url", "/releases{/id}"), ("deployments_url", "/deployments"),
    ]

    /// The keys of URLs for version control tools, and the start of each URL.
    static let remotes = [
        ("git_url", "git://example.com/"),
        ("ssh_url", "git@example.com:"),
        ("clone_url", "https://example.com/"),
    ]

    /// The keys whose values tell which features a repository has.
    static let featureFlags = [
        "has_issues", "has_projects", "has_downloads", "has_wiki", "has_pages", "has_discussions",
    ]

    static let languages = [
        "C", "C++", "C#", "Dart", "Go", "Haskell", "Java", "JavaScript", "Jupyter Notebook", "Kotlin", "Lua",
        "Objective-C", "PHP", "Python", "Ruby", "Rust", "Scala", "Shell", "Swift", "TypeScript", "Zig",
    ]

    /// The key, the name and the SPDX identifier of each license. Names are spelled as in JSON, because `JSONWriter`
    /// copies text unchanged.
    static let licenses = [
        ("mit", "MIT License", "MIT"),
        ("apache-2.0", "Apache License 2.0", "Apache-2.0"),
        ("gpl-3.0", "GNU General Public License v3.0", "GPL-3.0"),
        ("bsd-3-clause", #"BSD 3-Clause \"New\" or \"Revised\" License"#, "BSD-3-Clause"),
        ("mpl-2.0", "Mozilla Public License 2.0", "MPL-2.0"),
        ("other", "Other", "NOASSERTION"),
    ]

    /// The starts of descriptions. An adjective and a noun follow.
    static let openings = [
        "A toolkit for every ", "An opinionated take on the ", "Experiments with a ", "Home of the ",
        "Notes and samples for a ", "Reference implementation of the ", "The missing link to a ",
        "🚀 Batteries included: a ", "📦 Bindings for the ",
    ]

    static let endings = [
        "", ".", ", with no dependencies", " for servers and the command line", " that stays out of your way",
        ", written for fun and kept for profit", " — small, documented, tested",
        " (formerly part of a larger project)",
    ]
}

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
