import Foundation
import JSONRecords
import Synchronization
import TestSupport
import Testing

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

    @Test(arguments: 1...UInt64(TestTier.count(2, full: 8)), [false, true])
    func pipeInPiecesIsImportedLikeFile(seed: UInt64, flattens: Bool) throws {
        for isArray in [false, true] {
            try expectPipeEqualsFile(seed: seed, flattens: flattens, isArray: isArray)
        }
    }

    /// Writes each piece when the import waits for more bytes than those of the pieces before it.
    private func expectPipeEqualsFile(seed: UInt64, flattens: Bool, isArray: Bool) throws {
        var random = Random(seed: seed)
        let text = Array((isArray ? Self.array : Self.lines).utf8)
        let workspace = try Workspace()
        let (pipe, commits) = (Pipe(), CallbackLog<Int>())
        let writer = PieceWriter(Self.pieces(of: text, using: &random), to: pipe.fileHandleForWriting)
        var options = TableImportOptions(table: "t")
        Self.options(&options, flattens: flattens, isArray: isArray)
        options.onCommit = { commits.add($0.rows) }
        options.readOptions.progressInterval = .zero
        options.readOptions.onProgress = { writer.importHasRead($0.bytesRead) }
        let input = TableInput(name: "pipe", file: nil) {
            var options = $0
            options.yieldInterval = .milliseconds(1)
            return RecordInput(InputOrigin(.handle(pipe.fileHandleForReading)), options: options)
        }
        let result = TableImporter(
            input, into: TableDatabase(workspace.database), options: options, interruptFlag: InterruptFlag()
        ).run()
        #expect(result.errorDescription == "")
        let file = try Workspace(String(decoding: text, as: UTF8.self))
        file.run { Self.options(&$0, flattens: flattens, isArray: isArray) }
        #expect(try rows(workspace) == rows(file))
        // The rows of the records that have arrived are committed before the next piece is written.
        #expect(Set(commits.all).count > 20)
    }

    /// The pieces of a text, each of which is written after the import has tried to read more than the pieces before it.
    private final class PieceWriter: Sendable {
        private struct State {
            var pieces: ArraySlice<[UInt8]>
            var writtenBytes = 0
            /// The number of bytes that were read before the last step.
            var bytesRead = -1
        }

        private let state: Mutex<State>
        private let handle: FileHandle

        init(_ pieces: [[UInt8]], to handle: FileHandle) {
            state = Mutex(State(pieces: pieces[...]))
            self.handle = handle
        }

        func importHasRead(_ bytes: Int) {
            let piece: [UInt8]? = state.withLock { state in
                defer { state.bytesRead = bytes }
                guard bytes == state.bytesRead, bytes == state.writtenBytes else { return nil }
                state.writtenBytes += state.pieces.first?.count ?? 0
                return state.pieces.popFirst() ?? []
            }
            guard let piece else { return }
            if piece.isEmpty { try? handle.close() } else { try? handle.write(contentsOf: Data(piece)) }
        }
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
