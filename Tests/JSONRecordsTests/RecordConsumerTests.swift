import RecordInvariants
import Testing

@testable import JSONRecords

/// The events of records, and the decisions of a consumer: the first letters of keys determine what
/// ``TranscriptConsumer`` decides.
@Suite struct RecordConsumerTests {
    private static let chunkSizes = [1, 2, 3, 7, 31, 4096]

    /// Returns the transcript of a text. Requires the transcripts of all chunk sizes to be equal.
    private func transcript(
        _ text: String, at path: String = "", _ behavior: ConsumerBehavior = ConsumerBehavior(),
        _ configure: (inout ReadOptions) -> Void = { _ in }
    ) throws -> [String] {
        let transcripts = try Self.chunkSizes.map { size in
            var options = ReadOptions()
            options.chunkBytes = size
            configure(&options)
            let consumer = TranscriptConsumer(behavior)
            let reader = RecordReader(
                MemorySource(Array(text.utf8)), paths: RecordPaths(try JSONPath(path)), options: options,
                consumer: consumer
            )
            try reader.readAll()
            let summary = reader.summary
            #expect(summary.recordCount == consumer.lines.count { $0.hasPrefix("record ") })
            return consumer.lines + summary.rejectedRecords.map { "\($0.number) \($0.byteRange) \($0.error)" }
        }
        #expect(Set(transcripts).count == 1)
        return transcripts[0]
    }

    /// Returns the error that ends an import; `nil` if there is none.
    private func thrownError(_ text: String, _ behavior: ConsumerBehavior = ConsumerBehavior()) -> (
        any Error
    )? {
        let reader = RecordReader(MemorySource(Array(text.utf8)), consumer: TranscriptConsumer(behavior))
        do {
            try reader.readAll()
            return nil
        } catch {
            return error
        }
    }

    private func behavior(_ configure: (inout ConsumerBehavior) -> Void) -> ConsumerBehavior {
        var behavior = ConsumerBehavior()
        configure(&behavior)
        return behavior
    }

    // MARK: - Events

    @Test(arguments: [
        (
            #"[{"a":1,"b":[true,null,"c\n"]},{}]"#,
            #"{ "a": 1 "b": [ true null "c\n" ] } record 1 at 1..<30: no text { } record 2 at 31..<33: no text"#
        ),
        (
            "{\"a\":1}\n{\"a\":2}\n",
            #"{ "a": 1 } record 1 at 0..<7: no text { "a": 2 } record 2 at 8..<15: no text"#
        ),
        (
            #"{"a":1} {"a":2}"#,
            #"{ "a": 1 } record 1 at 0..<7: no text { "a": 2 } record 2 at 8..<15: no text"#
        ),
        (
            #"[1,"a",[[]]]"#,
            #"1 record 1 at 1..<2: no text "a" record 2 at 3..<6: no text [ [ ] ] record 3 at 7..<11: no text"#
        ),
        ("1\ntrue\n", "1 record 1 at 0..<1: no text true record 2 at 2..<6: no text"),
    ])
    func eventsFollowInputOrder(text: String, events: String) throws {
        #expect(try transcript(text).joined(separator: " ") == events)
    }

