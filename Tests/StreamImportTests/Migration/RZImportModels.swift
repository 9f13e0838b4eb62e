import Foundation
import StreamImport

extension RZImportTests {
    @Importable
    struct Person: Equatable {
        var id: Int?
        var firstName: String?
        var lastName: String?
        var job: Job?
        var pastJobs: [Job] = []
    }

    @Importable
    struct Job: Equatable {
        var jobTitle: String?
        var companyName: String?
    }

    /// A model with keys that differ from the names of the properties, and with a path.
    @Importable
    struct Place: Equatable {
        @Key("id") var objectID: Int?
        @Key("zip") var zipCode: String?
        @Key("city.name") var cityName: String?
        var city: City?
        var inner: [Place] = []

        @Importable
        struct City: Equatable {
            var country: String?
        }
    }

    /// A model with a hook that skips or replaces members.
    @Importable
    struct Customer: Equatable {
        var zip: String?
        var address: Address?
        var friends: [Customer] = []

        @Importable
        struct Address: Equatable {
            var street: String?
        }
    }

    /// A class whose existing instances are found by their `id`.
    @Importable
    final class Contact: @unchecked Sendable {
        let id: Int
        private(set) var name = ""
        var boss: Contact?

        init(id: Int, name: String = "") {
            self.id = id
            self.name = name
        }
    }

    /// A class whose hook creates the instances with a custom initializer, as for a managed object.
    @Importable
    final class Record {
        var title: String?
        @Ignored var context = "none"

        init(context: String) {
            self.context = context
        }
    }

    @Importable
    class Animal {
        var name: String? {
            didSet { changes += 1 }
        }
        @Ignored var changes = 0
    }

    @Importable
    final class Dog: Animal {
        var breed: String?
    }

    /// A model with properties of the types that RZImport converts. Some properties have a default value.
    @Importable
    struct Values: Equatable {
        var text = "old"
        var int = -1
        var real = -1.5
        var flag: Bool?
        var date: Date = Date(timeIntervalSince1970: -1)
        @DateFormat(.format("dd.MM.yyyy")) var day: Date?
        var url: URL?
        var tags: Set<String> = []
        var id: JSONValue?
        @Ignored var note = ""
    }
}

extension RZImportTests.Customer: ImportIntercepting {
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
            return .replace([try RZImportTests.Customer(dictionary: friend)])
        default: return .keep
        }
    }
}

extension RZImportTests.Contact: ImportUniquing {
    static let known = IdentityMap(\RZImportTests.Contact.id, [.init(id: 100, name: "old")])

    static func existing(_ values: borrowing LookupDraft) throws -> RZImportTests.Contact? {
        try values[\RZImportTests.Contact.id].flatMap { known[$0] }
    }
}

extension RZImportTests.Record: ImportUniquing {
    static func existing(_ values: borrowing LookupDraft) throws -> RZImportTests.Record? {
        RZImportTests.Record(context: "main")
    }
}
