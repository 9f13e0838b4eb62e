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

/// Phrases of tweets, most of them with characters outside ASCII, as raw UTF-8.
enum TweetText {
    struct Language {
        let code: String
        let phrases: [String]
    }

    static func write(_ language: Language, _ random: inout Random, to json: inout JSONWriter) {
        for position in 0..<random.within(2...6) {
            if position > 0 { json.text(random.chance(percent: 15) ? #"\n"# : " ") }
            json.text(random.pick(language.phrases))
        }
    }

    /// The languages of tweets. Japanese occurs twice, so that a large part of the text has three bytes a character.
    static let languages = [japanese, japanese, english, french, german, korean, russian]

    private static let japanese = Language(
        code: "ja",
        phrases: [
            "今日はとても良い天気ですね。", "朝ごはんを食べたら出かけます", "新しい本を読みはじめた📚",
            "電車が少し遅れているみたい…", "猫が窓の外を見ている🐈", "週末は海へ行こう！", "コーヒーをもう一杯☕️",
            "おつかれさまでした✨", "明日の予定はまだ決まっていません", "「なるほど」と思った",
        ])

    private static let english = Language(
        code: "en",
        phrases: [
            "just finished the long way round", "anyone else awake?", "coffee first ☕️", "that went well 🎉",
            "the build is green again ✅", #"\"it works here\", they said"#,
            "read this twice & still smiling 😂",
            "rain again — of course",
        ])

    private static let french = Language(
        code: "fr",
        phrases: [
            "déjà l’été, enfin", "le café est servi ☕️", "ça marche très bien", "où êtes-vous passés ?",
            "une soirée à la française 🥖", "rien à déclarer…", "un œuf, deux crêpes",
        ])

    private static let german = Language(
        code: "de",
        phrases: [
            "schöne Grüße aus dem Süden", "über allen Gipfeln ist Ruh", "heiß heute ☀️", "früh aufgestanden",
            "das Mädchen mit dem Äpfelkorb", "schon wieder Straßenbahn verpaßt 🚋",
        ])

    private static let korean = Language(
        code: "ko",
        phrases: [
            "오늘 날씨가 정말 좋아요", "커피 한 잔 하실래요? ☕️", "내일 또 만나요 👋", "새 노래를 듣고 있어요 🎶",
            "길이 많이 막히네요",
        ])

    private static let russian = Language(
        code: "ru",
        phrases: [
            "доброе утро, друзья", "снова идёт дождь 🌧", "всё получилось!", "чай и книга",
            "до встречи в понедельник",
        ])

    static let hashtags = [
        "夏休み", "写真", "opendata", "été2024", "grün", "커피", "новости", "weekend", "写真好きな人と繋がりたい",
    ]

    static let names = [
        "さくら🌸", "ねこ好き", "山の上の本屋", "Zoë ✨", "l’atelier bleu", "Müßiggang", "quiet harbor", "서점",
        "тихий час", "🐢 slow news", "まちの天気", "Fixture Café",
    ]
}

/// The author of a tweet: 40 keys, of which an importer seldom needs more than two.
enum TweetUser {
    static func write(_ language: TweetText.Language, _ random: inout Random, to json: inout JSONWriter) {
        let id = random.within(1_000_000...2_800_000_000)
        json.member("id", id)
        json.member("id_str") { $0.digits(id) }
        json.member("name", random.pick(TweetText.names))
        json.member("screen_name") { writeScreenName(&random, to: &$0) }
        json.member("location", random.chance(percent: 50) ? random.pick(Vocabulary.cities) : "")
        json.member("description") { TweetText.write(language, &random, to: &$0) }
        if random.chance(percent: 60) {
            json.null("url")
        } else {
            json.member("url", "https://t.example.com/home")
        }
        json.object("entities") { json in
            json.object("description") { json in json.array("urls") { _ in } }
        }
        json.member("protected", false)
        json.member("followers_count", random.skewed(500_000))
        json.member("friends_count", random.skewed(5_000))
        json.member("listed_count", random.skewed(900))
        json.member("created_at") {
            Timestamp(secondsSince1970: random.secondsSince1970()).writeTwitterDate(to: &$0)
        }
        json.member("favourites_count", random.skewed(30_000))
        writeClock(&random, to: &json)
        json.member("geo_enabled", random.chance(percent: 30))
        json.member("verified", random.chance(percent: 2))
        json.member("statuses_count", random.skewed(200_000))
        json.member("lang", language.code)
        for key in ["contributors_enabled", "is_translator", "is_translation_enabled"] {
            json.member(key, false)
        }
        writeProfile(id: id, &random, to: &json)
        for key in ["following", "follow_request_sent", "notifications"] { json.member(key, false) }
    }

    static func writeScreenName(_ random: inout Random, to json: inout JSONWriter) {
        json.text(random.pick(Vocabulary.adjectives))
        json.byte(UInt8(ascii: "_"))
        json.text(random.pick(Vocabulary.nouns))
        json.digits(random.below(1_000))
    }

    private static func writeClock(_ random: inout Random, to json: inout JSONWriter) {
        if random.chance(percent: 40) {
            json.null("utc_offset")
            json.null("time_zone")
        } else {
            json.member("utc_offset", random.within(-11...12) * 3_600)
            json.member("time_zone", random.pick(Vocabulary.cities))
        }
    }

    private static func writeProfile(id: Int, _ random: inout Random, to json: inout JSONWriter) {
        writeColor("profile_background_color", &random, to: &json)
        json.member("profile_background_image_url", "http://img.example.com/themes/theme1/bg.png")
        json.member("profile_background_image_url_https", "https://img.example.com/themes/theme1/bg.png")
        json.member("profile_background_tile", random.chance(percent: 20))
        for (key, scheme) in [("profile_image_url", "http"), ("profile_image_url_https", "https")] {
            json.member(key) { json in
                json.text(scheme)
                json.text("://img.example.com/profile_images/")
                json.digits(id)
                json.text("/portrait_normal.jpeg")
            }
        }
        json.member("profile_banner_url") { json in
            json.text("https://img.example.com/profile_banners/")
            json.digits(id)
        }
        for key in colors { writeColor(key, &random, to: &json) }
        json.member("profile_use_background_image", true)
        json.member("default_profile", random.chance(percent: 60))
        json.member("default_profile_image", random.chance(percent: 5))
    }

    private static let colors = [
        "profile_link_color", "profile_sidebar_border_color", "profile_sidebar_fill_color",
        "profile_text_color",
    ]

    private static func writeColor(_ key: String, _ random: inout Random, to json: inout JSONWriter) {
        var bits = random.next()
        json.member(key) { json in
            for _ in 0..<6 {
                json.byte(hexadecimal[Int(bits % 16)])
                bits /= 16
            }
        }
    }

    private static let hexadecimal = Array("0123456789ABCDEF".utf8)
}
