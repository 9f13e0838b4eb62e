import Foundation

/// The models whose records are compared with those of a `JSONDecoder`.
enum DecodableModels {
    struct User: Codable, Equatable {
        var id: Int, name: String, address: Address?, friends: [User]?

        struct Address: Codable, Equatable { var city: String, zip: String? }
    }

    struct Collections: Codable, Equatable {
        var tags: [String], matrix: [[Double]], counts: [String: Int], names: [Int: String], set: Set<Int>?
    }

    enum Level: String, Codable { case low, high }

    struct Alarm: Codable, Equatable {
        var level: Level, history: [Level], byLevel: [String: Level]
    }

    enum Shape: Codable, Equatable {
        case circle(radius: Double)
        case polygon([Point])
        case empty

        struct Point: Codable, Equatable { var x: Int, y: Int }
    }

    struct Event: Codable, Equatable { var at: Date, times: [Date]? }

    struct Account: Codable, Equatable {
        var accountID: Int, ownerName: String, lastLogin: Login?

        struct Login: Codable, Equatable { var ipAddress: String }

        enum CodingKeys: String, CodingKey { case accountID = "accountId", ownerName, lastLogin }
    }

    /// A pair that is written as an array, and rejects a wrong order.
    struct Span: Decodable, Equatable {
        var lower: Int, upper: Int

        struct Reversed: Error, Equatable { let lower: Int, upper: Int }

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            lower = try container.decode(Int.self)
            upper = try container.decode(Int.self)
            guard container.isAtEnd else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "More than two bounds.")
            }
            guard lower <= upper else { throw Reversed(lower: lower, upper: upper) }
        }
    }

    class Animal: Decodable, Equatable {
        var name: String

        static func == (left: Animal, right: Animal) -> Bool { left.isEqual(to: right) }

        func isEqual(to other: Animal) -> Bool { name == other.name }
    }

    final class Dog: Animal {
        var barks: Bool

        private enum CodingKeys: CodingKey { case barks }

        required init(from decoder: any Decoder) throws {
            barks = try decoder.container(keyedBy: CodingKeys.self).decode(Bool.self, forKey: .barks)
            try super.init(from: decoder)
        }

        override func isEqual(to other: Animal) -> Bool {
            super.isEqual(to: other) && barks == (other as? Dog)?.barks
        }
    }

    struct Numbers: Codable, Equatable {
        var byte: Int8?, unsigned: UInt64?, decimal: Decimal?, float: Float?, double: Double?
    }

    struct Values: Codable, Equatable { var data: Data?, url: URL?, uuid: UUID?, flag: Bool? }
}
