import Foundation
import TestSupport
import Testing

@testable import TableImport

@Suite struct RejectsFileTests {
    /// The number of lines, two thirds of which are rejected. The text of the first one is written in pieces.
    private static let lineCount = TestTier.count(300, full: 3_000)
    private static let lines: String = (1...lineCount).map { (number: Int) -> String in
        if number == 1 { return "\"\(String(repeating: "x", count: RejectsLine.longTextBytes))\"\n" }
        return number % 3 == 0 ? "{\"a\":\(number)}\n" : "\(number)\n"
    }.joined()

    private func skip(_ workspace: Workspace, rejects: String?) -> TableImportResult {
        workspace.run {
            $0.batchSize = 10
            $0.readOptions.errorPolicy = .skip()
            $0.rejects = rejects
        }
    }

    @Test func rejectsFileWriteErrorStopsImport() throws {
        let workspace = try Workspace(String(repeating: "1\n", count: 5_000))
        let result = skip(workspace, rejects: "/dev/full")
        #expect(result.errorDescription.hasPrefix("/dev/full: cannot be written: "))
        #expect(result.rejected < 1000)
    }

    @Test func importOfOnlyRejectedRecordsCanBeInterrupted() throws {
        let workspace = try Workspace(String(repeating: "1\n", count: 1000))
        let stop = InterruptFlag()
        var count = 0
        let result = workspace.run(stop: stop) {
            $0.batchSize = 10
            $0.readOptions.errorPolicy = .skip()
            $0.onRejected = { _ in
                count += 1
                if count == 25 { stop.request() }
            }
        }
        // Records that are rejected while rows are written are reported after these rows.
        #expect(result.error is Interrupted && 25..<1000 ~= result.rejected)
        let resumed = skip(workspace, rejects: nil)
        #expect(resumed.rejectedBefore == result.rejected)
        #expect(resumed.rejectedBefore + resumed.rejected == 1000)
    }

    @Test func runWithoutRejectsFileKeepsEarlierRejects() throws {
        let workspace = try Workspace(Self.lines)
        for (stopAt, hasFile) in [(Self.lineCount / 3, true), (Self.lineCount * 2 / 3, false), (.max, true)] {
            let stop = InterruptFlag()
            workspace.run(stop: stop) {
                $0.batchSize = 10
                $0.readOptions.errorPolicy = .skip()
                $0.rejects = hasFile ? workspace.rejects : nil
                $0.onRejected = { if $0.number >= stopAt { stop.request() } }
            }
        }
        #expect(try workspace.lines("SELECT count(*) FROM t") == ["\(Self.lineCount / 3)"])
        let numbers = try workspace.rejected().compactMap {
            $0.firstMatch(of: /"record":([0-9]+)/).flatMap { Int($0.1) }
        }
        #expect(numbers == numbers.sorted())
        // A run ends at most some batches after the record.
        let (third, rejected) = (Self.lineCount / 3, (1...Self.lineCount).filter { $0 % 3 != 0 })
        #expect(numbers.filter { $0 <= third } == rejected.filter { $0 <= third })
        #expect(!numbers.contains { third + 30..<2 * third ~= $0 })
        #expect(numbers.filter { $0 > 2 * third + 30 } == rejected.filter { $0 > 2 * third + 30 })
    }

