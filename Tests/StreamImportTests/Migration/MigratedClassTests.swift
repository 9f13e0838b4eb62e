import Foundation
import StreamImport
import Testing

/// The statements of the migration pages about classes: property observers, keys, archives and property types.
@Suite struct MigratedClassTests {
    // MARK: - RZImport

    @Importable
    final class Player: ImportValidating {
        var score = 0 { didSet { changes += 1 } }
        @Ignored var changes = 0
        @Ignored var level = 0

        func validate() { level = score / 100 }
    }

    @Test func observersRunInUpdatesOnly() throws {
        let player = try Player(dictionary: ["score": 250], options: .rzImport)
        #expect((player.score, player.changes, player.level) == (250, 0, 2))
        try player.update(from: ["score": 300], options: .rzImport)
        #expect((player.score, player.changes, player.level) == (300, 1, 3))
    }

    @Importable(ignoring: ["debug", "meta.trace"])
    class Account {
        var name: String?
        var created: Date?
        @Key("meta.trace.id") var trace: Int?
        @Key("meta.version") var version: Int?
    }

    @Importable(only: ["name"], dates: ["created": .unixMilliseconds])
    final class Guest: Account {
        @Key("table") var seat: Int?
    }

    @Test func macroArgumentsApplyToTheirClass() throws {
        let dictionary: [String: Any] = [
            "name": "Ann", "debug": ["name": "Bob"], "meta": ["trace": ["id": 1]], "created": 5, "table": 3,
            "seat": 4, "Debug": 6,
        ]
        let importer = DictionaryImporter(of: Account.self, options: .rzImport)
        var accounts: [Account] = []
        let summary = try importer.collect(from: [dictionary], into: &accounts)
        let account = try #require(accounts.first)
        #expect((account.name, account.trace) == ("Ann", nil))
        #expect(account.created == Date(timeIntervalSince1970: 5))
        #expect(Set(summary.unknownKeys.map(\.key)) == ["table", "seat", "Debug"])
        let guest = try Guest(dictionary: dictionary, options: .rzImport)
        #expect((guest.name, guest.created, guest.seat) == ("Ann", nil, 3))
    }

    // MARK: - Jastor

    @Importable
    class Entry: Codable {
        var objectId: String?
    }

    @Importable
    final class Book: Entry {
        var title: String?
        @Extras var extras: [String: JSONValue]
    }

    @Test func archiveHasInheritedProperties() throws {
        let dictionary: [String: Any] = ["id": 1, "title": "Emma", "pages": 474]
        let book = try Book(dictionary: dictionary, options: .jastor)
        let decodedBooks = [
            try JSONDecoder().decode(Book.self, from: JSONEncoder().encode(book)),
            try PropertyListDecoder().decode(Book.self, from: PropertyListEncoder().encode(book)),
        ]
        for decodedBook in decodedBooks {
            #expect(
                (decodedBook.objectId, decodedBook.title, decodedBook.extras) == (
                    "1", "Emma", ["pages": .number("474")]
                ))
        }
    }

    // MARK: - Types of Objective-C

    @Importable
    struct Item: Equatable {
        var title: String?
        var count = 0
        var price: Decimal?
        var width: CGFloat = 0
        var isNew = false
        var tags: [String] = []
        var sizes: [String: Double] = [:]
        var anything: JSONValue?
    }

    @Test func foundationValuesBecomeSwiftValues() throws {
        let item = try Item(dictionary: [
            "title": "Lamp" as NSString, "count": NSNumber(value: 2), "isNew": NSNumber(value: true),
            "price": NSDecimalNumber(string: "1.50"), "width": NSNumber(value: 0.5),
            "tags": ["a" as NSString] as NSArray, "sizes": ["s": 1] as NSDictionary,
            "anything": ["b": NSNull()] as NSDictionary,
        ])
        #expect(
            item
                == Item(
                    title: "Lamp", count: 2, price: 1.5, width: 0.5, isNew: true, tags: ["a"],
                    sizes: ["s": 1],
                    anything: .object(["b": .null])))
    }
}
