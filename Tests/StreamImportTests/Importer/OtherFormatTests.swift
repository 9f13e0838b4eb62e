import Foundation
import StreamImport
import TestSupport
import Testing

/// Inputs in another format than JSON.
@Suite(.manyVariants) struct OtherFormatTests {
    private static let tar: [UInt8] = {
        var archive = [UInt8](repeating: 0, count: 2048)
        archive.replaceSubrange(0..<9, with: "dump.json".utf8)
        archive.replaceSubrange(257..<263, with: "ustar\0".utf8)
        archive.replaceSubrange(512..<519, with: "{\"x\":1}".utf8)
        return archive
    }()

    @Test(
        arguments: [
            (
                [0x50, 0x4B, 0x03, 0x04, 0x14], "expected JSON, found a zip archive",
                "extract its files first, for example with unzip -p FILE"
            ),
            (
                [0x5D, 0x00, 0x00, 0x80, 0x00, 0xFF], "expected JSON, found lzma data",
                "decompress it first, for example with xz --format=lzma -dc FILE"
            ),
            (
                tar, "expected JSON, found a tar archive",
                "extract its files first, for example with tar -xOf FILE"
            ),
            (
                Array("PAR1\u{15}\u{4}".utf8), "expected JSON, found a Parquet file",
                "convert it to JSON first, for example with duckdb -jsonlines -c \"FROM read_parquet('FILE')\""
            ),
            (
                Array("SQLite format 3\0\u{10}".utf8), "expected JSON, found an SQLite database",
                "print a table as JSON first, for example with sqlite3 -json FILE 'SELECT * FROM name'"
            ),
            (
                Array("\u{FEFF}\r\n  <!DOCTYPE html>\n<html>404</html>".utf8),
                "expected JSON, found an HTML page",
                "the server may have sent an error page instead of the dump: read it, and download the dump again"
            ),
            (
                Array("<?xml version='1.0'?><Error/>".utf8), "expected JSON, found XML",
                "the server may have sent an error page instead of the dump: read it, and download the dump again"
            ),
        ] as [([UInt8], String, String)])
    func otherFormatIsNamedInError(text: [UInt8], message: String, advice: String) async throws {
        for policy in [ErrorPolicy.fail, .skip()] {
            let outcome = try await importAllVariants(to: Point.self, from: text) { $0.errorPolicy = policy }
            #expect(outcome.error?.code == .unsupportedFormat)
            #expect(outcome.error?.message == message)
            #expect(outcome.error?.advice == advice)
        }
    }

    @Test func utf16IsNamedInError() async throws {
        let text = try #require("[{}]".data(using: .utf16LittleEndian))
        let outcome = try await importAllVariants(to: Point.self, from: Array(text))
        #expect(outcome.error?.code == .invalidEncoding)
        #expect(
            outcome.error?.advice
                == "convert it to UTF-8 first, for example with iconv -f UTF-16LE -t UTF-8 FILE")
    }

    @Test func htmlLineAmongLinesIsRejected() async throws {
        let outcome = try await importAllVariants(to: Point.self, from: "<html>\n{\"x\":1}\n") {
            $0.format = .lines
            $0.errorPolicy = .skip()
        }
        #expect(outcome.records == [Point(x: 1)])
        #expect(outcome.summary?.rejectedCount == 1)
    }

    @Test(arguments: [ErrorPolicy.fail, .skip()])
    func brotliIsRecognizedByExtension(policy: ErrorPolicy) throws {
        let directory = try TemporaryDirectory()
        let url = directory.fileURL("dump.json.br")
        try Data([0x5B, 0x0B, 0x80, 0x41, 0x42, 0x03]).write(to: url)
        var options = ImportOptions()
        options.errorPolicy = policy
        let error = #expect(throws: ImportError.self) {
            try StreamImporter.objects(of: Point.self, from: url, options: options).collect()
        }
        #expect(error?.message == "expected JSON, found brotli data")
        #expect(error?.advice == "decompress it first, for example with brotli -dc FILE")
    }

    @Test func jsonInFileWithExtensionOfBrotliIsRead() throws {
        let directory = try TemporaryDirectory()
        let url = directory.fileURL("dump.json.br")
        try Data("[{\"x\":1}]".utf8).write(to: url)
        #expect(try StreamImporter.objects(of: Point.self, from: url).collect() == [Point(x: 1)])
    }
}
