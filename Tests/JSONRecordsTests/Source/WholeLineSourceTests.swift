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

        func read(into buffer: inout OutputSpan<UInt8>) -> SourceRead {
            if hasReturnedPiece {
                hasReturnedPiece = false
                return .needMoreData
            }
            guard let piece = pieces.first else { return .end }
            let count = buffer.append(prefixOf: piece)
            if count == piece.count { pieces.removeFirst() } else { pieces[0].removeFirst(count) }
            hasReturnedPiece = count == piece.count
            bytesRead += count
            return .bytes(count)
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

    /// The beginning of the line was copied and searched again for each byte.
    @Test func lineOfManyPiecesIsCopiedOnce() throws {
        let line = [0x0A] + [UInt8](repeating: 0x61, count: 1000) + [0x0A]
        let source = WholeLineSource(ShortReadSource(line, size: 1))
        let scanCount = Locked(0)
        var buffer = [UInt8](repeating: 0, count: 4096)
        #expect(try source.read(into: &buffer) == .bytes(1))
        let read = try ScanCount.$current.withValue(scanCount) { try source.read(into: &buffer) }
        #expect(read == .bytes(line.count - 1))
        #expect(buffer.prefix(line.count - 1).elementsEqual(line.dropFirst()))
        #expect(scanCount.withLock { $0 } <= 2 * line.count)
    }
}
