import StreamImport

/// 6 of the more than 100 keys of a record of `tweets`.
@Importable
struct Tweet: Owning {
    var id: Int
    var text: String
    var createdAt: String
    var lang: String?
    var retweetCount: Int
    var user: User

    /// The author.
    @Importable
    struct User: Owning {
        var screenName: String

        var owned: Int { screenName.owned }
    }

    var owned: Int { text.owned + createdAt.owned + lang.owned + user.owned }
}
