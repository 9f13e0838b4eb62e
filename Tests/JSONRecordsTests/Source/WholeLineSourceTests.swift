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
}
