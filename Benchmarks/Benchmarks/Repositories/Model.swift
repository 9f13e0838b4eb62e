import BenchmarkSupport
import StreamImport

/// A model with fields for 12 of the 80 members of a record. Two of these members are objects: the owner, of which two
/// members are bound, and the license, of which one member is bound.
@Importable
struct Repository: Decodable {
    var id: Int
    var fullName: String
    var description: String?
    var fork: Bool
    var createdAt: String
    var size: Int
    @Key("stargazers_count") var stars: Int
    @Key("forks_count") var forks: Int
    var language: String?
    var topics: [String]
    var owner: Owner
    var license: License?

    @Importable
    struct Owner: Decodable {
        var id: Int
        var login: String
    }

    @Importable
    struct License: Decodable {
        @Key("spdx_id") var identifier: String

        private enum CodingKeys: String, CodingKey {
            case identifier = "spdx_id"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case id, description, fork, size, language, topics, owner, license
        case fullName = "full_name"
        case createdAt = "created_at"
        case stars = "stargazers_count"
        case forks = "forks_count"
    }
}

extension Repository: Summable {
    func add(to sum: inout Checksum) {
        sum.add(id)
        sum.add(fullName)
        sum.add(description)
        sum.add(fork)
        sum.add(stars)
        sum.add(language)
        sum.add(topics.last)
        sum.add(owner.id)
        sum.add(license?.identifier)
    }

    static func add(_ record: JSONObject, to sum: inout Checksum) {
        sum.add(record.integer("id"))
        sum.add(record.text("full_name"))
        sum.add(record.text("description"))
        sum.add(record.bool("fork"))
        sum.add(record.integer("stargazers_count"))
        sum.add(record.text("language"))
        sum.add(record.texts("topics").last)
        sum.add(record.object("owner")?.integer("id"))
        sum.add(record.object("license")?.text("spdx_id"))
    }
}
