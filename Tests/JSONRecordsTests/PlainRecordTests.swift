import FixtureGenerator
import RecordInvariants
import TestSupport
import Testing

@testable import JSONRecords

/// The records that ``PlainRecordParser`` parses, and those that it leaves to libyajl. ``FramingInvariantTests`` and
/// ``DamagedTextTests`` compare the events of both.
@Suite struct PlainRecordTests {
    /// Returns the number of plain records in a text, and the number of all records.
    private func counts(
        _ text: [UInt8], at path: String = "", _ format: ImportFormat = .automatic,
        _ configure: (inout ReadOptions) -> Void = { _ in }
    ) throws -> (plain: Int, all: Int) {
        var options = ReadOptions()
        options.parser = .automatic
        options.format = format
        options.errorPolicy = .skip()
        configure(&options)
        let reader = RecordReader(
            MemorySource(text), paths: RecordPaths(try JSONPath(path)), options: options,
            consumer: TranscriptConsumer(ConsumerBehavior()))
        try reader.readAll()
        return (reader.plainRecordCount, reader.summary.recordCount + reader.summary.rejectedCount)
    }

    @Test(arguments: Fixture.Workload.allCases, Fixture.Shape.allCases)
    func nearlyAllRecordsOfFixtureArePlain(workload: Fixture.Workload, shape: Fixture.Shape) throws {
        let text = Array(Fixture(workload: workload, shape: shape).data(records: 2000))
        let (plain, all) = try counts(text, at: shape == .envelope ? "data.items" : "")
        #expect(all == 2000)
        #expect(plain * 100 > all * 99, "\(plain) of \(all)")
    }

    private static let records = [
        #"{"a":1}"#, #"{"a":[true,false,null,-1.5e+10,0],"b":{"c":{}}}"#, #"{"é":"\ud83d\ude00 \"\\"}"#, "[]",
        #"[[[]],"x",9]"#,
    ]

