import Foundation
import TestSupport
import Testing

/// The lines that `records` writes.
@Suite struct RecordsTests {
    typealias Example = CheckTests.Example

    static let examples = [
        Example(
            "white space between tokens is removed", "[ {\"a\" : 1,\n\t\"b\" : \" x  y \"} , {\r\n} ]",
            status: 0,
            output: "{\"a\":1,\"b\":\" x  y \"}\n{}\n"),
        Example(
            "spelling is kept", #"[{"\u0061":1.50, "a":1E2,"a":"\/\u00e9é"}]"#, status: 0,
            output: #"{"\u0061":1.50,"a":1E2,"a":"\/\u00e9é"}"# + "\n"),
        Example(
            "any value is a record", #"[1,"a b",null, true,[ 1, [] ],{}]"#, status: 0,
            output: "1\n\"a b\"\nnull\ntrue\n[1,[]]\n{}\n"),
        Example("one object", "{\"a\":\n[1, 2]}", status: 0, output: "{\"a\":[1,2]}\n"),
        Example("no records", "[]", status: 0),
        Example("lines", "{\"a\": 1}\n\n{\"a\": 2}", status: 0, output: "{\"a\":1}\n{\"a\":2}\n"),
        Example("scalars in lines", "1\n\"a\"\n", status: 0, output: "1\n\"a\"\n"),
        Example(
            "a sequence", "{} [1,\n2] 3 4", ["--format", "sequence"], status: 0, output: "{}\n[1,2]\n3\n4\n"),
        Example(
            "a JSON text sequence", "\u{1E}{\"a\":\n1}\n\u{1E}2\n", ["--format", "json-seq"], status: 0,
            output: "{\"a\":1}\n2\n"),
        Example(
            "a path", #"{"n": 3, "data": {"items": [1, [2]]}}"#, ["--path", "data.items"], status: 0,
            output: "1\n[2]\n"),
        Example(
            "an envelope", #"{"total": 2, "items": [{"a": 1}, {"a": 2}]}"#, status: 0,
            output: "{\"a\":1}\n{\"a\":2}\n",
            messages: "dump: the records are at items, as with --path items\n"),
        Example(
            "an envelope with --quiet", #"{"total": 2, "items": [{"a": 1}]}"#, ["-q"], status: 0,
            output: "{\"a\":1}\n"),
        Example(
            "replaced surrogates stay as written", #"[{"\ud800": "\udc00"}]"#,
            ["--unpaired-surrogates", "replace"], status: 0, output: #"{"\ud800":"\udc00"}"# + "\n"),
        Example(
            "surrogate pairs", #"["\ud83d\ude00", {"a": ["\ud83d"]}]"#, status: 0,
            output: #""\ud83d\ude00""# + "\n" + #"{"a":["\ud83d"]}"# + "\n"),
        Example(
            "--columns", #"[{"id": 1, "b": {"id": 2}, "name": [ 3 ]}, {"ID": 4}, {"name": 5, "i\u0064": 6}]"#,
            ["--columns", "name, id"], status: 0,
            output: #"{"id":1,"name":[3]}"# + "\n{}\n" + #"{"name":5,"i\u0064":6}"# + "\n"),
        Example("--skip", "[1,2,3]", ["--skip", "2"], status: 0, output: "3\n"),
        Example("--skip of all records", "[1,2,3]", ["--skip", "9223372036854775807"], status: 0),
        Example("--limit", "[1,2,3]", ["--limit", "2"], status: 0, output: "1\n2\n"),
        Example("--limit 0", "[1,2,3]", ["--limit", "0"], status: 0),
        Example(
            "--skip and --limit", "1\n2\n3\n4\n", ["--skip", "1", "--limit", "2"], status: 0, output: "2\n3\n"
        ),
        Example(
            "text after the last record to write", "[1,2,}", ["--limit", "2"], status: 0, output: "1\n2\n"),
    ]

    @Test(arguments: examples)
    func recordIsWrittenAsLine(example: Example) throws {
        let folder = try TemporaryDirectory(["dump": example.text])
        for threads in ["1", "2"] {
            let outcome = try Program.run(
                ["records", "--threads", threads] + example.arguments + ["dump"], in: folder)
            #expect(outcome == example.outcome)
        }
    }

    // MARK: - Inputs with many segments

    private static let lines = Dump.lines(4000)

    /// The same records in each format, with and without white space.
    static let dumps: [(name: String, bytes: [UInt8], arguments: [String])] = {
        // No string of the records contains these characters.
        let spaced = lines.map { $0.replacing(/[{\[,:\]}]/) { " \($0.output)\n  " } }
        let array = Array(("[" + lines.joined(separator: ",") + "]").utf8)
        return [
            ("a compact array", array, []),
            ("an array", Array(("[\n" + spaced.joined(separator: " ,\n") + "\n]\n").utf8), []),
            ("lines", Array((lines.joined(separator: "\n") + "\n").utf8), []),
            ("a sequence", Array(spaced.joined(separator: " ").utf8), ["--format", "sequence"]),
            (
                "a JSON text sequence", Array(spaced.map { "\u{1E}\($0)\n" }.joined().utf8),
                ["--format", "json-seq"]
            ),
            (
                "an envelope",
                Array(("{\"data\": {\"n\":1,\"items\":[" + spaced.joined(separator: ",") + "]}}").utf8),
                ["--path", "data.items"]
            ),
            ("gzip", Compressed.gzip(array), []),
            ("bzip2", Compressed.bzip2(array), []),
            ("xz", Compressed.xz(array), []),
            ("lz4", Compressed.lz4(array), []),
            (
                "zstd",
                stride(from: 0, to: array.count, by: 1000).flatMap {
                    Compressed.zstd(Array(array[$0..<min($0 + 1000, array.count)]))
                }, []
            ),
        ]
    }()

    @Test(arguments: dumps.indices, [1, 2, 4])
    func linesDoNotDependOnFormatAndThreads(index: Int, threads: Int) throws {
        let (name, bytes, arguments) = Self.dumps[index]
        let folder = try TemporaryDirectory(["dump": bytes])
        let outcome = try Program.run("records --threads \(threads) dump", arguments, in: folder)
        #expect(outcome.output == Self.lines.map { $0 + "\n" }.joined(), "\(name)")
        #expect(outcome.status == 0)
    }

    @Test(arguments: [1, 2, 4])
    func skipAndLimitCountRejectedRecords(threads: Int) throws {
        let folder = try TemporaryDirectory(["dump": Dump.invalidLines(4000)])
        // Every 37th line is rejected: with --columns, also those that are arrays or null.
        let range = ["--skip", "1850", "--limit", "1110", "--columns", "id"]
        let outcome = try Program.run("records dump --threads \(threads) --on-error skip", range, in: folder)
        let expected = (1850..<2960).filter { $0 % 37 != 36 }.map { "{\"id\":\($0)}\n" }
        #expect(outcome.output == expected.joined())
        #expect(outcome.messages == "dump: 30 records rejected\n")
        #expect(outcome.status == 2)
    }

    private static let hasJQ =
        (try? Program.run(script: "jq --version", in: TemporaryDirectory()))?.status == 0

    @Test(.enabled(if: hasJQ, "jq is not installed")) func linesAreThoseOfJQ() throws {
        let folder = try TemporaryDirectory(["dump": Dump.array(4000)])
        let script = #""$0" records dump | jq -c . > a; jq -c '.[]' dump > b; cmp a b && wc -l < a"#
        let outcome = try Program.run(script: script, in: folder)
        #expect(outcome.messages.isEmpty)
        #expect(outcome.output.trimmingCharacters(in: .whitespaces) == "4000\n")
    }

    // MARK: - Pipes

    @Test func limitEndsReadingOfEndlessInput() throws {
        let outcome = try Program.run(
            script: #"yes '{"a": 1}' | "$0" records --limit 2 -"#, in: TemporaryDirectory())
        #expect(outcome == .init(status: 0, output: "{\"a\":1}\n{\"a\":1}\n", messages: ""))
    }

    @Test func endOfReaderEndsProgramWithoutMessage() throws {
        for threads in 1...2 {
            let outcome = try Program.run(
                script: """
                    { yes '{"a": 1}' | "$0" records --threads \(threads) - missing; echo $? >&2; } | head -n 2
                    """, in: TemporaryDirectory())
            #expect(outcome == .init(status: 0, output: "{\"a\":1}\n{\"a\":1}\n", messages: "0\n"))
        }
    }

    @Test func recordOfSlowInputIsWrittenBeforeNextRecord() throws {
        let folder = try TemporaryDirectory()
        let process = Program.make(["records", "-"], in: folder)
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try withExtendedLifetime(folder) { try process.run() }
        for number in 1...3 {
            try input.fileHandleForWriting.write(contentsOf: Array("{\"a\": \(number)}\n".utf8))
            let line = output.fileHandleForReading.availableData
            #expect(String(decoding: line, as: UTF8.self) == "{\"a\":\(number)}\n")
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.status == 0)
    }
}
