import Foundation
import TestSupport
import Testing

/// Inputs in another format than JSON: the message names the format, and a command that converts the input.
@Suite struct OtherFormatTests {
    private static let tar: [UInt8] = {
        var archive = [UInt8](repeating: 0, count: 1024)
        archive.replaceSubrange(0..<9, with: "dump.json".utf8)
        archive.replaceSubrange(257..<263, with: "ustar\0".utf8)
        return archive
    }()

    private static let errorPage =
        "the server may have sent an error page instead of the dump: read it, and download the dump again"

    @Test(
        arguments: [
            (
                "dump.br", [0x8B, 0x02, 0x80],
                "found brotli data; decompress it first: brotli -dc dump.br | stream-import import - --into db"
            ),
            (
                "my dump.zip", [0x50, 0x4B, 0x03, 0x04],
                "found a zip archive; extract its files first: unzip -p 'my dump.zip' | stream-import import - --into db"
            ),
            (
                "dump.tgz", Compressed.gzip(tar),
                "found a tar archive; extract its files first: tar -xOf dump.tgz | stream-import import - --into db"
            ),
            (
                "dump.parquet", Array("PAR1".utf8),
                "found a Parquet file; convert it to JSON first: duckdb -jsonlines -c \"FROM read_parquet('dump.parquet')\" "
                    + "| stream-import import - --into db"
            ),
            (
                "dump.db", Array("SQLite format 3\0".utf8),
                "found an SQLite database; print a table as JSON first: sqlite3 -json dump.db 'SELECT * FROM name' "
                    + "| stream-import import - --into db"
            ),
            (
                "app.log", Array("[2024-01-01 00:00:00,5] INFO {\"m\":\"x\"}\n".utf8),
                "found lines with a prefix before an object; select the objects first: sed 's/^[^{]*//' app.log "
                    + "| stream-import import - --into db"
            ),
            (
                "app.log", Array("12:00 [main] {\"m\":\"x\"}\n".utf8),
                "found lines with a prefix before an object; select the objects first: sed 's/^[^{]*//' app.log "
                    + "| stream-import import - --into db"
            ),
            ("dump.json", Array("\n <!doctype html>".utf8), "found an HTML page; \(errorPage)"),
            ("dump.gz", Compressed.gzip(Array("<?xml version='1.0'?>".utf8)), "found XML; \(errorPage)"),
        ] as [(String, [UInt8], String)])
    func otherFormatIsNamedWithCommand(name: String, bytes: [UInt8], message: String) throws {
        let folder = try TemporaryDirectory([name: bytes])
        let outcome = try Program.run(["import", name, "--into", "db"], in: folder)
        #expect(outcome == .init(status: 65, output: "", messages: "\(name): expected JSON, \(message)\n"))
    }

    @Test func utf16IsNamedWithCommand() throws {
        let bytes = try #require("[{\"a\":1}]".data(using: .utf16LittleEndian))
        let folder = try TemporaryDirectory(["dump.json": Array(bytes)])
        let outcome = try Program.run("check dump.json", in: folder)
        #expect(
            outcome.messages == """
                dump.json: expected UTF-8, found UTF-16LE; convert it to UTF-8 first: \
                iconv -f UTF-16LE -t UTF-8 dump.json | stream-import check -\n
                """)
    }

    @Test func otherFormatOfStandardInputIsNamed() throws {
        let outcome = try Program.run("check -", in: TemporaryDirectory(), input: [0x50, 0x4B, 0x03, 0x04])
        #expect(
            outcome.messages == """
                standard input: expected JSON, found a zip archive; \
                extract its files first, for example with unzip -p FILE\n
                """)
        #expect(outcome.status == 65)
    }

    @Test(arguments: [
        ["import", "dump", "--into", "db", "--on-error", "skip"], ["check", "dump"], ["inspect", "dump"],
    ])
    func otherFormatEndsEveryCommand(arguments: [String]) throws {
        let folder = try TemporaryDirectory(["dump": Array("PAR1\n\n".utf8)])
        let outcome = try Program.run(arguments, in: folder)
        #expect(outcome.messages.hasPrefix("dump: expected JSON, found a Parquet file; "))
        #expect(outcome.output.isEmpty)
        #expect(outcome.status == 65)
    }

    @Test func suggestedCommandRuns() throws {
        let folder = try TemporaryDirectory([
            "my dump.json": Array("[{\"a\":1}]".data(using: .utf16BigEndian)!)
        ])
        let outcome = try Program.run(["import", "my dump.json", "--into", "x.db"], in: folder)
        let command = try #require(outcome.messages.split(separator: "first: ").last)
        let second = try Program.run(
            script: "PATH=\"${0%/*}:$PATH\"; " + command.trimmingCharacters(in: .newlines), in: folder)
        #expect(second.status == 0)
        #expect(try folder.rows("SELECT a FROM records", of: "x.db") == ["1"])
    }
}
