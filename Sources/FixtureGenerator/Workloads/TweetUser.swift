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