    @Test func recordsAreReadAtPath() throws {
        let lines = try transcript(#"{"x":[3],"d":{"i":[{"a":1}]}}"#, at: "d.i")
        #expect(lines == ["{", "\"a\":", "1", "}", "record 1 at 19..<26: no text"])
    }

    @Test func skippedValueEmitsOnlySkipEvent() throws {
        let lines = try transcript(#"[{"s":{"c":[1,"}"]},"e":3,"s":[]}]"#)
        #expect(
            lines == [
                "{", "\"s\":", "{ skipped", "\"e\":", "3", "\"s\":", "[ skipped", "}",
                "record 1 at 1..<33: no text",
            ])
    }

    @Test func suppressedValueIsOmittedAndNextMemberIsEmitted() throws {
        let lines = try transcript(#"[{"m":1,"a":2,"m":"x","m":[3]},4]"#)
        #expect(
            lines == [
                "{", "\"m\":", "\"a\":", "2", "\"m\":", "\"m\":", "}",
                "record 1 at 1..<30: no text",
                "4", "record 2 at 31..<32: no text",
            ])
    }

    @Test func containerMemberIsDeliveredAsText() throws {
        let lines = try transcript(#"[{"t":{"c" : [1, "}"]},"t":5,"t":[]}]"#)
        #expect(
            lines == [
                "{", "\"t\":", #"text "{\"c\" : [1, \"}\"]}""#, "\"t\":", "5", "\"t\":", "text \"[]\"", "}",
                "record 1 at 1..<36: no text",
            ])
    }

    @Test func containerRecordIsDeliveredAsText() throws {
        let lines = try transcript("[{\"a\":1},[2],3]", behavior { $0.records = .takesText })
        #expect(
            lines == [
                #"text "{\"a\":1}""#, "record 1 at 1..<8: no text", "text \"[2]\"",
                "record 2 at 9..<12: no text", "3",
                "record 3 at 13..<14: no text",
            ])
    }

