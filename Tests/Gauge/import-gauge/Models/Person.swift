import StreamImport

/// Every field of a record of `people`.
@Importable
struct Person: Owning {
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

    /// The object inside of a record.
    @Importable
    struct Address: Owning {
        var street: String
        var city: String
        var region: String
        var zip: String
        var country: String

        var owned: Int { street.owned + city.owned + region.owned + zip.owned + country.owned }
    }

    var owned: Int { name.owned + email.owned + joinedAt.owned + address.owned + tags.owned }
}
