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
