import StreamImport
import Testing

/// The limits of the lists of a summary, of the cached spellings, and of the array elements of an exported path.
@Suite struct ListLimitTests {
    @Importable
    struct Thing: Equatable {
        var a: Int?
        var camelCase: Int?
    }

    @Test(arguments: [0, 1, 2, 5])
    func listedMismatchesAreLimited(limit: Int) throws {
        var options = ImportOptions()
        options.mismatches = .skipValue
        options.maximumListedMismatches = limit
        var things: [Thing] = []
        let summary = try StreamImporter.objects(
            of: Thing.self, from: #"{"a":[]}{"a":{}}{"a":"x"}"#, options: options
        )
        .collect(into: &things)
        #expect(summary.mismatches.count == min(limit, 3))
        #expect(summary.mismatchCount == 3)
    }

    @Test(arguments: [0, 1, 2, 5])
    func listedUnknownKeysAreLimited(limit: Int) throws {
        var options = ImportOptions()
        options.unknownKeys = .report
        options.maximumListedUnknownKeys = limit
        let summary = try StreamImporter.objects(
            of: Thing.self, from: #"{"x":1,"y":2,"z":3}"#, options: options
        )
        .forEach { _ in }
        #expect(summary.unknownKeys.map(\.key) == Array(["x", "y", "z"].prefix(limit)))
    }

    @Test(arguments: [0, 1, 1_000])
    func uncachedSpellingsMatchSameField(limit: Int) throws {
        var options = ImportOptions()
        options.maximumCachedSpellings = limit
        let text = #"{"camel_case":1}{"CamelCase":2}{"camel-case":3}{"camel case":4,"other":5}"#
        let things = try StreamImporter.objects(of: Thing.self, from: text, options: options).collect()
        #expect(things.map(\.camelCase) == [1, 2, 3, 4])
    }

    @Importable
    struct Deep: Equatable {
        @Key("list[3].x") var x = 1
    }

    @Test func exportPathBeyondElementLimitUsesPropertyName() throws {
        var options = ExportOptions()
        #expect(try Deep().jsonString(options: options) == #"{"list":[null,null,null,{"x":1}]}"#)
        options.maximumPathElements = 3
        #expect(try Deep().jsonString(options: options) == #"{"x":1}"#)
    }
}
