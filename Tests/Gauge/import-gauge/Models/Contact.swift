import StreamImport

/// Most members of a record of `people` as properties, for imports, updates and exports.
struct Contact: Importable {
    var id: Int
    var name: String
    var balance: Double
    var isActive: Bool
    var referrer: Int?
    var city: String?
    var tags: [String]
    var extras: [String: JSONValue]

    static let importPlan = ImportPlan(Contact.self) { fields in
        let id = fields.required("id", Int.self)
        let name = fields.required("name", String.self)
        let balance = fields.required("balance", Double.self)
        let isActive = fields.required("isActive", Bool.self, keys: ["active"])
        let referrer = fields.optional("referrer", Int.self, keys: ["referred_by", "referredBy"])
        let city = fields.optional("city", String.self, keys: ["address.city"])
        let tags = fields.defaulted("tags", [String].self)
        let extras = fields.extras("extras")
        return ModelOperations(
            make: { draft in
                Contact(
                    id: draft[id], name: draft[name], balance: draft[balance], isActive: draft[isActive],
                    referrer: draft[referrer], city: draft[city], tags: draft[tags] ?? [],
                    extras: draft[extras])
            },
            update: { _, contact in contact },
            decompose: { contact, values in
                values.add(contact.id, id)
                values.add(contact.name, name)
                values.add(contact.balance, balance)
                values.add(contact.isActive, isActive)
                values.add(contact.referrer, referrer)
                values.add(contact.city, city)
                values.add(contact.tags, tags)
                values.add(contact.extras, extras)
            },
            properties: { [:] })
    }
}
