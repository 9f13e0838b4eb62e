import StreamImport

/// 6 of the more than 100 keys of a record of `tweets`.
@Importable
struct Tweet: AllocationOwner {
    var id: Int
    var text: String
    var createdAt: String
    var lang: String?
    var retweetCount: Int
    var user: User

    /// The author of a tweet.
    @Importable
    struct User: AllocationOwner {
        var screenName: String

        var ownedAllocations: Int { screenName.ownedAllocations }
    }

    var ownedAllocations: Int {
        text.ownedAllocations + createdAt.ownedAllocations + lang.ownedAllocations + user.ownedAllocations
    }
}
