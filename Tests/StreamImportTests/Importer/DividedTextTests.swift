import StreamImport
import Testing

/// Texts that are divided by broken lines, by chunks or by segments.
@Suite struct DividedTextTests {
    @Test(arguments: [
        "{\"x\":\"ab\\", "\"\\", "{\"x\":\"ab", "{\"x\":\"\\u", "{\"x\":tru", "{\"x\":1,\"\\\\\\", "{\"x\":/",
    ])
    func linesAfterBrokenLineAreRead(line: String) throws {
        let text = "{\"x\":1}\n\(line)\n{\"x\":3}\n{\"x\":4}"
        let sizes = Array(1...text.utf8.count)
        let outcome = try importAllChunkSizes(to: Point.self, from: Array(text.utf8), chunkSizes: sizes) {
            $0.format = .lines
            $0.errorPolicy = .collect()
            $0.keepsRejectedText = true
        }
        #expect(outcome.records?.map(\.x) == [1, 3, 4])
        #expect(outcome.summary?.rejectedRecords.map(\.text) == [line])
    }

    /// While the first line has not decided the format of a text, each of its records has its own outcome.
    @Test(arguments: [1, 3, 1000])
    func brokenRecordAfterRejectedRecordIsRejected(chunkBytes: Int) throws {
        let text = #"{"x":"x"} {"x":2} {"x":3 oops}"# + "\n" + #"{"x":4}"# + "\n"
        let outcome = try importAllChunkSizes(
            to: Point.self, from: Array(text.utf8), chunkSizes: [chunkBytes]
        ) { $0.errorPolicy = .collect() }
        #expect(outcome.records?.map(\.x) == [2, 4])
        #expect(outcome.summary?.rejectedRecords.map(\.error.category) == [.data, .syntax])
    }

    /// If a segment was shorter than the first read of the input, and that read ended in a string, the search for
    /// boundaries could begin in the string. If it began within a character, the import failed.
    @Test(arguments: [
        #"["ſſſſſſſſſ"]"#, #"[{"firſtName":1},{"firſtName":2}]"#, #"["x","],[,","\",日本語,\"",[],"日本語"]"#,
    ])
    func tokenDividedByReadsIsReadOnce(text: String) throws {
        let expected = try [JSONValue](json: text)
        for segmentBytes in 1...text.utf8.count {
            for chunkBytes in 1...text.utf8.count {
                var options = ImportOptions()
                options.parallelism = .cores(2)
                options.segmentBytes = segmentBytes
                options.chunkBytes = chunkBytes
                let values = StreamImporter.objects(
                    of: JSONValue.self, from: Array(text.utf8), options: options)
                #expect(try values.collect() == expected, "\(segmentBytes), \(chunkBytes)")
            }
        }
    }

    struct Repo: Importable, Equatable {
        var owner: JSONValue?, name: String?

        static let importPlan = ImportPlan(Repo.self) { fields in
            let owner = fields.optional("owner", JSONValue.self)
            let name = fields.optional("name", String.self, keys: ["owner.name"])
            return { draft in Repo(owner: draft[owner], name: draft[name]) }
        }
    }

    private static let long = String(repeating: "x", count: 600)
    private static let rejected = "{\"name\":\n[\"\(long)\"]\n}"

    /// The first record of a sequence may be incomplete when the reader finds that lines do not separate the values. The
    /// reader must retain the text of that record, for its replay or its rejection.
    @Test(
        arguments: [
            (
                "{\"owner\":{\"name\":\"q\",\n\"y\":\"\(long)\"\n,\"z\":\"\(long)\"}}\n{\"owner\":1}",
                ["q", nil], []
            ),
            (rejected + "\n{\"name\":\"n\"}", ["n"], [rejected]),
        ] as [(String, [String?], [String])])
    func textOfMultilineRecordIsRetained(text: String, names: [String?], rejectedTexts: [String]) async throws
    {
        let outcome = try await importAllVariants(to: Repo.self, from: text) {
            $0.keepsRejectedText = true
            $0.errorPolicy = .collect()
        }
        #expect(outcome.records?.map(\.name) == names)
        #expect(outcome.summary?.rejectedRecords.map(\.text) == rejectedTexts)
    }
}
