import Testing

@testable import StreamImport

/// Writes down what it is sent.
private final class Transcript: RecordReceiver {
    var takesObjectsOnly = false
    var skips: (String) -> Reception = { _ in .events }
    private(set) var lines: [String] = []
    private var open: [String] = []
    private var key = ""
    private(set) var place: [JSONPath.Component] = []
    var fault: (String) -> ImportError? = { _ in nil }
    private var record: [String] = []

    var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    private static func from(_ context: UnsafeMutableRawPointer) -> Transcript {
        unsafe Unmanaged<Transcript>.fromOpaque(context).takeUnretainedValue()
    }

    private static func text(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> String {
        unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    private func reception(_ event: String) -> UInt8 {
        let reception = skips(key)
        if reception == .events { record.append(event) }
        return reception.rawValue
    }

    let handlers = unsafe RecordHandlers(
        null: { unsafe from($0).record.append("null") },
        bool: { unsafe from($0).record.append($1 ? "true" : "false") },
        number: { unsafe from($0).record.append(text($1, $2)) },
        string: { unsafe from($0).record.append(text($1, $2).debugDescription) },
        objectStart: { unsafe from($0).reception("{") },
        key: {
            let transcript = unsafe from($0)
            transcript.key = unsafe text($1, $2)
            transcript.place = [.key(transcript.key)]
            transcript.record.append(transcript.key + ":")
            return transcript.skips(transcript.key) == .nothing
                ? Reception.nothing.rawValue : Reception.events.rawValue
        },
        objectEnd: { unsafe from($0).record.append("}") },
        arrayStart: { unsafe from($0).reception("[") },
        arrayEnd: { unsafe from($0).record.append("]") },
        json: { unsafe from($0).record.append("<" + text($1, $2) + ">") })

    func faultOfRecord() -> ImportError? { fault(record.joined(separator: " ")) }

    func recordReceived(number: Int, range: Range<Int>, text: () -> String?) {
        lines.append("\(number) \(range.lowerBound)-\(range.upperBound) " + record.joined(separator: " "))
        recordDropped()
    }

    func recordDropped() {
        record = []
        key = ""
        place = []
    }
}

/// Records that become no value.
@Suite struct StreamedRecordTests {
    private static let chunkSizes = [1, 2, 3, 7, 31, 4096]

    private func lines(
        _ text: String, at path: String? = nil,
        _ change: (inout ImportOptions, Transcript) -> Void = { _, _ in }
    ) throws -> [String] {
        var all: [[String]] = []
        for size in Self.chunkSizes {
            var options = ImportOptions()
            options.chunkBytes = size
            let transcript = Transcript()
            change(&options, transcript)
            let records = StreamImporter.objects(
                of: StreamedRecord.self, from: text, at: path, options: options)
            let summary = try records.send(to: transcript)
            #expect(summary.records == transcript.lines.count)
            all.append(transcript.lines + summary.rejected.map { "\($0.number) \($0.byteRange) \($0.error)" })
        }
        #expect(Set(all).count == 1)
        return all[0]
    }

    @Test(
        arguments: [
            (
                "[{\"a\":1,\"b\":[true,null,\"x\\n\"]},{}]",
                ["1 1-30 { a: 1 b: [ true null \"x\\n\" ] }", "2 31-33 { }"]
            ),
            ("{\"a\":1}\n{\"a\":2}\n", ["1 0-7 { a: 1 }", "2 8-15 { a: 2 }"]),
            ("{\"a\":1} {\"a\":2}", ["1 0-7 { a: 1 }", "2 8-15 { a: 2 }"]),
            ("[1,\"a\",null,[[]]]", ["1 1-2 1", "2 3-6 \"a\"", "3 7-11 null", "4 12-16 [ [ ] ]"]),
            ("1\ntrue\n", ["1 0-1 1", "2 2-6 true"]),
        ])
    func eventsComeInTheOrderOfTheText(text: String, lines: [String]) throws {
        #expect(try self.lines(text) == lines)
    }

    @Test func recordsAreFoundAtAPath() throws {
        #expect(try lines("{\"x\":[3],\"d\":{\"i\":[{\"a\":1}]}}", at: "d.i") == ["1 19-26 { a: 1 }"])
    }

    @Test func aValueIsPassedOverOrSentAsText() throws {
        let text = "[{\"a\":1,\"b\":{\"c\" : [1, \"}\"]},\"d\":[2],\"e\":3},{\"b\":[]}]"
        let expected = ["1 1-43 { a: 1 b: <{\"c\" : [1, \"}\"]}> d: e: 3 }", "2 44-52 { b: <[]> }"]
        #expect(
            try lines(text) { $1.skips = { ["b": .text, "d": .nothing][$0] ?? .events } } == expected)
    }

    @Test func aWholeRecordMayBePassedOver() throws {
        #expect(
            try lines("[{\"a\":1},[2],3]") { $1.skips = { _ in .nothing } } == [
                "1 1-8 ", "2 9-12 ", "3 13-14 3",
            ])
    }

    @Test func aRejectedRecordLeavesNothing() throws {
        let text = "[{\"a\":1,\"b\":\"\\ud800\",\"c\":[{}]},{\"a\":2},7,{\"a\":3}]"
        let lines = try lines(text) { options, transcript in
            options.onError = .collect()
            transcript.takesObjectsOnly = true
            transcript.fault = { $0 == "{ a: 2 }" ? .typeMismatch(expected: "no 2", found: "2") : nil }
        }
        #expect(
            lines == [
                "4 41-48 { a: 3 }",
                """
                1 1..<30 line 1, column 13 (byte 12), record 1, $[0].b: a \\u escape is half of a surrogate pair; set \
                unpairedSurrogates to .replace to read it as U+FFFD
                """,
                "2 31..<38 line 1, column 32 (byte 31), record 2, $[1]: expected no 2, found 2",
                "3 39..<40 line 1, column 40 (byte 39), record 3, $[2]: expected an object, found 7",
            ])
    }

    @Test func aBrokenLineLeavesNothing() throws {
        let lines = try lines("{\"a\":1}\n{\"a\":2,\"b\":[}\n{\"a\":3\n{\"a\":4} 5\n{\"a\":6}") {
            options, _ in
            options.onError = .collect()
            options.format = .lines
        }
        #expect(
            lines == [
                "1 0-7 { a: 1 }", "5 39-46 { a: 6 }",
                "2 8..<21 line 2, column 13 (byte 20), record 2, $.b: expected a value, found '}'",
                "3 22..<28 line 3, column 7 (byte 28), record 3, $.a: the line ends before its value does",
                "4 29..<38 line 4, column 9 (byte 37), record 4, $: a line holds more than one value",
            ])
    }

    @Test func rejectedRecordsAreHandedOutAsTheyCome() throws {
        let seen = Locked<[Int]>([])
        var options = ImportOptions()
        options.onError = .skip()
        options.onRejected = { record in seen.withLock { $0.append(record.number) } }
        let records = StreamImporter.objects(of: Int.self, from: "[1,\"a\",2,\"b\"]", options: options)
        #expect(try records.forEach { _ in }.rejected.isEmpty)
        #expect(seen.withLock { $0 } == [2, 4])
    }
}