    @Test func scalarTokenAndLocationAreAvailable() throws {
        let lines = try transcript("[{\"q\":[1,\n\"x\\u0041\"]},true]")
        #expect(
            lines.filter { $0.hasPrefix("token") } == [
                "token 1 at line 1, column 8 (byte 7)", #"token "x\u0041" at line 2, column 1 (byte 10)"#,
            ])
    }

    @Test func bracketLocationSurvivesDiscardedText() throws {
        let lines = try transcript(
            "[[\n{\"a\":1},\n[2]]]", behavior { $0.marksBrackets = true })
        #expect(
            lines.filter { $0.hasPrefix("from") } == [
                "from line 2, column 1 (byte 3)", "from line 3, column 1 (byte 12)",
                "from line 1, column 2 (byte 1)",
            ])
    }

    // MARK: - Records

    @Test func skippedRecordsAreReportedWithoutEvents() throws {
        let lines = try transcript(#"[{"r":1},[{"x":1}],3,4]"#) { $0.skippedRecordCount = 3 }
        #expect(
            lines == [
                "record 1 is skipped", "record 2 is skipped", "record 3 is skipped", "4",
                "record 4 at 21..<22: no text",
            ])
    }

    @Test(arguments: [
        ("[1,{\"a\":2}]", ["1", "{\"a\":2}"]),
        ("1 \"a\" {\"b\":[]} true", ["1", "\"a\"", "{\"b\":[]}", "true"]),
        ("1\n[2]\n", ["1", "[2]"]), ("{\"a\":\n1} 2\n3", ["{\"a\":\n1}", "2", "3"]),
    ])
    func keepsRejectedTextMakesRecordTextAvailable(text: String, records: [String]) throws {
        let lines = try transcript(text) { $0.keepsRejectedText = true }
        let texts = lines.filter { $0.hasPrefix("record ") }.map {
            $0.split(separator: ": ", maxSplits: 1)[1]
        }
        #expect(texts.map(String.init) == records.map(\.debugDescription))
    }

    @Test func rejectedRecordIsDiscardedAndReported() throws {
        let text = #"[{"a":1,"b":"\ud800","c":[{}]},{"r":[2]},7,{"a":3}]"#
        let lines = try transcript(text, behavior { $0.takesObjectsOnly = true }) {
            $0.errorPolicy = .collect()
        }
        #expect(
            lines == [
                "{", "\"a\":", "1", "\"b\":", "discarded", "{", "\"r\":", "[", "2", "discarded",
                "{", "\"a\":", "3", "}", "record 4 at 43..<50: no text",
                """
                1 1..<30 line 1, column 13 (byte 12), record 1, $[0].b: a \\u escape is an unpaired surrogate; set \
                unpairedSurrogates to .replace to read it as U+FFFD
                """,
                "2 31..<40 line 1, column 38 (byte 37), record 2, $[1].r[0]: the value is rejected: 2",
                "3 41..<42 line 1, column 42 (byte 41), record 3, $[2]: expected an object, found 7",
            ])
    }

    @Test func recordRejectedAtEndIsDiscardedAndReported() throws {
        let lines = try transcript("[1,{},3,[4],5,6]", behavior { $0.records = .rejectsThird }) {
            $0.errorPolicy = .collect()
        }
        #expect(lines.filter { $0.hasPrefix("record") || $0 == "discarded" }.count == 6)
        #expect(
            lines.suffix(2) == [
                "3 6..<7 line 1, column 7 (byte 6), record 3, $[2]: each third record is rejected",
                "6 14..<15 line 1, column 15 (byte 14), record 6, $[5]: each third record is rejected",
            ])
    }

    @Test func invalidLineIsDiscardedAndReported() throws {
        let lines = try transcript("{\"a\":1}\n{\"a\":2,\"b\":[}\n{\"a\":3\n{\"a\":4} 5\n{\"a\":6}") {
            $0.errorPolicy = .collect()
            $0.format = .lines
        }
        #expect(
            lines.filter { !["{", "}", "\"a\":", "\"b\":", "["].contains($0) } == [
                "1", "record 1 at 0..<7: no text", "2", "discarded", "3", "discarded", "4", "discarded", "6",
                "record 5 at 39..<46: no text",
                "2 8..<21 line 2, column 13 (byte 20), record 2, $.b[0]: expected a value, found '}'",
                "3 22..<28 line 3, column 7 (byte 28), record 3, $.a: expected the rest of the value, found the end of the line",
                "4 29..<38 line 4, column 9 (byte 37), record 4, $: expected the end of the line, found another value",
            ])
    }

    @Test func onRejectedReceivesRejectedRecordsInOrder() throws {
        let seen = Locked<[Int]>([])
        let lines = try transcript(#"[1,{"r":1},2,{"r":2}]"#) { options in
            options.errorPolicy = .skip()
            options.onRejected = { record in seen.withLock { $0.append(record.number) } }
        }
        #expect(lines.filter { $0.hasPrefix("record") }.count == 2)
        #expect(seen.withLock { $0 } == Self.chunkSizes.flatMap { _ in [2, 4] })
    }

    // MARK: - Errors and the end of input

    @Test func consumerErrorIsRethrown() {
        #expect(thrownError("[1,2,3,4]", behavior { $0.records = .throwsAtThird }) is TestError)
    }

    @Test func importEndedByConsumerReportsPath() {
        let error = thrownError(#"[{"a":1},{"x":[2]}]"#) as? ImportError
        #expect(error?.description == "record 2, $[1].x[0]: the value ends the import")
    }

    @Test func tooDeepValueEndsImportEvenWhenSkipped() throws {
        var options = ReadOptions()
        options.maximumDepth = 3
        options.errorPolicy = .skip()
        for text in [#"[[[[]]]]"#, #"[{"s":[[]]}]"#, #"[{"t":[[]]}]"#, #"[{"m":[[]]}]"#] {
            let reader = RecordReader(
                MemorySource(Array(text.utf8)), options: options, consumer: TranscriptConsumer())
            let error = #expect(throws: ImportError.self) { try reader.readAll() }
            #expect(error?.code == .tooDeep)
        }
    }

    @Test func stepNeedsMoreDataUntilNextChunk() throws {
        let source = ChunkSource()
        let consumer = TranscriptConsumer()
        let reader = RecordReader(source, consumer: consumer)
        source.offer(Array("[1,2".utf8))
        var steps: [RecordReader.Step] = []
        repeat { steps.append(try reader.step()) } while steps.last == .advanced
        #expect(steps.last == .needMoreData)
        #expect(consumer.lines == ["1", "record 1 at 1..<2: no text"])
        source.offer(Array("]".utf8))
        source.finish()
        try reader.readAll()
        #expect(consumer.lines.last == "record 2 at 3..<4: no text")
    }
}
