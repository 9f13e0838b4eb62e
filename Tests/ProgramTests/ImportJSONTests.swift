import Foundation
import Testing

/// The output of `import --json` for programs: one object per line.
@Suite struct ImportJSONTests {
    private func objects(_ outcome: Program.Outcome) throws -> [[String: Any]] {
        try outcome.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    /// The keys that every object has.
    private static let keys: Set = [
        "bytesRead", "columns", "database", "finished", "input", "recordsBefore", "rejected", "replaced",
        "rows",
        "seconds",
        "status", "table", "textBytes", "warnings", "withoutPath",
    ]

    @Test(
        arguments: [
            ([], keys), (["--dry-run"], keys.union(["definition"])), (["-q"], keys),
        ] as [([String], Set<String>)])
    func objectHasExpectedKeys(arguments: [String], keys: Set<String>) throws {
        let folder = try TemporaryDirectory(["dump": #"[{"a": 1}]"#])
        let outcome = try Program.run("import dump --into db --json", arguments, in: folder)
        #expect(outcome.status == 0)
        #expect(try objects(outcome).first.map { Set($0.keys) } == keys)
    }

    /// Imports two records, and rejects a third.
    private func importThreeLines(in folder: TemporaryDirectory) throws -> Program.Outcome {
        try Program.run("import dump --into db --json --on-error skip", in: folder)
    }

    private static let files = ["dump": "{\"a\": 1}\nx\n{\"a\": 2}\n"]

    @Test func valuesDescribeImportResult() throws {
        var object = try objects(importThreeLines(in: TemporaryDirectory(Self.files)))[0]
        #expect(object.removeValue(forKey: "seconds") is Double)
        #expect(
            object as NSDictionary == [
                "bytesRead": 20, "columns": 1, "database": "db", "finished": true, "input": "dump",
                "recordsBefore": 0, "rejected": 1, "replaced": 0, "rows": 2, "status": 2, "table": "dump",
                "textBytes": 20,
                "warnings": [], "withoutPath": 0,
            ])
    }

    @Test func repeatedImportReportsNoRows() throws {
        let folder = try TemporaryDirectory(Self.files)
        _ = try importThreeLines(in: folder)
        let object = try objects(importThreeLines(in: folder))[0]
        #expect(object["rows"] as? Int == 0)
        #expect(object["recordsBefore"] as? Int == 3)
    }

    @Test func errorIsReportedInJSONAndOnStandardError() throws {
        let folder = try TemporaryDirectory(["one": "[1]", "two": #"[{"a": 1}]"#])
        let outcome = try Program.run("import one two --into db --json", in: folder)
        let objects = try objects(outcome)
        #expect(objects.map { $0["finished"] as? Bool } == [false, true])
        #expect(objects.map { $0["status"] as? Int } == [65, 0])
        #expect(
            (objects[0]["error"] as? String)?.hasSuffix(
                "record 1, $[0]: expected an object, found 1; to import values, name their column: --header value"
            ) == true
        )
        #expect(
            outcome.messages.hasSuffix(
                "$[0]: expected an object, found 1; to import values, name their column: --header value\n"))
        #expect(outcome.status == 65)
    }
}
