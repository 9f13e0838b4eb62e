/// Records with the keys of GitHub's REST API for repositories, of which an importer wants a few.
enum Repositories {
    static func writeRecord(_ index: Int, _ random: inout Random, to json: inout JSONWriter) {
        let account = Account(&random)
        let name = random.pick(Vocabulary.adjectives) + "-" + random.pick(Vocabulary.nouns)
        let fullName = account.login + "/" + name
        let api = "https://api.example.com/repos/" + fullName
        let stars = random.skewed(60_000)
        let forks = random.skewed(9_000)
        let openIssues = random.skewed(1_200)
        let created = random.timestamp()

        json.object { json in
            json.field("id", 10_000_000 + index * 7 + random.below(7))
            json.field("node_id") { writeNodeID("R_kgDO", &random, to: &$0) }
            json.field("name", name)
            json.field("full_name", fullName)
            json.field("private", false)
            json.object("owner") { account.write(&random, to: &$0) }
            json.field("html_url", "https://example.com/", fullName)
            writeDescription(&random, to: &json)
            json.field("fork", random.chance(12))
            json.field("url", api)
            for (key, suffix) in links { json.field(key, api, suffix) }
            writeTimes(created: created, &random, to: &json)
            for (key, start) in remotes { json.field(key, start + fullName, ".git") }
            json.field("svn_url", "https://example.com/", fullName)
            writeHomepage(of: name, &random, to: &json)
            json.field("size", random.skewed(400_000))
            json.field("stargazers_count", stars)
            json.field("watchers_count", stars)
            writeText("language", oneOf: languages, nullPercent: 9, &random, to: &json)
            for key in switches { json.field(key, random.chance(70)) }
            json.field("forks_count", forks)
            json.null("mirror_url")
            json.field("archived", random.chance(6))
            json.field("disabled", false)
            json.field("open_issues_count", openIssues)
            writeLicense(&random, to: &json)
            json.field("allow_forking", true)
            json.field("is_template", random.chance(2))
            json.field("web_commit_signoff_required", random.chance(4))
            json.array("topics") { json in
                for _ in 0..<random.below(7) { json.field(nil, random.pick(Vocabulary.nouns)) }
            }
            json.field("visibility", "public")
            json.field("forks", forks)
            json.field("open_issues", openIssues)
            json.field("watchers", stars)
            json.field("default_branch", random.chance(75) ? "main" : "master")
            json.object("permissions") { json in
                for key in ["admin", "maintain", "push", "triage"] { json.field(key, false) }
                json.field("pull", true)
            }
        }
    }

    /// An opaque identifier: letters and digits that say nothing.
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
        guard random.chance(93) else { return json.null("description") }
        json.field("description") { json in
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
            json.field(key) { Timestamp(secondsSince1970: second).writeISO8601(to: &$0) }
        }
    }

    private static func writeHomepage(of name: String, _ random: inout Random, to json: inout JSONWriter) {
        switch random.below(3) {
        case 0: json.null("homepage")
        case 1: json.field("homepage", "")
        default: json.field("homepage", "https://example.org/", name)
        }
    }

    private static func writeLicense(_ random: inout Random, to json: inout JSONWriter) {
        guard random.chance(80) else { return json.null("license") }
        let (key, name, identifier) = random.pick(licenses)
        json.object("license") { json in
            json.field("key", key)
            json.field("name", name)
            json.field("spdx_id", identifier)
            json.field("url", "https://api.example.com/licenses/", key)
            json.field("node_id") { writeNodeID("MDc6TGljZW5zZ", &random, to: &$0) }
        }
    }

    private static func writeText(
        _ key: String, oneOf texts: [String], nullPercent: Int, _ random: inout Random,
        to json: inout JSONWriter
    ) {
        if random.chance(nullPercent) { json.null(key) } else { json.field(key, random.pick(texts)) }
    }
}
