import BenchmarkSupport
import StreamImport

/// A model with fields for 6 members of a record, which has more than 100 keys.
@Importable
struct Tweet: Decodable {
    var id: Int
    var text: String
    var createdAt: String
    var lang: String?
    var retweetCount: Int
    var user: User

    @Importable
    struct User: Decodable {
        var screenName: String

        private enum CodingKeys: String, CodingKey {
            case screenName = "screen_name"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case id, text, lang, user
        case createdAt = "created_at"
        case retweetCount = "retweet_count"
    }
}

extension Tweet: Summable {
    func add(to sum: inout Checksum) {
        sum.add(id)
        sum.add(text)
        sum.add(createdAt)
        sum.add(lang)
        sum.add(retweetCount)
        sum.add(user.screenName)
    }

    static func add(_ record: JSONObject, to sum: inout Checksum) {
        sum.add(record.integer("id"))
        sum.add(record.text("text"))
        sum.add(record.text("created_at"))
        sum.add(record.text("lang"))
        sum.add(record.integer("retweet_count"))
        sum.add(record.object("user")?.text("screen_name"))
    }
}
