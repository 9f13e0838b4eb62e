import Foundation
import StreamImport
import Testing

/// Imports of one dictionary, of several dictionaries, and on several threads.
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

    /// A model that only `firstUseOfTypeIsThreadSafe` uses, so that no other test compiles its plan first.
    @Importable
    struct Contested: Equatable {
        var id: Int
        var ownerName: String
        var owners: [Owner]
    }

    /// A model whose make closure imports another dictionary.
    struct Nested: Importable {
        var inner: Owner

        static let importPlan = ImportPlan(Nested.self) { fields in
            let idField = fields.required("id", Int.self)
            return { draft in
                let id = draft[idField]
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

    @Test func makeClosureImportsNestedDictionary() throws {
        #expect(try Nested(dictionary: ["id": 3]).inner.id == 9)
    }

    @Test func arrayOfModelsGrowsGeometrically() throws {
        let importer = DictionaryImporter(of: Owner.self)
        var owners: [Owner] = []
        var capacities: Set<Int> = []
        for id in 0..<1000 {
            try importer.collect(from: [["id": id]], into: &owners)
            capacities.insert(owners.capacity)
        }
        #expect(owners.count == 1000 && capacities.count < 20)
    }

    @Test func errorNamesRecordAndPath() throws {
        let dictionaries: [[String: Any]] = [["id": 1], ["id": 2, "login": ["x"]]]
        let error = #expect(throws: ImportError.self) { try [Owner](dictionaries: dictionaries) }
        #expect(error.map(\.description) == "record 2, $[1].login: expected a value for String, found '['")
        #expect(error?.location == nil)
        let missing = #expect(throws: ImportError.self) { try Owner(dictionary: ["id": NSNull()]) }
        #expect(missing.map(\.description) == #"record 1, $: missing required key "id" (null) of Owner"#)
    }

    @Test func reusedImporterRejectsInvalidDictionariesAgain() throws {
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
        #expect(try [Owner](dictionaries: dictionaries, options: options).count == 2)
    }

    @Test func invalidSingleDictionaryThrowsDespiteCollectPolicy() throws {
        var options = ImportOptions()
        options.errorPolicy = .collect()
        let importer = DictionaryImporter(of: Owner.self, options: options)
        #expect(throws: ImportError.self) { try importer.object(from: ["id": "x"]) }
        #expect(try importer.object(from: ["id": 3]) == Owner(id: 3))
    }

    @Test func reusedImporterReportsUnknownKeysAgain() throws {
        var options = ImportOptions()
        options.unknownKeys = .report
        let importer = DictionaryImporter(of: Owner.self, options: options)
        for _ in 0..<2 {
            var owners: [Owner] = []
            let summary = try importer.collect(from: [["id": 1, "b": 1, "a": 2]], into: &owners)
            #expect(summary.unknownKeys.map(\.key) == ["a", "b"])
        }
    }

    @Test func planErrorIsThrownByEachImport() {
        var options = ImportOptions()
        options.map("x", to: "none", of: Owner.self)
        let importer = DictionaryImporter(of: Owner.self, options: options)
        for _ in 0..<2 {
            expectError(.unknownProperty) { try importer.object(from: ["id": 1]) }
        }
    }

    @Test func duplicateKeysAreReadInKeyOrder() throws {
        // The order of the members differs between dictionaries.
        for id in 0..<50 {
            let dictionary: [String: Any] = [
                "LOGIN": "upper", "Login": "title", "lo_gin": "under", "id": id,
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
                    for id in task * 100..<task * 100 + 100 { try Self.expectImports(with: importer, id: id) }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Requires imports of a valid and of an invalid dictionary to have the correct outcome.
    private static func expectImports(with importer: DictionaryImporter<Contested>, id: Int) throws {
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

    /// Calls a function with a dictionary in which `depth` dictionaries are nested.
    private static func withNestedDictionary(depth: Int, _ body: ([String: Any]) throws -> Void) throws {
        var levels: [[String: Any]] = [[:]]
        for level in 0..<depth { levels.append(["any": levels[level]]) }
        // Frees the dictionaries one by one, the outermost one first. Otherwise, the outermost one would free the
        // others recursively.
        defer { while levels.popLast() != nil {} }
        try body(levels[depth])
    }

    @Test func dictionaryDeeperThanDefaultLimitThrowsTooDeep() throws {
        try Self.withNestedDictionary(depth: 10_000) { dictionary throws in
            let error = expectError(.tooDeep) { try Deep(dictionary: dictionary) }
            #expect(error?.message == "arrays and objects are nested deeper than the limit of 512")
        }
    }

    @Test func skippedDictionaryCanBeDeeperThanLimit() throws {
        try Self.withNestedDictionary(depth: 10_000) { dictionary throws in
            #expect(try Owner(dictionary: ["id": 1, "skipped": dictionary]) == Owner(id: 1))
        }
    }

    @Test func maximumDepthLimitsDictionary() throws {
        var options = ImportOptions()
        options.maximumDepth = 3
        try Self.withNestedDictionary(depth: 2) { dictionary throws in
            #expect(try Deep(dictionary: dictionary, options: options).any == .object(["any": .object([:])]))
        }
        try Self.withNestedDictionary(depth: 3) { dictionary throws in
            #expect(throws: ImportError.self) { try Deep(dictionary: dictionary, options: options) }
        }
    }

    @Importable
    struct Deep {
        var any: JSONValue?
    }
}
