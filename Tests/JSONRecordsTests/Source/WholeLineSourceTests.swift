import TestSupport
import Testing

@testable import JSONRecords

@Suite struct WholeLineSourceTests {
    /// A source that returns pieces, and `needMoreData` after each of them.
    private final class PieceSource: ByteSource {
        private var pieces: [[UInt8]]
        private var hasReturnedPiece = false
        private(set) var bytesRead = 0
        var totalBytes: Int? { nil }

        init(_ pieces: [[UInt8]]) { self.pieces = pieces }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> SourceRead {
            if hasReturnedPiece {
                hasReturnedPiece = false
                return .needMoreData
            }
            guard let piece = pieces.first else { return .end }
            let part = piece.prefix(buffer.count)
            unsafe buffer.copyBytes(from: part)
            if part.count == piece.count { pieces.removeFirst() } else { pieces[0].removeFirst(part.count) }
            hasReturnedPiece = part.count == piece.count
            bytesRead += part.count
            return .bytes(part.count)
        }
    }

    /// Returns what is read before each wait.
    private func reads(of pieces: [String], size: Int) throws -> [String] {
        let source = WholeLineSource(PieceSource(pieces.map { Array($0.utf8) }))
        var (reads, buffer) = ([""], [UInt8](repeating: 0, count: size))
        while true {
            switch try source.read(into: &buffer) {
            case .bytes(let count):
                reads[reads.count - 1] += String(decoding: buffer[..<count], as: UTF8.self)
            case .needMoreData: reads.append("")
            case .end: return reads
            }
        }
    }

    @Test(arguments: [
        (["a\nb", "c\nd", "e"], ["a\n", "bc\n", "", "de"]),
        (["[1,2", ",3", "]"], ["[1,2", ",3", "]", ""]),
        (["a\n", "b\n"], ["a\n", "b\n", ""]),
        (["a\nb", "c", "d\n"], ["a\n", "", "bcd\n", ""]),
        ([], [""]),
    ])
    func beginningOfLineIsBuffered(pieces: [String], expected: [String]) throws {
        #expect(try reads(of: pieces, size: 100) == expected)
    }

    @Test func beginningOfLineIsBufferedAfterFullReads() throws {
        #expect(try reads(of: ["a\nbc", "d", "e\n"], size: 4) == ["a\nbc", "", "de\n", ""])
    }

    @Test func anyTextIsReturnedWhole() throws {
        var random = Random(seed: 1)
        for size in [1, 2, 3, 7, 50] {
            for _ in 0..<200 {
                let pieces = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                    String(
                        (0..<Int.random(in: 1...9, using: &random)).map { _ in
                            ["a", "b", "\n"].randomElement(using: &random) ?? "a"
                        }.joined())
                }
                #expect(try reads(of: pieces, size: size).joined() == pieces.joined())
            }
        }
    }

    /// A source that returns a line byte by byte. Before each read, it clears the buffer before the part that it may write to,
    /// and counts the bytes that it finds there: its own byte of the last read, and those that were copied since.
    private final class ByteByByteSource: ByteSource {
        private let line: [UInt8]
        private(set) var bytesRead = 0
        private(set) var foundCount = 0
        var totalBytes: Int? { nil }

        init(_ line: [UInt8]) { self.line = line }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> SourceRead {
            guard bytesRead < line.count, let start = buffer.baseAddress else { return .end }
            // SAFETY: the line feed before the line is read at once, so the buffer has `bytesRead - 1` bytes before this part.
            let before = unsafe UnsafeMutableRawBufferPointer(
                start: start - max(bytesRead - 1, 0), count: max(bytesRead - 1, 0))
            foundCount += unsafe before.count { $0 != 0 }
            for index in before.indices { unsafe before[index] = 0 }
            unsafe buffer[0] = line[bytesRead]
            bytesRead += 1
            return .bytes(1)
        }
    }

    /// The beginning of the line was copied and searched again for each byte.
    @Test func lineOfManyPiecesIsCopiedOnce() throws {
        let line = [0x0A] + [UInt8](repeating: 0x61, count: 1000) + [0x0A]
        let upstream = ByteByByteSource(line)
        let source = WholeLineSource(upstream)
        var buffer = [UInt8](repeating: 0, count: 4096)
        #expect(try source.read(into: &buffer) == .bytes(1))
        #expect(try source.read(into: &buffer) == .bytes(line.count - 1))
        #expect(buffer.prefix(line.count - 1).elementsEqual(line.dropFirst()))
        #expect(upstream.foundCount <= line.count)
    }
}
