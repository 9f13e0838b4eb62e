import TestSupport
import Testing

@testable import JSONRecords

@Suite struct CompressionDetectingSourceTests {
    static let text = sampleText(count: 300)
    static let longText = sampleText(count: 150_000)
    private static let formats: [@Sendable ([UInt8]) -> [UInt8]] = [
        Compressed.gzip, Compressed.zstd, Compressed.bzip2, { Compressed.xz($0) }, Compressed.lz4,
    ]

    /// Inputs, compressed or not, with the text of each.
    static let inputs: [(name: String, input: [UInt8], output: [UInt8])] = {
        let (gzip, zstd) = (Compressed.gzip(text), Compressed.zstd(text))
        let (bzip2, xz, lz4) = (Compressed.bzip2(text), Compressed.xz(text), Compressed.lz4(text))
        let (emptyGzip, emptyZstd) = (Compressed.gzip([]), Compressed.zstd([]))
        let skipped = Compressed.skippable([1, 2, 3], kind: 15)
        return [
            ("nothing", [], []),
            ("plain", text, text),
            ("one byte", [0x5B], [0x5B]),
            ("an incomplete magic number", [0x28, 0xB5, 0x2F], [0x28, 0xB5, 0x2F]),
            ("gzip", gzip, text),
            ("empty gzip", emptyGzip, []),
            ("three gzip members, one of them empty", gzip + emptyGzip + gzip, text + text),
            ("padded gzip", gzip + [0, 0, 0, 0, 0], text),
            ("gzip padded between members", gzip + [0, 0, 0] + gzip, text + text),
            ("zstd", zstd, text),
            ("empty zstd", emptyZstd, []),
            ("three zstd frames, one of them empty", zstd + emptyZstd + zstd, text + text),
            ("bzip2", bzip2, text),
            ("empty bzip2", Compressed.bzip2([]), []),
            ("three bzip2 streams, one of them empty", bzip2 + Compressed.bzip2([]) + bzip2, text + text),
            ("xz", xz, text),
            ("empty xz", Compressed.xz([]), []),
            ("three xz streams, one of them empty", xz + Compressed.xz([]) + xz, text + text),
            ("padded xz", xz + [0, 0, 0, 0] + xz + [0, 0, 0, 0], text + text),
            ("lz4", lz4, text),
            ("empty lz4", Compressed.lz4([]), []),
            ("three lz4 frames, one of them empty", lz4 + Compressed.lz4([]) + lz4, text + text),
            ("skippable frames after lz4", lz4 + skipped + lz4 + skipped, text + text),
            ("skippable frames around zstd", skipped + zstd + skipped + zstd + skipped, text + text),
            ("only a skippable frame", skipped, []),
            ("an empty skippable frame", Compressed.skippable([]) + zstd, text),
        ]
    }()

    @Test(arguments: inputs, [1, 2, 3, 7, 31, 4096])
    func outputIsIndependentOfChunkAndBufferSize(
        sample: (name: String, input: [UInt8], output: [UInt8]), size: Int
    ) throws {
        for bufferSize in [1, 2, 3, 7, 31, 4096] {
            let source = CompressionDetectingSource(ShortReadSource(sample.input, size: size))
            #expect(try source.readAll(bufferSize: bufferSize) == sample.output)
        }
    }

    @Test(arguments: inputs)
    func outputIsIndependentOfInputPauses(sample: (name: String, input: [UInt8], output: [UInt8])) throws {
        let offsets = 0...sample.input.count
        let sourceWithAllPauses = CompressionDetectingSource(ShortReadSource(sample.input, pauses: offsets))
        #expect(try sourceWithAllPauses.readAll() == sample.output)
        for offset in offsets {
            let source = CompressionDetectingSource(
                ShortReadSource(sample.input, size: 4096, pauses: [offset]))
            #expect(try source.readAll() == sample.output)
        }
    }

    @Test func upstreamPauseReturnsNeedMoreData() throws {
        let source = CompressionDetectingSource(ShortReadSource([0x1F, 0x8B], pauses: [0, 1, 2]))
        var buffer: [UInt8] = [0]
        for _ in 0..<3 { #expect(try source.read(into: &buffer) == .needMoreData) }
    }

    @Test(arguments: [1, 1000, 65_536, 1_000_000])
    func longInputInflatesWithAnyBufferSize(bufferSize: Int) throws {
        let bytes = bufferSize == 1 ? Array(Self.longText.prefix(70_000)) : Self.longText
        for compress in Self.formats {
            let compressed = compress(bytes)
            let source = CompressionDetectingSource(MemorySource(compressed + compressed))
            #expect(try source.readAll(bufferSize: bufferSize) == bytes + bytes)
        }
    }

    @Test func progressIsCountedInCompressedBytes() throws {
        let compressed = Compressed.gzip(Self.text)
        let source = CompressionDetectingSource(MemorySource(compressed))
        #expect(source.totalBytes == compressed.count)
        #expect(source.bytesRead == 0)
        _ = try source.readAll()
        #expect(source.bytesRead == compressed.count)
    }

    @Test func decompressionBombFillsOnlyReaderBuffer() throws {
        let spaces = [UInt8](repeating: 0x20, count: TestTier.count(1_000_000, full: 20_000_000))
        for compress in Self.formats {
            let bomb = compress(spaces)
            #expect(bomb.count < spaces.count / 200)
            let source = CompressionDetectingSource(MemorySource(bomb))
            var buffer = [UInt8](repeating: 0, count: 1000)
            #expect(try source.read(into: &buffer) == .bytes(1000))
        }
    }
}
