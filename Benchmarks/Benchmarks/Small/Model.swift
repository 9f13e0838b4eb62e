import BenchmarkSupport
import StreamImport

/// Every field of a text.
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
    var tags: [String]

    private enum CodingKeys: String, CodingKey {
        case id, name, email, age, balance, active, tags
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
        sum.add(tags.last)
    }
}
