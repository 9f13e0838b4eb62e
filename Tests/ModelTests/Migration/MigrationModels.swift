import Foundation
import StreamImport

extension MigrationTests {
    /// A model with nested models, arrays and dictionaries.
    @Importable
    struct User: Equatable {
        var userId: Int?
        var userName: String?
        var userRole = "Reader"
        var job: Job?
        var pastJobs: [Job] = []
        var rounds: [[Job]] = []
        var names: [String: String] = [:]
        var anything: [JSONValue] = []
        var gaps: [String?] = []
        var rows: [[Int]] = []
        var raw: [String: JSONValue] = [:]
        @Lenient var knownJobs: [Job] = []

        @Importable
        struct Job: Equatable {
            var title: String?
            var rank: Int?
        }
    }

    /// A model with keys that differ from the names of the properties, with a path, and with properties that are not
    /// imported.
    @Importable
    struct Location: Equatable {
        @Key("id") var locationID: Int?
        @Key("zip") var zipCode: String?
        @Key("city.name") var cityName: String?
        var city: City?
        var inner: [Location] = []
        var fooRate: Int?
        @Ignored private(set) var cached: Int?
        var twice: Int { (fooRate ?? 0) * 2 }
        @Key("@type") var type: String?

        @Importable
        struct City: Equatable {
            var country: String?
        }
    }

    /// A recursive model with an identifier.
    @Importable
    struct Category: Codable, Equatable {
        var objectId: String?
        var name: String?
        var children: [Category] = []
    }

    /// A model with properties of the types that the libraries convert. Some properties have a default value.
    @Importable
    struct Values: Equatable {
        var text = "old"
        var int = -1
        var real = -1.5
        var flag: Bool?
        var date: Date = Date(timeIntervalSince1970: -1)
        @DateFormat(.format("dd.MM.yyyy")) var day: Date?
        @DateFormat(.format("MM/dd/yyyy")) var due: Date?
        @DateFormat(.dotNet) var seconds: Double?
        var url: URL?
        var tags: Set<String> = []
        var id: JSONValue?
        var nested: Nested?
        @Ignored var note = ""

        @Importable
        struct Nested: Equatable {
            var date: Date?
        }
    }

    /// A model that does not declare the types of its values.
    @Importable
    struct Untyped {
        var examples: [String: Any] = [:]
        var list: [Any] = []
        var anything: Any?
    }

    /// A model with a hook that skips, replaces or rejects members.
    @Importable
    struct Customer: Equatable {
        var zip: String?
        var address: Address?
        var friends: [Customer] = []
        var numberValue: Double?
        var unit: String?

        struct RejectedMember: Error {}

        @Importable
        struct Address: Equatable {
            var street: String?
        }
    }

    /// A class whose existing instances are found by their `id`.
    @Importable
    final class Contact: ImportUniquing, @unchecked Sendable {
        let id: Int
        private(set) var name = ""
        var boss: Contact?

        init(id: Int, name: String = "") {
            self.id = id
            self.name = name
        }

        static let known = IdentityMap(\Contact.id, [.init(id: 100, name: "old")])

        static func existing(_ values: borrowing LookupDraft) throws -> Contact? {
            try values[\Contact.id].flatMap { known[$0] }
        }
    }

    /// A class whose hook creates the instances with a custom initializer, as for a managed object.
    @Importable
    final class ManagedRecord: ImportUniquing {
        var title: String?
        @Ignored var context = "none"

        init(context: String) {
            self.context = context
        }

        static func existing(_ values: borrowing LookupDraft) throws -> ManagedRecord? {
            ManagedRecord(context: "main")
        }
    }

    @Importable
    class Pet {
        var name: String? {
            didSet { changes += 1 }
        }
        @Ignored var changes = 0
    }

    @Importable
    final class Dog: Pet {
        var breed: String?
    }

    /// A class with nested objects that are updated in place.
    @Importable
    final class Bar: CustomStringConvertible {
        var name: String?
        var house: Brand?
        var taps: [Brand] = []
        var menu: [String: Brand] = [:]

        var description: String { "\(name ?? "-"), \(house?.description ?? "-"), \(taps), \(menu)" }
    }

    @Importable
    final class Brand: CustomStringConvertible {
        var name: String?
        var rank = 0

        var description: String { "\(name ?? "-") \(rank)" }
    }

    /// A model with properties of the type `Color`, which a transform creates from other values.
    @Importable
    struct Shirt: Equatable {
        var color: Color?
        var lining: Color?
        var spare: [Color] = []
        var size: Int?

        @Importable
        enum Color: String {
            case red, green
        }
    }
}

extension MigrationTests.Customer: ImportIntercepting {
    static func intercept(_ member: ImportedMember) throws -> MemberDecision {
        switch member.key {
        case "zip":
            guard let zip = member.value as? String, zip.allSatisfy(\.isWholeNumber) else { return .skip }
            return .keep
        case "address":
            guard let address = member.value as? [String: Any] else { return .skip }
            return .replace(try Address(dictionary: address, options: .rzImport))
        case "friends":
            guard let friend = member.value as? [String: Any] else { return .keep }
            return .replace([try MigrationTests.Customer(dictionary: friend)])
        case "numberVALUE":
            return (member.value as? String).map { .replace($0.replacing(" kg", with: "")) } ?? .keep
        case "secret": throw RejectedMember()
        default: return .keep
        }
    }
}
