import SystemPackage
import TestSupport
import Testing

@testable import JSONRecords

/// The descriptions of errors that no other test states in full.
@Suite struct ErrorMessageTests {
    /// A gzip file with a wrong checksum. The last four bytes, after the checksum, are the length of the text.
    private static let corruptGzip: [UInt8] = {
        var bytes = Compressed.gzip(sampleText(count: 120))
        bytes[bytes.count - 8] ^= 1
        return bytes
    }()

    @Test func corruptGzipReportsOffset() {
        let error = CompressionDetectingSource(MemorySource(Self.corruptGzip)).readError()
        #expect(
            error?.description == """
                the gzip data is corrupt near byte \(Self.corruptGzip.count - 4) of the input (incorrect data check); \
                download or copy the file again
                """)
    }

    @Test func zstdWithDictionaryReportsError() {
        // A frame header with the dictionary ID 5, and an empty last block.
        let bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00]
        let error = CompressionDetectingSource(MemorySource(bytes)).readError()
        #expect(
            error?.description == """
                the zstd data cannot be decompressed: it requires a dictionary; decompress it first with zstd -d -D
                """)
    }

    /// The tests create these errors directly, because not every system allows a test to create all their conditions.
    @Test(
        arguments: [
            (
                ImportError.cannotOpen("dump", .notDirectory),
                "dump: cannot be opened: a component of the path is not a directory; check the path"
            ),
            (
                .cannotOpen("dump", .isDirectory),
                "dump: cannot be opened: it is a directory; use the path of a file"
            ),
            (
                .cannotOpen("dump", .permissionDenied),
                """
                dump: cannot be opened: reading is not permitted; get read permission from the owner, or run as the owner
                """
            ),
            (
                .cannotOpen("dump", .tooManyOpenFiles),
                """
                dump: cannot be opened: too many files are open; close files, or raise the limit with ulimit -n
                """
            ),
            (
                .unsafeLibrary(),
                """
                this system's libyajl reads beyond the end of certain strings (CVE-2017-16516); install a patched libyajl, \
                such as Debian's 2.1.0-3+deb12u2
                """
            ),
            (.outOfMemory("to create a JSON parser"), "not enough memory to create a JSON parser"),
            (.cannotInflate(.gzip, .outOfMemory, near: 0), "not enough memory to decompress gzip"),
        ] as [(ImportError, String)])
    func systemErrorHasFullDescription(error: ImportError, description: String) {
        #expect(error.description == description)
    }
}
