/// Records with the keys of Twitter's API 1.1 for statuses, deep and wide, in raw UTF-8.
enum Tweets {
    static func writeRecord(_ index: Int, _ random: inout Random, to json: inout JSONWriter) {
        let id = 505_874_847_260_352_512 + index * 1_048_576 + random.below(1_048_576)
        json.object { json in
            writeStatus(id: id, retweeted: random.chance(percent: 35), &random, to: &json)
        }
    }

    /// Writes the members of a status.
    ///
    /// - Parameter retweeted: whether the status contains the retweeted status as an object.
    private static func writeStatus(
        id: Int, retweeted: Bool, _ random: inout Random, to json: inout JSONWriter
    ) {
        let language = random.pick(TweetText.languages)
        json.object("metadata") { json in
            json.member("result_type", "recent")
            json.member("iso_language_code", language.code)
        }
        json.member("created_at") {
            Timestamp(secondsSince1970: random.secondsSince1970()).writeTwitterDate(to: &$0)
        }
        json.member("id", id)
        json.member("id_str") { $0.digits(id) }
        json.member("text") { TweetText.write(language, &random, to: &$0) }
        json.member("source") { json in
            json.text(#"<a href=\"https://example.com/"#)
            json.text(random.pick(Vocabulary.nouns))
            json.text(#"\" rel=\"nofollow\">"#)
            json.text(random.pick(Vocabulary.adjectives))
            json.text(" client</a>")
        }
        json.member("truncated", false)
        writeReply(to: id - random.within(1...1_000_000_000), &random, to: &json)
        json.object("user") { TweetUser.write(language, &random, to: &$0) }
        for key in ["geo", "coordinates", "place", "contributors"] { json.null(key) }
        if retweeted {
            let original = id - random.within(1_000_000...1_000_000_000)
            json.object("retweeted_status") {
                writeStatus(id: original, retweeted: false, &random, to: &$0)
            }
        }
        json.member("retweet_count", random.skewed(40_000))
        json.member("favorite_count", random.skewed(90_000))
        json.object("entities") { writeEntities(&random, to: &$0) }
        json.member("favorited", false)
        json.member("retweeted", false)
        if random.chance(percent: 20) { json.member("possibly_sensitive", false) }
        // The language is missing if it was not recognized.
        if random.chance(percent: 90) { json.member("lang", language.code) }
    }

    private static func writeReply(to status: Int, _ random: inout Random, to json: inout JSONWriter) {
        guard random.chance(percent: 25) else {
            for key in replyKeys { json.null(key) }
            return
        }
        let user = random.within(1_000_000...2_800_000_000)
        json.member("in_reply_to_status_id", status)
        json.member("in_reply_to_status_id_str") { $0.digits(status) }
        json.member("in_reply_to_user_id", user)
        json.member("in_reply_to_user_id_str") { $0.digits(user) }
        json.member("in_reply_to_screen_name") { TweetUser.writeScreenName(&random, to: &$0) }
    }

    private static let replyKeys = [
        "in_reply_to_status_id", "in_reply_to_status_id_str", "in_reply_to_user_id",
        "in_reply_to_user_id_str",
        "in_reply_to_screen_name",
    ]

    private static func writeEntities(_ random: inout Random, to json: inout JSONWriter) {
        json.array("hashtags") { json in
            for _ in 0..<random.below(3) {
                json.object { json in
                    json.member("text", random.pick(TweetText.hashtags))
                    writeIndices(&random, to: &json)
                }
            }
        }
        json.array("symbols") { _ in }
        json.array("urls") { json in
            for _ in 0..<random.below(2) {
                let page = random.pick(Vocabulary.nouns)
                json.object { json in
                    json.member("url", "https://t.example.com/", page)
                    json.member("expanded_url", "https://example.org/articles/", page)
                    json.member("display_url", "example.org/articles/", page)
                    writeIndices(&random, to: &json)
                }
            }
        }
        json.array("user_mentions") { json in
            for _ in 0..<random.below(3) { writeMention(&random, to: &json) }
        }
    }

    private static func writeMention(_ random: inout Random, to json: inout JSONWriter) {
        let id = random.within(1_000_000...2_800_000_000)
        json.object { json in
            json.member("screen_name") { TweetUser.writeScreenName(&random, to: &$0) }
            json.member("name", random.pick(TweetText.names))
            json.member("id", id)
            json.member("id_str") { $0.digits(id) }
            writeIndices(&random, to: &json)
        }
    }

    private static func writeIndices(_ random: inout Random, to json: inout JSONWriter) {
        let start = random.below(100)
        json.array("indices") { json in
            json.member(nil, start)
            json.member(nil, start + random.within(4...20))
        }
    }
}
