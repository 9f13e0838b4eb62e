import Foundation
import GRDB
import JSONRecords
import Testing
import TestSupport

@testable import TableImport

/// Inputs that arrive in pieces. The rows are committed while the import waits for more.
@Suite struct SlowInputTests {
    private static let records: [String] = (1...60).map { number in
        switch number {
        case _ where number % 13 == 0: "[\(number)]"
        case _ where number % 17 == 0: "{\"id\":\(number),\"bad\(number)\":}"
        case _ where number % 7 == 0:
            "{\"o\":{\"a\":\(number),\"b\":{\"c\":null,\"d\":\"x\"}},\"id\":\(number)}"
        case 40...: "{\"id\":\"\(number)\",\"v\":0.5,\"k\(number)\":[1,{}]}"
        default: "{\"id\":\(number),\"v\":\(number),\"s\":\"\\u00e9\\n\"}"
        }
    }

    private func rows(_ workspace: Workspace) throws -> [[String]] {
        let columns = try workspace.columns().sorted()
        let names = columns.map { "\"\($0.prefix { $0 != " " })\"" }.joined(separator: ", ")
        return try [columns] + workspace.rows("SELECT rowid, \(names) FROM t ORDER BY rowid")
    }

    /// An array on one line, whose records are divided by the pieces.
    private static var array: String {
        "[" + records.filter { !$0.contains("bad") }.joined(separator: ",") + "]"
    }
    private static var lines: String { records.joined(separator: "\n") + "\n" }

    private static func options(_ options: inout TableImportOptions, flattens: Bool, isArray: Bool) {
        options.flattens = flattens
        options.commitInterval = .zero
        options.readOptions.format = isArray ? .json : .lines
        options.readOptions.errorPolicy = .skip()
    }

    @Test(arguments: 1...8, [false, true])
    func pipeInPiecesIsImportedLikeFile(seed: UInt64, flattens: Bool) throws {
        for isArray in [false, true] {
            try expectPipeEqualsFile(seed: seed, flattens: flattens, isArray: isArray)
        }
    }

    private func expectPipeEqualsFile(seed: UInt64, flattens: Bool, isArray: Bool) throws {
        var random = Random(seed: seed)
        let text = Array((isArray ? Self.array : Self.lines).utf8)
        let workspace = try Workspace()
        let pipe = Pipe()
        var options = TableImportOptions(table: "t")
        Self.options(&options, flattens: flattens, isArray: isArray)
        let commits = CallbackLog<Int>()
        options.onCommit = { commits.add($0.rows) }
        let input = TableInput(name: "pipe", file: nil) {
            var options = $0
            options.yieldInterval = .milliseconds(1)
            return RecordInput(InputOrigin(.handle(pipe.fileHandleForReading)), options: options)
        }
        let pieces = Self.pieces(of: text, using: &random)
        let writer = Thread {
            for piece in pieces {
                try? pipe.fileHandleForWriting.write(contentsOf: piece)
                usleep(3_000)
            }
            try? pipe.fileHandleForWriting.close()
        }
        writer.start()
        let result = TableImporter(
            input, into: workspace.database, options: options, interruptFlag: InterruptFlag()
        ).run()
        #expect(result.errorDescription == "")
        let file = try Workspace(String(decoding: text, as: UTF8.self))
        file.run { Self.options(&$0, flattens: flattens, isArray: isArray) }
        #expect(try rows(workspace) == rows(file))
        #expect(commits.all.count > 3)
    }

    private static func pieces(of text: [UInt8], using random: inout Random) -> [[UInt8]] {
        var (pieces, start) = ([[UInt8]](), 0)
        while start < text.count {
            let end = min(start + Int.random(in: 1...60, using: &random), text.count)
            pieces.append(Array(text[start..<end]))
            start = end
        }
        return pieces
    }
}
