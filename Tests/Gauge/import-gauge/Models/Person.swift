import StreamImport

/// All members of a record of `people` as properties.
@Importable
struct Person: AllocationOwner {
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

    /// The nested object of a record.
    @Importable
    struct Address: AllocationOwner {
        var street: String
        var city: String
        var region: String
        var zip: String
        var country: String

        var ownedAllocations: Int {
            street.ownedAllocations + city.ownedAllocations + region.ownedAllocations + zip.ownedAllocations
                + country.ownedAllocations
        }
    }

    var ownedAllocations: Int {
        name.ownedAllocations + email.ownedAllocations + joinedAt.ownedAllocations + address.ownedAllocations
            + tags.ownedAllocations
    }
}