    @Test(arguments: [
        ("[", ",", "]", "", ImportFormat.automatic),
        (" [ ", " , ", " ] ", "", .automatic),
        (#"{"x":[1,{"y":2}],"a":{"b":["#, ",", #"]},"z":null}"#, "a.b", .automatic),
        (#"[{"b":[1]},{"b":["#, ",", "]}]", "[1].b", .automatic),
        ("", "\n", "\n", "", .lines),
        ("\r\n", " \r\n\r\n", "\n", "", .lines),
        ("", " ", "", "", .sequence),
        ("", "\n", "\n", "", .sequence),
        ("\u{1E}", "\n\u{1E}", "\n", "", .textSequence),
    ])
    func recordsOfEachFramingArePlain(
        opening: String, separator: String, closing: String, path: String, format: ImportFormat
    ) throws {
        let text = opening + Self.records.joined(separator: separator) + closing
        let (plain, all) = try counts(Array(text.utf8), at: path, format)
        #expect(plain == 5)
        #expect(all == 5)
    }

    /// Records that libyajl parses, each between plain records.
    @Test(arguments: [
        #"{"a":"\ud800"}"#, #"{"a":"\ude00"}"#, #"{"a":"\ud800\u0041"}"#, #"{"a":"\ud800 \udc00"}"#,
        "[" + String(repeating: "1,", count: 40_000) + "1]",
    ])
    func recordAfterOtherRecordIsPlain(record: String) throws {
        let plainRecord = #"{"a":"\#(String(repeating: "x", count: 3000))"}"#
        let records = [plainRecord, record, plainRecord, plainRecord, record, plainRecord]
        for (text, format) in [
            ("[" + records.joined(separator: ",") + "]", ImportFormat.json),
            (records.joined(separator: "\n") + "\n", .lines), (records.joined(separator: " "), .sequence),
        ] {
            let (plain, all) = try counts(Array(text.utf8), format)
            #expect(all == 6)
            #expect(plain == 4, "\(format)")
        }
    }

    /// Outside of a string, a backslash and the byte after it are no part of the string before them.
    @Test(arguments: [
        #"[{"a":"b"\,"c":1}]"#, #"[{"a"\:1}]"#, #"["a"\",1]"#, #"[{"a":"\n"\n,"b":1}]"#, #"[\"a":1]"#,
    ])
    func backslashOutsideStringIsError(text: String) {
        let errors = RecordParser.allCases.map { parser in
            var options = ReadOptions()
            options.parser = parser
            let reader = RecordReader(
                MemorySource(Array(text.utf8)), options: options,
                consumer: TranscriptConsumer(ConsumerBehavior()))
            return #expect(throws: ImportError.self) { try reader.readAll() }?.description
        }
        #expect(errors[0] == errors[1])
    }

    @Test func libyajlParsesWholeTextOnRequest() throws {
        let text = "[" + Self.records.joined(separator: ",") + "]"
        #expect(try counts(Array(text.utf8)) { $0.parser = .libyajl } == (0, 5))
    }

    @Test(arguments: ["\n", " \r\n"]) func blankLinesAreSearchedFewTimes(line: String) throws {
        let text = Array(("{}\n" + String(repeating: line, count: 20_000) + "7\n{}\n").utf8)
        let scanCount = Locked(0)
        let (plain, all) = try ScanCount.$current.withValue(scanCount) { try counts(text, .lines) }
        #expect(plain == 2)
        #expect(all == 3)
        #expect(scanCount.withLock { $0 } < 20 * text.count)
    }

    /// Bytes that end with an error.
    private final class FailingSource: ByteSource {
        private let text: [UInt8]
        private(set) var bytesRead = 0
        var totalBytes: Int? { nil }

        init(_ text: [UInt8]) { self.text = text }

        func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
            guard bytesRead == 0 else { throw ImportError(.readFailed, "the data is truncated") }
            bytesRead = buffer.append(prefixOf: text[...])
            return .bytes(bytesRead)
        }
    }

    /// The events of an incomplete record are sent before the error, because they may end the import.
    @Test(arguments: [#"[{"a":1},{"x":[1],"b":"#, "[1,true", #"[{"a":[1,2"#, #"{"a":1}\#n{"x":[2],"b":"c"#])
    func eventsBeforeErrorOfSourceDoNotDependOnParser(text: String) {
        let transcripts = RecordParser.allCases.map { parser in
            var options = ReadOptions()
            options.parser = parser
            options.format = text.hasPrefix("{") ? .lines : .json
            let consumer = TranscriptConsumer(ConsumerBehavior())
            let reader = RecordReader(FailingSource(Array(text.utf8)), options: options, consumer: consumer)
            let error = #expect(throws: ImportError.self) { try reader.readAll() }
            return consumer.lines.joined(separator: " ") + " \(String(describing: error))"
        }
        #expect(transcripts[0] == transcripts[1])
    }

    /// A text whose parts arrive one by one.
    private final class SlowSource: ByteSource {
        private var parts: [String]
        private var hasPaused = true
        private(set) var bytesRead = 0
        var totalBytes: Int? { nil }

        init(_ parts: [String]) { self.parts = parts.reversed() }

        func read(into buffer: inout OutputSpan<UInt8>) -> SourceRead {
            hasPaused.toggle()
            if hasPaused { return .needMoreData }
            guard let part = parts.popLast() else { return .end }
            return .bytes(buffer.append(prefixOf: Array(part.utf8)[...]))
        }
    }

    @Test(arguments: [
        [#"["a""#, #" ,"\n""#, ",\"c\"", "]"], [#"["a""#, "\n ", #","b""#, #", {"c":"d"}"#, " ]"],
    ])
    func stringIsDeliveredBeforeNextToken(parts: [String]) throws {
        var options = ReadOptions()
        options.parser = .automatic
        let consumer = TranscriptConsumer(ConsumerBehavior())
        let reader = RecordReader(SlowSource(parts), options: options, consumer: consumer)
        for index in parts.indices {
            while try reader.step() == .advanced {}
            let count = consumer.lines.count { $0.hasPrefix("record ") }
            #expect(count == parts[...index].count { $0.contains("\"") }, "after \(parts[...index])")
        }
    }
}
