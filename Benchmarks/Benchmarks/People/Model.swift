import BenchmarkSupport
import StreamImport

/// A model with a field for each member of a record.
@Importable
struct Person: Decodable {
    var id: Int
    var name: String
    var email: String
    var age: Int
    var balance: Double
    var active: Bool
    var joinedAt: String
    var referredBy: Int?
    var address: Address
    var tags: [String]

    @Importable
    struct Address: Decodable {
        var street: String
        var city: String
        var region: String
        var zip: String
        var country: String
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, email, age, balance, active, address, tags
        case joinedAt = "joined_at"
        case referredBy = "referred_by"
    }
}

extension Person: Summable {
    func add(to sum: inout Checksum) {
        sum.add(id)
        sum.add(name)
        sum.add(age)
        sum.add(balance)
        sum.add(active)
        sum.add(referredBy)
        sum.add(address.zip)
        sum.add(tags.last)
    }

    static func add(_ record: JSONObject, to sum: inout Checksum) {
        sum.add(record.integer("id"))
        sum.add(record.text("name"))
        sum.add(record.integer("age"))
        sum.add(record.real("balance"))
        sum.add(record.bool("active"))
        sum.add(record.integer("referred_by"))
        sum.add(record.object("address")?.text("zip"))
        sum.add(record.texts("tags").last)
    }
}
