/// A column of the table that rows go to.
struct Column: Equatable {
    var name: String
    /// The keys that lead to the column's values in a record: one, or several where objects are made flat. `nil` if
    /// the table had the column before, and no key was found for it yet.
    var path: [String]?
    /// What it is declared as.
    var declaredType: String
    /// Whether imports have made it, which may then change its type.
    var isOwn: Bool

    /// What it holds as it is.
    var kinds: ColumnKinds {
        isOwn
            ? (ColumnType(rawValue: declaredType) ?? .any).kinds
            : ColumnAffinity(declaredType: declaredType).kinds
    }
}

extension String {
    /// The name as SQLite compares it: it tells no case apart, of ASCII letters.
    var folded: String {
        String(decoding: utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
