import Foundation
import TestSupport
import Testing

/// The kinds of inputs: files, compressed files, pipes and standard input.
@Suite struct InputTests {
    private static let text = Array("[1,2,3]".utf8)

    @Test func gzipIsRecognizedByItsFirstBytes() throws {
        let folder = try TemporaryDirectory(["dump.json": Compressed.gzip(Self.text)])
        let outcome = try Program.run("check dump.json", in: folder)
        #expect(outcome == .init(status: 0, output: "dump.json: 3 records, 7 bytes of text\n", messages: ""))
    }

    @Test(arguments: [text, Compressed.gzip(text)])
    func dashReadsStandardInput(bytes: [UInt8]) throws {
        let outcome = try Program.run("check -", in: TemporaryDirectory(), input: bytes)
        #expect(
            outcome == .init(status: 0, output: "standard input: 3 records, 7 bytes of text\n", messages: ""))
    }

    @Test func standardInputRedirectedFromFileIsRead() throws {
        let folder = try TemporaryDirectory(["dump": Self.text])
        let outcome = try Program.run(script: #""$0" check - < dump"#, in: folder)
        #expect(outcome.output == "standard input: 3 records, 7 bytes of text\n")
    }

    @Test func namedPipeIsReadLikeFile() throws {
        let folder = try TemporaryDirectory()
        let outcome = try Program.run(
            script: #"mkfifo pipe && { printf '[1,2]' > pipe & } && "$0" check pipe"#, in: folder)
        #expect(outcome == .init(status: 0, output: "pipe: 2 records, 5 bytes of text\n", messages: ""))
    }

    @Test func truncatedGzipExitsWith65() throws {
        let archive = Array(Compressed.gzip(Self.text).dropLast(9))
        let folder = try TemporaryDirectory(["dump.gz": archive])
        let outcome = try Program.run("check dump.gz", in: folder)
        #expect(
            outcome.messages == """
                dump.gz: the gzip data is truncated at byte \(archive.count) of the input; \
                download or copy the file again\n
                """)
        #expect(outcome.status == 65)
    }

    @Test(arguments: ["missing", ".", "dump/inside"])
    func inputThatCannotBeOpenedExitsWith66(path: String) throws {
        let folder = try TemporaryDirectory(["dump": Self.text])
        let outcome = try Program.run(["check", path], in: folder)
        #expect(outcome.messages.hasPrefix("\(path): cannot be opened: "))
        #expect(outcome.output.isEmpty)
        #expect(outcome.status == 66)
    }

    @Test func closedStandardInputExitsWith74() throws {
        let outcome = try Program.run(script: #""$0" check - <&-"#, in: TemporaryDirectory())
        #expect(outcome.messages.hasPrefix("standard input: "))
        #expect(outcome.status == 74)
    }

    /// A zstd frame with a window of 256 MiB and one block, and a stream of xz with a dictionary of 256 MiB.
    @Test(arguments: [
        (
            "zst", [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x90, 0x19, 0x00, 0x00, 0x5B, 0x31, 0x5D],
            "zstd data needs 256 MiB", "268435456"
        ),
        (
            "xz", Compressed.xz(Array("[1]".utf8), dictionaryBytes: 256 << 20), "xz data needs 256 MiB",
            "268435456"
        ),
    ])
    func largeWindowNeedsOption(name: String, bytes: [UInt8], message: String, advice: String) throws {
        let folder = try TemporaryDirectory(["dump": bytes])
        let withoutOption = try Program.run("check dump", in: folder)
        #expect(
            withoutOption.messages.hasPrefix(
                "dump: the \(message) of memory for its window, and the limit is 128 MiB; "
                    + "if there is enough memory, use --max-window \(advice)"))
        let size = try #require(withoutOption.messages.split(whereSeparator: \.isWhitespace).last)
        for (command, input) in [("check dump", nil), ("check -", bytes), ("records dump", nil)] {
            let outcome = try Program.run("\(command) --max-window \(size)", in: folder, input: input)
            #expect(outcome.status == 0 && outcome.output.contains(/1/))
        }
        #expect(
            try Program.run("check --max-window 3GiB dump", in: folder).messages.contains("from 1MiB to 2GiB")
        )
    }

    @Test func splitReportsWindowAboveLimit() throws {
        let bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x90, 0x19, 0x00, 0x00, 0x5B, 0x31, 0x5D]
        let folder = try TemporaryDirectory(["dump": bytes])
        let outcome = try Program.run("split dump", in: folder)
        #expect(outcome.status == 65 && outcome.output.isEmpty)
        #expect(outcome.messages.hasPrefix("dump: the zstd data needs 256 MiB of memory"))
        #expect(try Program.run("split --max-window 256MiB dump", in: folder).status == 0)
    }
}
