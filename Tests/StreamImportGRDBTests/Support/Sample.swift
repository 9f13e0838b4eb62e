import Foundation
import GRDB
import StreamImport

/// A model with a property of every kind.
@Importable
struct Sample: Codable, Equatable, FetchableRecord, PersistableRecord {
    var id: Int
    var small: Int8 = -8
    var long: Int64 = .min
    var unsigned: UInt64 = 7
    var flag = false
    var ratio = 0.1
    @Key("single_ratio") var single: Float = 0.1
    var width: CGFloat = 0.5
    var price: Decimal = 1.50
    var name = ""
    var link: URL?
    @DateFormat(.unixMilliseconds) var created: Date?
    @DateFormat(.unixSeconds) var seconds: Double?
    var uuid: UUID?
    var bytes: Data?
    var level: Level = Level.low
    var color: Color?
    var key: Key?
    @Key("o.w.n.e.r") var owner: Owner?
    @Key("owners.list") var owners: [Owner] = []
    var tags: Set<String> = []
    var counts: [String: Int] = [:]
    var moments: [Date] = []
    var maybe: [Int?]?
    var fallback: Int? = 5

    enum Level: Int, Codable { case low = 1, high }
    enum Color: String, Codable { case red, green }

    /// A value that is stored as its raw value.
    struct Key: RawRepresentable, Codable, Hashable, DatabaseValueConvertible, Importable {
        var rawValue: UUID
    }
}

extension Sample.Level: Importable {}
extension Sample.Color: Importable {}

/// A model that is nested in others. Some of its keys differ from the names of their properties.
@Importable
struct Owner: Codable, Equatable {
    @StreamImport.Key("login.name") var name: String
    @StreamImport.Key("name") var nick: String?
    @DateFormat(.dotNet) var since: Date?
    var data: Data?
    var link: URL?
    var id: UUID?
    var price: Decimal?
    var friends: [Owner]?
    var isActive = true
    var ratio: Float = 0.3
}
