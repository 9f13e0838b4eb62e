import Foundation
import StreamImport
import Testing

/// Imports of dictionaries: of one, of many, and on many threads.
@Suite struct DictionaryImporterTests {
    @Importable
    struct Owner: Equatable {
        var id: Int
        var login: String?
    }

    @Importable
    class Base {
        var id: Int
    }

    @Importable
    final class Derived: Base {
        var name = "none"
    }

    /// Only one test uses this model, so it is the first to need the plan.
    @Importable
    struct Contested: Equatable {
        var id: Int
        var ownerName: String
        var owners: [Owner]
    }

    /// A model that imports another dictionary while it is made.
    struct Nested: Importable {
        var inner: Owner

        static let importPlan = ImportPlan(Nested.self) { fields in
            let id = fields.required("id", Int.self)
            return { draft in
                let id = draft[id]
                return Nested(
                    inner: id > 0
                        ? try Nested(dictionary: ["id": id - 1]).inner : try Owner(dictionary: ["id": 9]))
            }
        }
    }

    @Test func classIsImportedFromDictionary() throws {
        let derived = try Derived(dictionary: ["ID": 4, "name": "x"])
        #expect((derived.id, derived.name) == (4, "x"))
        #expect(try Base(dictionary: ["id": 5]).id == 5)
        #expect(
            try [Derived](dictionaries: [["id": 1], ["id": 2, "name": "y"]]).map(\.name) == ["none", "y"])
    }

    @Test func makeClosureCanImportDictionaries() throws {
        #expect(try Nested(dictionary: ["id": 3]).inner.id == 9)
    }

    @Test func errorNamesRecordAndPath() throws {
        let dictionaries: [[String: Any]] = [["id": 1], ["id": 2, "login": ["x"]]]
        let error = #expect(throws: ImportError.self) { try [Owner](dictionaries: dictionaries) }
        #expect(error.map(\.description) == "record 2, $[1].login: expected a value for String, found '['")
        #expect(error?.location == nil)
        let missing = #expect(throws: ImportError.self) { try Owner(dictionary: ["id": NSNull()]) }
        #expect(missing.map(\.description) == #"record 1, $: missing required key "id" (null) of Owner"#)
    }

    @Test func invalidDictionariesAreRejected() throws {
        var options = ImportOptions()
        options.errorPolicy = .collect()
        let importer = DictionaryImporter(of: Owner.self, options: options)
        let dictionaries: [[String: Any]] = [["id": 1], [:], ["id": 2], ["id": "x"]]
        for _ in 0..<2 {
            var owners: [Owner] = []
            let summary = try importer.collect(from: dictionaries, into: &owners)
            #expect(owners.map(\.id) == [1, 2])
            #expect((summary.recordCount, summary.rejectedCount) == (2, 2))
            #expect(
                summary.rejectedRecords.map(\.rendition) == [
                    #"#2 0..<0 missingKeys at record 2, $[1]: missing required key "id" of Owner"#,
                    #"#4 0..<0 typeMismatch at record 4, $[3].id: expected an integer, found "x""#,
                ])
        }
        #expect(throws: ImportError.self) { try importer.object(from: ["id": "x"]) }
        #expect(try importer.object(from: ["id": 3]) == Owner(id: 3))
        #expect(try [Owner](dictionaries: dictionaries, options: options).count == 2)
    }

    @Test func everyImportReportsUnknownKeys() throws {
        var options = ImportOptions()
        options.unknownKeys = .report
        let importer = DictionaryImporter(of: Owner.self, options: options)
        for _ in 0..<2 {
            var owners: [Owner] = []
            let summary = try importer.collect(from: [["id": 1, "b": 1, "a": 2]], into: &owners)
            #expect(summary.unknownKeys.map(\.key) == ["a", "b"])
        }
    }

    @Test func planErrorIsThrownEachTime() {
        var options = ImportOptions()
        options.map("x", to: "none", of: Owner.self)
        let importer = DictionaryImporter(of: Owner.self, options: options)
        for _ in 0..<2 {
            let error = #expect(throws: ImportError.self) { try importer.object(from: ["id": 1]) }
            #expect(error?.code == .unknownProperty)
        }
    }

    @Test func duplicateSpellingsAreReadInKeyOrder() throws {
        for round in 0..<50 {
            let dictionary: [String: Any] = [
                "LOGIN": "upper", "Login": "title", "lo_gin": "under", "id": round,
            ]
            #expect(try Owner(dictionary: dictionary).login == "under")
            var options = ImportOptions()
            options.duplicateKeys = .first
            #expect(try Owner(dictionary: dictionary, options: options).login == "upper")
            options.duplicateKeys = .rejectRecord
            let error = #expect(throws: ImportError.self) {
                try Owner(dictionary: dictionary, options: options)
            }
            #expect(error?.message == #"duplicate key "Login""#)
        }
    }

    @Test func firstUseOfTypeIsThreadSafe() async throws {
        let importer = DictionaryImporter(of: Contested.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<16 {
                group.addTask {
                    for index in task * 100..<task * 100 + 100 { try Self.use(importer, index) }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func use(_ importer: DictionaryImporter<Contested>, _ id: Int) throws {
        let dictionary: [String: Any] = [
            "id": id, "owner_name": "n\(id)",
            "owners": [["id": id], ["id": 1, "login": "x"] as [String: Any]],
        ]
        let expected = Contested(
            id: id, ownerName: "n\(id)", owners: [Owner(id: id), Owner(id: 1, login: "x")])
        #expect(try Contested(dictionary: dictionary) == expected)
        #expect(try importer.object(from: dictionary) == expected)
        #expect(throws: ImportError.self) { try importer.object(from: ["id": "x"]) }
    }

    @Test func tooDeepDictionaryThrowsTooDeep() throws {
        var levels: [[String: Any]] = [[:]]
        for depth in 0..<10_000 { levels.append(["any": levels[depth]]) }
        // Frees the dictionaries from the outermost one on. Otherwise, they would free one another recursively.
        defer { while levels.popLast() != nil {} }
        let error = #expect(throws: ImportError.self) { try Deep(dictionary: levels[10_000]) }
        #expect(error?.code == .tooDeep)
        #expect(error?.message == "arrays and objects are nested deeper than the limit of 512 levels")
        #expect(try Owner(dictionary: ["id": 1, "skipped": levels[10_000]]) == Owner(id: 1))
        var options = ImportOptions()
        options.maximumDepth = 3
        #expect(try Deep(dictionary: levels[2], options: options).any == .object(["any": .object([:])]))
        #expect(throws: ImportError.self) { try Deep(dictionary: levels[3], options: options) }
    }

    @Importable
    struct Deep {
        var any: JSONValue?
    }
}
