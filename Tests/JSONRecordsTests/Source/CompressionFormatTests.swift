import Testing

@testable import JSONRecords

@Suite struct CompressionFormatTests {
    @Test(arguments: [
        ([], CompressionFormat.Detection.undecided),
        ([0x1F], .undecided),
        ([0x1F, 0x8B], .compressed(.gzip)),
        ([0x1F, 0x8C], .plain),
        ([0x28], .undecided),
        ([0x28, 0xB5, 0x2F], .undecided),
        ([0x28, 0xB5, 0x2F, 0xFD], .compressed(.zstd)),
        ([0x28, 0xB5, 0x2F, 0xFE], .plain),
        ([0x50, 0x2A, 0x4D, 0x18], .compressed(.zstd)),
        ([0x5F, 0x2A, 0x4D, 0x18], .compressed(.zstd)),
        ([0x60, 0x2A, 0x4D, 0x18], .plain),
        (Array("BZh".utf8), .undecided),
        (Array("BZh0".utf8), .plain),
        (Array("BZh1".utf8), .compressed(.bzip2)),
        (Array("BZh9".utf8), .compressed(.bzip2)),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], .undecided),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .compressed(.xz)),
        ([0x04, 0x22, 0x4D, 0x18], .compressed(.lz4)),
        ([0x04, 0x22, 0x4D, 0x19], .plain),
        // A bracket may begin the magic number of a skippable frame.
        (Array("[".utf8), .undecided),
        (Array("[{".utf8), .plain),
        (Array("{".utf8), .plain),
        ([0xEF], .plain),
    ])
    func firstBytesDetermineFormat(start: [UInt8], detection: CompressionFormat.Detection) {
        #expect(CompressionFormat.detect(in: start) == detection)
    }
}
