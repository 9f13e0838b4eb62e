/// Events of twelve kinds, like those of GitHub's REST API. The member `type` names the kind, which determines some of the
/// other members.
enum Events {
    static func writeRecord(
        _ index: Int, isTypeFirst: Bool, _ random: inout Random, to json: inout JSONWriter
    ) {
        let kind = random.pick(kinds)
        json.object { json in
            if isTypeFirst { json.member("type", kind.name) }
            json.member("id") { $0.digits(20_000_000_000 + index * 3) }
            json.object("actor") { writeActor(&random, to: &$0) }
            json.object("repo") { json in
                json.member("id", random.within(1_000...900_000_000))
                json.member("name") { writeRepositoryName(&random, to: &$0) }
            }
            kind.writeMembers(&random, &json)
            json.member("public", true)
            json.member("created_at") {
                Timestamp(secondsSince1970: random.secondsSince1970()).writeISO8601(to: &$0)
            }
            if !isTypeFirst { json.member("type", kind.name) }
        }
    }

    private struct Kind: Sendable {
        let name: String
        let writeMembers: @Sendable (inout Random, inout JSONWriter) -> Void
    }

    private static let kinds: [Kind] = [
        Kind(name: "PushEvent") { random, json in
            json.member("push_id", random.within(1...9_000_000_000))
            json.member("ref", "refs/heads/", random.pick(Vocabulary.nouns))
            json.member("head") { writeHash(&random, to: &$0) }
            json.array("commits") { json in
                for _ in 0..<random.within(1...3) {
                    json.object { json in
                        json.member("sha") { writeHash(&random, to: &$0) }
                        json.member("message") { writeSentence(&random, to: &$0) }
                        json.member("distinct", random.chance(percent: 90))
                    }
                }
            }
        },
        Kind(name: "CreateEvent") { random, json in
            json.member("ref", random.pick(Vocabulary.nouns))
            json.member("ref_type", random.chance(percent: 80) ? "branch" : "tag")
            json.member("description") { writeSentence(&random, to: &$0) }
        },
        Kind(name: "DeleteEvent") { random, json in
            json.member("ref", random.pick(Vocabulary.nouns))
            json.member("ref_type", random.chance(percent: 80) ? "branch" : "tag")
        },
        Kind(name: "ForkEvent") { random, json in
            json.object("forkee") { json in
                json.member("id", random.within(1_000...900_000_000))
                json.member("full_name") { writeRepositoryName(&random, to: &$0) }
                json.member("description") { writeSentence(&random, to: &$0) }
            }
        },
        Kind(name: "IssuesEvent") { random, json in
            json.member("action", random.chance(percent: 60) ? "opened" : "closed")
            json.object("issue") { writeIssue(&random, to: &$0) }
        },
        Kind(name: "IssueCommentEvent") { random, json in
            json.member("action", "created")
            json.object("issue") { writeIssue(&random, to: &$0) }
            json.object("comment") { json in
                json.member("id", random.within(1...2_000_000_000))
                json.member("body") { writeSentence(&random, to: &$0) }
            }
        },
        Kind(name: "PullRequestEvent") { random, json in
            json.member("action", random.chance(percent: 60) ? "opened" : "closed")
            json.member("number", random.within(1...20_000))
            json.object("pull_request") { json in
                json.member("title") { writeSentence(&random, to: &$0) }
                json.member("merged", random.chance(percent: 40))
                json.member("additions", random.skewed(4_000))
                json.member("deletions", random.skewed(4_000))
            }
        },
        Kind(name: "ReleaseEvent") { random, json in
            json.object("release") { json in
                json.member("tag_name") { json in
                    json.text("v")
                    json.digits(random.below(10))
                    json.byte(UInt8(ascii: "."))
                    json.digits(random.below(30))
                }
                json.member("prerelease", random.chance(percent: 20))
            }
        },
        Kind(name: "WatchEvent") { _, json in json.member("action", "started") },
        Kind(name: "MemberEvent") { random, json in
            json.member("action", "added")
            json.object("member") { writeActor(&random, to: &$0) }
        },
        Kind(name: "GollumEvent") { random, json in
            json.array("pages") { json in
                for _ in 0..<random.within(1...3) {
                    json.object { json in
                        json.member("page_name", random.pick(Vocabulary.nouns))
                        json.member("action", random.chance(percent: 50) ? "created" : "edited")
                    }
                }
            }
        },
        Kind(name: "PublicEvent") { _, _ in },
    ]

    private static func writeActor(_ random: inout Random, to json: inout JSONWriter) {
        let login = random.pick(Vocabulary.nouns)
        json.member("id", random.within(1_000...190_000_000))
        json.member("login", login)
        json.member("url", "https://api.example.com/users/", login)
    }

    private static func writeIssue(_ random: inout Random, to json: inout JSONWriter) {
        json.member("number", random.within(1...20_000))
        json.member("title") { writeSentence(&random, to: &$0) }
        json.array("labels") { json in
            for _ in 0..<random.below(4) { json.member(nil, random.pick(Vocabulary.nouns)) }
        }
        json.member("comments", random.skewed(40))
    }

    private static func writeRepositoryName(_ random: inout Random, to json: inout JSONWriter) {
        json.text(random.pick(Vocabulary.nouns))
        json.byte(UInt8(ascii: "/"))
        json.text(random.pick(Vocabulary.adjectives))
        json.byte(UInt8(ascii: "-"))
        json.text(random.pick(Vocabulary.nouns))
    }

    private static func writeSentence(_ random: inout Random, to json: inout JSONWriter) {
        for index in 0..<random.within(3...9) {
            if index > 0 { json.byte(UInt8(ascii: " ")) }
            json.text(random.pick(index.isMultiple(of: 2) ? Vocabulary.adjectives : Vocabulary.nouns))
        }
    }

    /// Writes forty digits of base 16.
    private static func writeHash(_ random: inout Random, to json: inout JSONWriter) {
        for _ in 0..<5 {
            var bits = random.next()
            for _ in 0..<8 {
                json.byte(digits[Int(bits % 16)])
                bits /= 16
            }
        }
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
