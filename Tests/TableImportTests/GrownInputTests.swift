import Foundation
import JSONRecords
import Testing

@testable import TableImport

/// Imports of an input that is unchanged, or has grown, since an earlier run.
@Suite struct GrownInputTests {
    // MARK: - Unchanged inputs

    @Test(arguments: ["lines", "array", "envelope", "empty"])
    func unchangedInputIsNotImportedAgain(kind: String) throws {
        let (dump, path): (String, JSONPath) =
            switch kind {
            case "array": ("[{\"n\":1}, {\"n\":2}]\n", "")
            case "envelope": ("{\"items\":[{\"n\":1},{\"n\":2}],\"total\":2}", "items")
            case "empty": ("[]", "")
            default: (numberedLines(1...2), "")
            }
        let workspace = try Workspace(dump)
        let first = workspace.run { $0.path = path }
        // The file is written again, so its time changes, and its content does not.
        try FileManager.default.removeItem(at: workspace.dump)
        try workspace.write(dump)
        // The second run spells the name of the table in another case, and has another batch size.
        let result = workspace.run {
            $0.path = path
            $0.table = kind == "empty" ? "t" : "T"
            $0.batchSize = 1
        }
        #expect(result.wasFinished && result.rows == 0 && result.recordsBefore == first.rows)
        if first.rows > 0 { #expect(try workspace.numbers() == [1, 2]) }
    }

    // MARK: - Grown inputs

    @Test(arguments: ["{\"n\":4}\n{\"n\":5}", "{\"n\":4}{\"n\":5}", "\n\n{\"n\":4} \n {\"n\":5}\n"])
    func addedRecordsAreImported(added: String) throws {
        let isSequence = added.hasPrefix("{\"n\":4}{")
        let dump = isSequence ? "{\"n\":1}{\"n\":2} {\"n\":3}" : numberedLines(1...3)
        for chunkBytes in [1, 7, 1 << 16] {
            let workspace = try Workspace(dump)
            let change = { (options: inout TableImportOptions) in options.readOptions.chunkBytes = chunkBytes
            }
            #expect(workspace.run(change).rows == 3)
            try workspace.write(dump + added)
            let result = workspace.run(change)
            #expect(result.errorDescription == "" && result.rows == 2 && result.recordsBefore == 3)
            #expect(try workspace.numbers() == [1, 2, 3, 4, 5])
            #expect(workspace.run(change).wasFinished)
        }
    }

    @Test(arguments: [1, 64, 1 << 16])
    func rejectedBeginningOfLineMayBeCompleted(chunkBytes: Int) throws {
        let whole = numberedLines(1...40)
        for length in stride(from: whole.utf8.count - 12, to: whole.utf8.count, by: 1) {
            let workspace = try Workspace(String(decoding: whole.utf8.prefix(length), as: UTF8.self))
            let change = { (options: inout TableImportOptions) in
                options.readOptions.chunkBytes = chunkBytes
                options.readOptions.format = .lines
                options.readOptions.errorPolicy = .skip()
                options.rejects = workspace.rejects
            }
            workspace.run(change)
            #expect(workspace.run(change).wasFinished)
            try workspace.write(whole + "{\"n\":41}\n")
            #expect(workspace.run(change).errorDescription == "")
            #expect(try workspace.numbers() == Array(1...41))
            #expect(workspace.run(change).wasFinished)
            try workspace.write(numberedLines(2...40))
            #expect(workspace.run(change).errorDescription.hasPrefix("dump.json has changed"))
        }
    }

    /// The record is complete, but not its line, and its text leaves the window before the error.
    @Test func recordBeforeInvalidEndOfLineIsNotInPrefix() throws {
        let spaces = String(repeating: " ", count: 300_000)
        for policy in [ErrorPolicy.fail, .skip()] {
            let workspace = try Workspace("{\"n\":1}\n{\"n\":2}\(spaces)x\n{\"n\":3}\n")
            let change = { (options: inout TableImportOptions) in options.readOptions.errorPolicy = policy }
            let result = workspace.run(change)
            #expect(result.rows == (policy == .fail ? 1 : 2))
            #expect(try workspace.numbers() == (policy == .fail ? [1] : [1, 3]))
            #expect(workspace.run(change).rows == 0)
        }
    }

    static let scripts: [ImportScript] = [
        ImportScript(
            "a line without a line feed", "{\"n\":1}\n{\"n\":2}", .run(2), .write(numberedLines(1...3)),
            .run(1),
            .rows(["1", "2", "3"])),
        ImportScript(
            "an array", "[{\"n\":1}]", .run(1), .write("[{\"n\":1},{\"n\":2}]"),
            .error(
                """
                dump.json is one array with more records than when it was imported into the table t; \(changeChoices)
                """),
            .rows(["1"]), .run(2, replace), .rows(["1", "2"])),
        ImportScript(
            "the first value of a requested column whose name has a number", "{\"id\":1}\n", .run(1, columns),
            .write("{\"id\":1}\n{\"id\":2,\"ID\":3}\n"), .run(1, columns), .rows(["1 NULL", "2 3"])),
    ]

    private static let columns: ImportScript.Change = { $0.columns = ["id", "ID"] }

    @Test(arguments: scripts)
    func grownInputAddsItsRecords(script: ImportScript) throws { try script.check() }
}
