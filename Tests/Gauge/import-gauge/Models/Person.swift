import StreamImport

/// Every field of a record of `people`.
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

extension Person: Importable {
    static let importPlan = ImportPlan(Person.self) { fields in
        let id = fields.required("id", Int.self)
        let name = fields.required("name", String.self)
        let email = fields.required("email", String.self)
        let age = fields.required("age", Int.self)
        let balance = fields.required("balance", Double.self)
        let active = fields.required("active", Bool.self)
        let joinedAt = fields.required("joined_at", String.self)
        let referredBy = fields.optional("referred_by", Int.self)
        let address = fields.required("address", Address.self)
        let tags = fields.required("tags", [String].self)
        return { draft in
            Person(
                id: draft[id], name: draft[name], email: draft[email], age: draft[age],
                balance: draft[balance], active: draft[active], joinedAt: draft[joinedAt],
                referredBy: draft[referredBy], address: draft[address], tags: draft[tags])
        }
    }
}

extension Person.Address: Importable {
    static let importPlan = ImportPlan(Person.Address.self) { fields in
        let street = fields.required("street", String.self)
        let city = fields.required("city", String.self)
        let region = fields.required("region", String.self)
        let zip = fields.required("zip", String.self)
        let country = fields.required("country", String.self)
        return { draft in
            Person.Address(
                street: draft[street], city: draft[city], region: draft[region], zip: draft[zip],
                country: draft[country])
        }
    }
}