    @Test func usageErrorKeepsExistingRejectsFile() throws {
        let workspace = try Workspace("{\"a\":1}\n")
        try workspace.write("notes", to: "rejects.ndjson")
        #expect(
            workspace.run {
                $0.keys = ["typo"]
                $0.rejects = workspace.rejects
            }.error != nil)
        #expect(try workspace.rejected() == ["notes"])
    }

    /// Returns the numbers of the records in the lines of an input.
    private func records(_ workspace: Workspace, of input: String) throws -> [Int] {
        try workspace.rejected().filter { $0.contains("/\(input)\",") }.compactMap {
            $0.firstMatch(of: /"record":([0-9]+)/).flatMap { Int($0.1) }
        }
    }

    @Test func inputsShareRejectsFile() throws {
        let workspace = try Workspace("{\"a\":1}\n2\n")
        try workspace.write("{\"cause\":\"of another program\"}\n", to: "rejects.ndjson")
        try workspace.write("3\n{\"a\":4}\n5\n", to: "other.json")
        for name in ["dump.json", "other.json", "dump.json"] {
            let result = workspace.run(of: name) {
                $0.readOptions.errorPolicy = .skip()
                $0.rejects = workspace.rejects
            }
            #expect(result.errorDescription == "")
        }
        #expect(try workspace.rejected().first == "{\"cause\":\"of another program\"}")
        #expect(try records(workspace, of: "dump.json") == [2])
        #expect(try records(workspace, of: "other.json") == [1, 3])
    }

    @Test func rejectsOfChangedInputAreAppended() throws {
        let workspace = try Workspace("{\"a\":1}\n2\n")
        #expect(skip(workspace, rejects: workspace.rejects).errorDescription == "")
        try workspace.write("{\"a\":1}\n2\n{\"a\":3}\n")
        #expect(skip(workspace, rejects: workspace.rejects).errorDescription == "")
        #expect(try records(workspace, of: "dump.json") == [2])
        try workspace.write("{\"a\":0}\n2\n{\"a\":3}\n")
        let result = workspace.run {
            $0.readOptions.errorPolicy = .skip()
            $0.changePolicy = .append
            $0.rejects = workspace.rejects
        }
        #expect(result.errorDescription == "")
        #expect(try records(workspace, of: "dump.json") == [2, 2])
    }

    /// A crash after a write to the file and before the commit leaves lines that no checkpoint counts, and may leave
    /// half a line. The next run writes the lines again.
    @Test(arguments: [0, 1, 300, 8_000, TestTier.count(70_000, full: 110_000)], [false, true])
    func linesThatNoCheckpointCountsAreCompleted(extraBytes: Int, hasCheckpoint: Bool) throws {
        let whole = try Workspace(Self.lines)
        #expect(skip(whole, rejects: whole.rejects).errorDescription == "")
        let workspace = try Workspace(Self.lines)
        if hasCheckpoint {
            let stop = InterruptFlag()
            workspace.run(stop: stop) {
                $0.batchSize = 10
                $0.readOptions.errorPolicy = .skip()
                $0.rejects = workspace.rejects
                $0.onRejected = { if $0.number == Self.lineCount / 3 { stop.request() } }
            }
        }
        let expected = try Data(contentsOf: URL(filePath: whole.rejects)).replacing(
            Data(whole.folder.path.utf8), with: Data(workspace.folder.path.utf8))
        let counted = (try? Data(contentsOf: URL(filePath: workspace.rejects)).count) ?? 0
        let left = expected.prefix(counted + extraBytes)
        try left.write(to: URL(filePath: workspace.rejects))
        #expect(skip(workspace, rejects: workspace.rejects).errorDescription == "")
        let lines = left.prefix(left.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)
        #expect(try Data(contentsOf: URL(filePath: workspace.rejects)) == lines + expected[counted...])
    }

    @Test func beginningOfLineThatAnotherImportLeftIsRemoved() throws {
        let workspace = try Workspace("1\n2\n3\n")
        var commits = 0
        let result = workspace.run {
            $0.batchSize = 1
            $0.readOptions.errorPolicy = .skip()
            $0.rejects = workspace.rejects
            $0.onCommit = { _ in
                commits += 1
                guard commits == 2, let file = FileHandle(forWritingAtPath: workspace.rejects) else { return }
                _ = try? file.seekToEnd()
                try? file.write(contentsOf: Data(#"{"cause":"expected"#.utf8))
            }
        }
        #expect(result.errorDescription == "" && commits > 2)
        #expect(try records(workspace, of: "dump.json") == [1, 2, 3])
        for line in try workspace.rejected() {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
    }

    @Test func otherTextInRejectsFileIsKept() throws {
        let workspace = try Workspace("{\"a\":1}\n2\n")
        try workspace.write("notes without a line feed", to: "rejects.ndjson")
        #expect(skip(workspace, rejects: workspace.rejects).errorDescription == "")
        let lines = try workspace.rejected()
        #expect(lines.count == 2 && lines[0] == "notes without a line feed")
    }

    /// The text is escaped in pieces of some kilobytes.
    @Test(arguments: [100, 8_190, 8_191, 8_192, 8_193, 70_000, 200_000])
    func longTextIsWrittenUnchanged(count: Int) throws {
        let text = "\"\\\t\u{1}\u{7F}é€😀" + String(repeating: "€", count: count / 3) + "\n{\"a\":1}\n"
        let workspace = try Workspace("x" + text)
        #expect(skip(workspace, rejects: workspace.rejects).rejected == 1)
        struct Line: Decodable {
            let text: String
        }
        let line = try JSONDecoder().decode(
            Line.self, from: Data(contentsOf: URL(filePath: workspace.rejects)))
        #expect(line.text + "\n" == "x" + text.prefix { $0 != "\n" } + "\n")
    }

    @Test func textThatIsNotUTF8IsRepaired() throws {
        let workspace = try Workspace()
        let invalid: [UInt8] =
            [0x78, 0xFF, 0xE2, 0x82] + [UInt8](repeating: 0x80, count: 20_000) + [0xF0, 0x9F]
        try Data(invalid + Array("\n{\"a\":1}\n".utf8)).write(to: workspace.dump)
        #expect(skip(workspace, rejects: workspace.rejects).rejected == 1)
        let text = String(decoding: invalid, as: UTF8.self)
        #expect(try workspace.rejected()[0].hasSuffix(",\"text\":\"\(text)\"}"))
    }
}
