import SystemPackage
import TestSupport
import Testing

@testable import JSONRecords

@Suite struct CorruptCompressionTests {
    static let text = sampleText(count: 120)
    static let archives: [(name: String, bytes: [UInt8], magicCount: Int)] = [
        ("gzip", Compressed.gzip(text), 2),
        ("zstd", Compressed.zstd(text), 4),
        ("bzip2", Compressed.bzip2(text), 4),
        ("xz", Compressed.xz(text), 6),
        ("lz4", Compressed.lz4(text), 4),
        ("skippable", Compressed.skippable([1, 2, 3]) + Compressed.zstd(text), 4),
    ]

    @Test(arguments: archives, [1, 4096])
    func everyTruncationThrowsCorruptCompression(
        archive: (name: String, bytes: [UInt8], magicCount: Int), size: Int
    ) {
        // The data is complete after a skippable frame, which has 11 bytes.
        let end = archive.name == "skippable" ? 11 : archive.bytes.count
        for count in archive.magicCount..<archive.bytes.count where count != end {
            let error = CompressionDetectingSource(
                ShortReadSource(Array(archive.bytes.prefix(count)), size: size)
            )
            .readError()
            #expect(error?.code == .corruptCompression, "\(count)")
            #expect(
                error?.message.hasSuffix("data is truncated at byte \(count) of the input") == true,
                "\(count)")
        }
    }

    @Test(arguments: archives)
    func truncatedSecondArchiveThrowsCorruptCompression(
        archive: (name: String, bytes: [UInt8], magicCount: Int)
    ) {
        let end = archive.name == "skippable" ? 11 : archive.bytes.count
        for count in 1..<archive.bytes.count where count != end {
            let error = CompressionDetectingSource(MemorySource(archive.bytes + archive.bytes.prefix(count)))
                .readError()
            #expect(error?.code == .corruptCompression, "\(count)")
        }
    }

    /// Some bits do not affect the output, such as those of gzip's time stamp.
    @Test(arguments: archives, [1, 4096])
    func flippedBitThrowsOrLeavesOutputUnchanged(
        archive: (name: String, bytes: [UInt8], magicCount: Int), size: Int
    ) {
        for bit in archive.magicCount * 8..<archive.bytes.count * 8 {
            var bytes = archive.bytes
            bytes[bit / 8] ^= 1 << (bit % 8)
            do throws(ImportError) {
                let output = try CompressionDetectingSource(ShortReadSource(bytes, size: size)).readAll()
                #expect(output == Self.text, "\(bit)")
            } catch {
                #expect(error.code == .corruptCompression, "\(bit)")
            }
        }
    }

    @Test(arguments: archives)
    func flippedMagicNumberBitIsReadAsPlainText(archive: (name: String, bytes: [UInt8], magicCount: Int))
        throws
    {
        // The low four bits of a skippable frame's first byte may have any value.
        let firstBit = archive.name == "skippable" ? 4 : 0
        for bit in firstBit..<archive.magicCount * 8 {
            var bytes = archive.bytes
            bytes[bit / 8] ^= 1 << (bit % 8)
            // Another size of a block.
            if archive.name == "bzip2", UInt8(ascii: "1")...UInt8(ascii: "9") ~= bytes[3] { continue }
            #expect(try CompressionDetectingSource(MemorySource(bytes)).readAll() == bytes)
        }
    }

    @Test(arguments: archives, ["\n", "[]", "trailing", "(", "P"])
    func trailingPlainTextThrowsCorruptCompression(
        archive: (name: String, bytes: [UInt8], magicCount: Int), tail: String
    ) {
        for size in [1, 4096] {
            let error = CompressionDetectingSource(
                ShortReadSource(archive.bytes + Array(tail.utf8), size: size)
            )
            .readError()
            #expect(error?.code == .corruptCompression)
            // A tail that may begin another frame is read as one.
            guard !"(P[]".contains(tail) else { continue }
            let format = archive.name == "skippable" ? "zstd" : archive.name
            #expect(
                error?.description == """
                    expected the end of the input at byte \(archive.bytes.count), after the \(format) data, found \
                    other bytes; download or copy the file again, or remove the bytes after the \(format) data
                    """)
        }
    }

    @Test func garbageAfterGzipPaddingThrowsCorruptCompression() {
        let source = CompressionDetectingSource(MemorySource(Compressed.gzip(Self.text) + [0, 0, 1]))
        #expect(source.readError()?.code == .corruptCompression)
    }

    @Test(arguments: archives)
    func textBeforeCorruptionIsReturned(archive: (name: String, bytes: [UInt8], magicCount: Int)) throws {
        let source = CompressionDetectingSource(MemorySource(archive.bytes + [1, 2, 3, 4, 5, 6, 7, 8]))
        var buffer = [UInt8](repeating: 0, count: 4096)
        #expect(try source.read(into: &buffer) == .bytes(Self.text.count))
        #expect(throws: ImportError.self) { try source.read(into: &buffer) }
        #expect(throws: ImportError.self) { try source.read(into: &buffer) }
    }

    /// A frame header with a window of 256 MiB, and an empty last block.
    private static let largeWindow: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x90, 0x01, 0x00, 0x00]

    @Test(arguments: [1, 4096])
    func tooLargeZstdWindowErrorAdvisesLimit(size: Int) throws {
        let bytes = Compressed.zstd(Self.text) + Self.largeWindow
        let error = CompressionDetectingSource(ShortReadSource(bytes, size: size)).readError()
        #expect(error?.code == .windowTooLarge)
        #expect(
            error?.description == """
                the zstd data needs 256 MiB of memory for its window, and the limit is 128 MiB; \
                if there is enough memory, set maximumWindowBytes to 268435456
                """)
        let source = CompressionDetectingSource(
            ShortReadSource(bytes, size: size), maximumWindowBytes: 268_435_456)
        #expect(try source.readAll() == Self.text)
    }

    /// The header of a frame whose window is as large as its content has only the size of the content.
    @Test func sizeOfContentIsThatOfWindow() {
        let bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0xE0, 0, 0, 0x80, 0x0C, 0, 0, 0, 0, 1, 0, 0]
        let error = CompressionDetectingSource(MemorySource(bytes)).readError()
        #expect(
            error?.message == "the zstd data needs 200 MiB of memory for its window, and the limit is 128 MiB"
        )
        #expect(error?.advice?.hasSuffix("268435456") == true)
    }

    @Test func tooLargeDictionaryErrorAdvisesLimit() throws {
        let bytes = Compressed.xz(Self.text, dictionaryBytes: 8 << 20)
        let source = { CompressionDetectingSource(MemorySource(bytes), maximumWindowBytes: $0) }
        let error = try #require(source(1 << 20).readError())
        #expect(error.code == .windowTooLarge)
        #expect(
            error.message == "the xz data needs 8 MiB of memory for its window, and the limit is 1 MiB")
        let advised = try #require(error.advice?.split(separator: " ").last.flatMap { Int($0) })
        #expect(try source(advised).readAll() == Self.text)
        #expect(try source(8 << 20).readAll() == Self.text)
    }

    @Test func largestAllowedZstdWindowIsRead() throws {
        // A frame header with a window of 128 MiB, and an empty last block.
        let bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x88, 0x01, 0x00, 0x00]
        #expect(try CompressionDetectingSource(MemorySource(bytes)).readAll() == [])
    }

    @Test func upstreamErrorIsRethrown() {
        let upstream = FailingSource(Array(Compressed.gzip(Self.text).prefix(20)))
        #expect(CompressionDetectingSource(upstream).readError()?.code == .readFailed)
    }
}

/// A source that throws after its last byte.
private final class FailingSource: ByteSource {
    private let readable: MemorySource<[UInt8]>
    var bytesRead: Int { readable.bytesRead }
    var totalBytes: Int? { readable.totalBytes }

    init(_ bytes: [UInt8]) {
        readable = MemorySource(bytes)
    }

    func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        let read = readable.read(into: &buffer)
        if read == .end { throw .readFailed("dump.json.gz", after: bytesRead, Errno.ioError) }
        return read
    }
}
