import Foundation
import Testing

/// The manifests of `split`, and the parts that commands read.
@Suite struct PartsTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    private static let padding = String(repeating: "b", count: 150)

    /// A dump of several chunks.
    private static let dump =
        "["
        + (1...6000).map { #"{"id": \#($0), "name": "n\#($0)", "tags": ["a", "\#(padding)"]}"# }.joined(
            separator: ",\n")
        + "]"

    private func split(_ arguments: [String], _ text: String = dump, file: String = "dump.json") throws
        -> [[String: Any]]
    {
        try Data(text.utf8).write(to: folder.file(file))
        let outcome = try Program.run("split", arguments, in: folder)
        #expect(outcome.status == 0 && outcome.messages == "")
        try Data(outcome.output.utf8).write(to: folder.file("manifest"))
        return try outcome.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    private func numbers(_ name: String, _ lines: [[String: Any]]) -> [Int] {
        lines.map { $0[name] as? Int ?? -1 }
    }

    @Test func manifestHasAdjacentRanges() throws {
        let lines = try split(["--parts", "3", "dump.json"])
        #expect(numbers("part", lines) == [1, 2, 3])
        #expect(numbers("end", lines).dropLast() == numbers("start", lines).dropFirst())
        #expect(numbers("start", lines)[0] == 0)
        #expect(numbers("end", lines)[2] == Self.dump.utf8.count)
        #expect(Set(numbers("size", lines)) == [Self.dump.utf8.count])
        #expect(lines.allSatisfy { $0["input"] as? String == folder.file("dump.json").path })
        #expect(lines.allSatisfy { $0["modified"] is String && $0["firstBytes"] is String })
    }

    @Test func sizeDeterminesNumberOfParts() throws {
        #expect(try split(["--size", "700kB", "dump.json"]).count == 2)
        #expect(try split(["dump.json"]).count == 1)
        let sizes = zip(
            numbers("start", try split(["--size", "1000", "dump.json"])),
            numbers("end", try split(["--size", "1000", "dump.json"]))
        ).map { $1 - $0 }
        #expect(sizes.count > 1000 && sizes.allSatisfy { $0 < 1500 })
        #expect(try split(["--size", "\(Int.max)", "dump.json"]).count == 1)
    }

    @Test func portableManifestHasNoTimes() throws {
        let lines = try split(["--portable", "--parts", "2", "dump.json"])
        #expect(lines.allSatisfy { $0["modified"] == nil })
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 10)],
            ofItemAtPath: folder.file("dump.json").path)
        #expect(try Program.run("check --parts manifest --part 2", in: folder).status == 0)
    }

    @Test func smallInputsAreGrouped() throws {
        for name in ["a", "b", "c", "d"] { try Data("[1,2]".utf8).write(to: folder.file(name)) }
        let lines = try split(["--parts", "2", "a", "b", "c", "d", "dump.json"], "[1,2,3,4]")
        #expect(numbers("part", lines).last == 2)
        #expect(lines.count == 5)
        let outcome = try Program.run("check --parts manifest --part 1", in: folder)
        #expect(
            outcome.output.split(separator: "\n").count == numbers("part", lines).filter { $0 == 1 }.count)
    }

    @Test func numberOfPartsIsAtMostCount() throws {
        try Data().write(to: folder.file("empty"))
        #expect(numbers("part", try split(["--parts", "1", "dump.json", "empty"])) == [1, 1])
        // The boundary after the long line is in the last third of both inputs.
        let lines = String(repeating: "{\"a\":1}\n", count: 10_000)
        try Data((lines + lines).utf8).write(to: folder.file("a.ndjson"))
        let long = "{\"a\":\"" + String(repeating: "a", count: 140_000) + "\"}\n"
        let parts = numbers(
            "part",
            try split(["--parts", "3", "a.ndjson", "b.ndjson"], lines + long + lines, file: "b.ndjson"))
        #expect(parts == [1, 2, 2, 3] || parts == [1, 2, 3], "\(parts)")
    }

    @Test func partsHaveRecordsOfWhole() throws {
        let lines = try split(["--parts", "3", "dump.json"])
        let whole = try Program.run("inspect --json dump.json", in: folder)
        #expect(whole.output.contains("\"records\":6000"))
        var counts = 0
        for part in 1...3 {
            let outcome = try Program.run("check --parts manifest --part \(part)", in: folder)
            #expect(outcome.status == 0)
            let text = try #require(outcome.output.firstMatch(of: /part (\d): (\d+) records/))
            #expect(text.1 == "\(part)")
            counts += Int(text.2) ?? 0
        }
        #expect(counts == 6000)
        #expect(numbers("records", lines).dropLast().allSatisfy { $0 > 0 })
    }

    @Test func everyCommandReadsPart() throws {
        let line = try split(["--parts", "3", "dump.json"])[1]
        let first = try #require(line["record"] as? Int)
        let part = ["--parts", "manifest", "--part", "2"]
        let inspected = try Program.run("inspect", part, in: folder)
        #expect(inspected.output.contains("\(first)…"))
        let model = try Program.run("model --name Item", part, in: folder)
        #expect(model.output.contains("struct Item"))
        let imported = try Program.run("import --into a.db", part, in: folder)
        #expect(imported.output.contains("dump.json, part 2: "))
        #expect(try folder.rows("SELECT min(id) FROM dump", of: "a.db") == ["\(first)"])
    }

    /// The last character of the second name becomes one character with the one that follows it.
    @Test(arguments: ["dump.json", "dump\u{600}"])
    func importsOfPartsInAnyOrderGiveRowsOfWhole(file: String) throws {
        _ = try split(["--parts", "4", file], file: file)
        for part in [3, 1, 4, 3, 2, 1] {
            let outcome = try Program.run(
                "import --parts manifest --part \(part) --into parts.db --table dump", in: folder)
            #expect(outcome.status == 0, "\(outcome)")
        }
        #expect(
            try Program.run("import --parts manifest --into all.db --table dump", in: folder).status == 0)
        #expect(try Program.run("import --into whole.db --table dump", [file], in: folder).status == 0)
        let query = "SELECT *, typeof(id), typeof(name), typeof(tags) FROM dump ORDER BY id"
        let rows = try ["whole.db", "all.db", "parts.db"].map { try folder.rows(query, of: $0) }
        #expect(rows[0].count == 6000)
        #expect(rows[0] == rows[1] && rows[0] == rows[2])
    }

    @Test func partOfEmptyObjectsBecomesRows() throws {
        var part = try split(["--parts", "1", "dump.json"], "{}\n{}\n{\"a\":1}\n")[0]
        part["format"] = "lines"
        let last = part.merging(["part": 2, "start": 6, "record": 3, "line": 3]) { $1 }
        part["end"] = 6
        let lines = try [part, last].map {
            String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
        }
        try Data(lines.joined(separator: "\n").utf8).write(to: folder.file("manifest"))
        for number in [1, 2, 1] {
            let outcome = try Program.run(
                "import --parts manifest --part \(number) --into a.db", in: folder)
            #expect(outcome.status == 0, "\(outcome)")
        }
        #expect(try folder.rows("SELECT count(*), sum(a) FROM dump", of: "a.db") == ["3, 1"])
    }

    @Test func partThatSharesRecordsWithTableIsError() throws {
        _ = try split(["--parts", "2", "dump.json"])
        #expect(
            try Program.run("import --parts manifest --into a.db", in: folder).status == 0)
        let whole = try Program.run("import dump.json --into a.db", in: folder)
        #expect(whole.status == 64)
        #expect(whole.messages.contains("which has some of these records; import all parts of one manifest"))
        _ = try split(["--parts", "3", "dump.json"])
        let import3 = ["import", "--parts", "manifest", "--part", "2", "--into", "a.db"]
        #expect(try Program.run(import3, in: folder).status == 64)
        #expect(try Program.run(import3 + ["--table", "other"], in: folder).status == 0)
        #expect(try Program.run(import3 + ["--append"], in: folder).status == 0)
    }

    @Test func partThatIsWholeInputIsNotImportedAgain() throws {
        _ = try split(["--parts", "1", "dump.json"])
        #expect(try Program.run("import dump.json --into a.db", in: folder).status == 0)
        let again = try Program.run("import --parts manifest --into a.db", in: folder)
        #expect(again.status == 0 && again.output.contains("already"), "\(again)")
    }

    /// A dump whose later records lack keys, or have values of other types, than the first ones.
    private static let sparseDump = (1...20_000).map { number in
        #"{"id": \#(number), "\#(number < 12_000 ? "early" : "late")": \#(number < 19_000 ? "1" : "1.5")}"#
    }.joined(separator: "\n")

    @Test func schemaGivesPartsTableOfWhole() throws {
        _ = try split(
            ["--parts", "2", "--schema", "--key", "id", "dump.ndjson"], Self.sparseDump, file: "dump.ndjson")
        for part in [2, 1, 2] {
            let outcome = try Program.run(
                "import --parts manifest --part \(part) --into part-\(part).db", in: folder)
            #expect(outcome.status == 0, "\(outcome)")
        }
        #expect(
            try Program.run("import dump.ndjson --key id --into whole.db", in: folder).status
                == 0)
        let databases = ["whole.db", "part-1.db", "part-2.db"]
        let definition = "SELECT sql FROM sqlite_master WHERE name = 'dump'"
        let definitions = try databases.map { try folder.rows(definition, of: $0) }
        #expect(Set(definitions).count == 1 && definitions[0].count == 1)
        let query = "SELECT *, typeof(id), typeof(early), typeof(late) FROM dump ORDER BY id"
        let rows = try databases.map { try folder.rows(query, of: $0) }
        #expect(rows[1] + rows[2] == rows[0])
    }

    @Test func inputsWithSchemaShareTable() throws {
        try Data("{\"id\":1}\n".utf8).write(to: folder.file("a.ndjson"))
        _ = try split(
            ["--parts", "2", "--schema", "a.ndjson", "dump.ndjson"], Self.sparseDump, file: "dump.ndjson")
        for arguments in [["all.db"], ["named.db", "--table", "a"], ["part.db", "--part", "1"]] {
            let outcome = try Program.run("import --parts manifest --into", arguments, in: folder)
            #expect(outcome.status == 0, "\(outcome)")
        }
        for name in ["all.db", "named.db"] {
            #expect(try folder.rows("SELECT count(*) FROM a", of: name) == ["20001"])
        }
    }

    @Test func valueThatDoesNotFitSampledSchemaIsRejectedOrStoredInRest() throws {
        let sample = ["--parts", "1", "--schema", "--sample", "100", "dump.ndjson"]
        let arguments = ["import", "--parts", "manifest", "--on-error", "skip", "--into"]
        _ = try split(sample, Self.sparseDump, file: "dump.ndjson")
        let rejecting = try Program.run(arguments + ["a.db"], in: folder)
        #expect(rejecting.status == 2 && rejecting.output.contains("8,001 records rejected"))
        _ = try split(sample + ["--rest", "more"], Self.sparseDump, file: "dump.ndjson")
        #expect(try Program.run(arguments + ["b.db"], in: folder).status == 0)
        let last = try folder.rows("SELECT id, early, more FROM dump WHERE id = 20000", of: "b.db")
        #expect(last == [#"20000, NULL, {"late":1.5}"#])
    }

    @Test func recordsOfPartsAreThoseOfWhole() throws {
        _ = try split(["--parts", "3", "dump.json"])
        let whole = try Program.run("records dump.json", in: folder)
        #expect(whole.output.split(separator: "\n").count == 6000)
        #expect(try Program.run("records --parts manifest", in: folder).output == whole.output)
        let joined = try (1...3).map {
            try Program.run(["records", "--parts", "manifest", "--part", "\($0)"], in: folder).output
        }.joined()
        #expect(joined == whole.output)
        let skipped = try Program.run(
            "import --parts manifest --part 2 --into db --skip \(Int.max)", in: folder)
        #expect(skipped.status == 0 && skipped.output.contains("0 records imported"), "\(skipped)")
        let limited = try Program.run("records --parts manifest --part 2 --skip 1 --limit 2", in: folder)
        let part = try Program.run("records --parts manifest --part 2", in: folder)
        #expect(limited.output.split(separator: "\n") == Array(part.output.split(separator: "\n")[1...2]))
    }

    @Test func standardInputHasBytesOfPart() throws {
        let line = try split(["--parts", "3", "dump.json"])[1]
        let range = try #require(line["start"] as? Int)..<#require(line["end"] as? Int)
        let bytes = Array(Self.dump.utf8)
        let arguments = ["check", "-", "--parts", "manifest", "--part", "2"]
        let outcome = try Program.run(arguments, in: folder, input: Array(bytes[range]))
        #expect(
            outcome.output
                == "standard input, part 2: \(line["records"] ?? "") records, \(range.count) bytes of text\n")
        let longer = try Program.run(arguments, in: folder, input: bytes[range] + [0x20])
        #expect(longer.status == 74 && longer.messages.contains("found more"))
    }

    @Test func copyReplacesFileOfManifest() throws {
        _ = try split(["--parts", "2", "dump.json"])
        try FileManager.default.moveItem(at: folder.file("dump.json"), to: folder.file("copy.json"))
        let part = ["--parts", "manifest", "--part", "1"]
        #expect(try Program.run("check", part, in: folder).status == 66)
        #expect(try Program.run("check copy.json", part, in: folder).status == 0)
    }

    /// Read alone, the second page would be one record, and the third one would be read at another path.
    @Test func inputsAreReadAlike() throws {
        let pages = ["1.json", "2.json", "3.json"]
        try Data(#"{"id":1,"items":[{"a":1},{"a":2}],"total":2}"#.utf8).write(to: folder.file("1.json"))
        try Data(#"{"id":2,"items":[]}"#.utf8).write(to: folder.file("2.json"))
        try Data(#"{"id":3,"items":[],"tags":[{"t":1}]}"#.utf8).write(to: folder.file("3.json"))
        let together = try Program.run("split --parts 1", pages, in: folder)
        #expect(together.status == 64 && together.output.isEmpty)
        #expect(together.messages.contains("found objects with several arrays of objects: items (2 objects)"))
        let outcome = try Program.run("split --parts 1 --path items", pages, in: folder)
        try Data(outcome.output.utf8).write(to: folder.file("manifest"))
        let records = try Program.run("records --parts manifest", in: folder)
        #expect(records.output == "{\"a\":1}\n{\"a\":2}\n" && records.status == 0)
    }

    /// The first part has the members before the records, and not those after them.
    @Test(arguments: ["1", "2"])
    func partHasNoMembersAroundRecords(part: String) throws {
        _ = try split(
            ["--parts", "2", "--path", "items", "page.json"], #"{"items":\#(Self.dump),"total":6000}"#,
            file: "page.json")
        let outcome = try Program.run("records --parts manifest --with total --part", [part], in: folder)
        #expect(outcome.status == 65 && outcome.output.isEmpty)
        #expect(
            outcome.messages.hasSuffix(
                "the part does not have the keys and the members around its records; import the whole input, or omit these "
                    + "values\n"))
    }

    @Test func changedFileIsError() throws {
        _ = try split(["--parts", "2", "dump.json"])
        try Data((Self.dump + "\n").utf8).write(to: folder.file("dump.json"))
        let outcome = try Program.run("check --parts manifest --part 1", in: folder)
        #expect(outcome.status == 66)
        #expect(outcome.messages.contains("is not the file that was divided into parts"))
    }

    @Test func manifestIsReadFromStandardInput() throws {
        _ = try split(["--parts", "2", "dump.json"])
        let lines = try String(contentsOf: folder.file("manifest"), encoding: .utf8).split(separator: "\n")
        let outcome = try Program.run("check --parts -", in: folder, input: Array(lines[1].utf8))
        #expect(outcome.status == 0 && outcome.output.contains("part 2: "))
    }

    @Test func malformedManifestIsError() throws {
        try Data("{\"version\":3}\n".utf8).write(to: folder.file("manifest"))
        let outcome = try Program.run("check --parts manifest", in: folder)
        #expect(outcome.status == 65)
        #expect(
            outcome.messages
                == "manifest, line 1: expected a part, as split prints it: version: expected a part of version 1, found version 3\n"
        )
    }

    @Test func invalidPartHasNoAdviceToSkip() throws {
        _ = try split(["--parts", "2", "dump.json"])
        let manifest = try String(contentsOf: folder.file("manifest"), encoding: .utf8)
        try Data(manifest.replacing(/"end":(\d+)/) { "\"end\":\((Int($0.1) ?? 0) - 4)" }.utf8)
            .write(to: folder.file("manifest"))
        let outcome = try Program.run("import --parts manifest --part 1 --into a.db", in: folder)
        #expect(outcome.status == 65)
        #expect(outcome.messages.hasSuffix("found another position; divide the input again\n"), "\(outcome)")
    }

    @Test func errorWhileSchemaIsReadHasAdviceForProgram() throws {
        try Data("[{\"a\":[[1]]}]".utf8).write(to: folder.file("deep.json"))
        let outcome = try Program.run("split --schema --max-depth 2 deep.json", in: folder)
        #expect(outcome.status == 65)
        #expect(outcome.messages.hasPrefix("deep.json, line 1, ") && outcome.messages.contains("--max-depth"))
    }

    @Test func namedPipeIsNotDivided() throws {
        let outcome = try Program.run(script: #"mkfifo pipe && "$0" split pipe"#, in: folder)
        #expect(outcome.status == 66)
    }

    @Test func inputThatCannotBeOpenedIsError() throws {
        #expect(try Program.run("split missing.json", in: folder).status == 66)
    }
}
