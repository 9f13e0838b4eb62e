import StreamImport
import Testing

/// The effect of invalid records on an import.
@Suite(.manyVariants) struct ErrorPolicyTests {
    /// Valid and invalid records. `texts` joins the records with the separators of each framing.
    static let records = [
        #"{"x":1}"#, #"{"x":"é"}"#, #"{"y":2}"#, #"{"x":2,"y":null}"#, #"{"x":1.5}"#, #"[1,[2],{"x":3}]"#,
        #""日本""#,
        #"{"x":{"a":[1,{"b":2}]},"y":3}"#, #"{"x":3,"z":"\"]}"}"#, #"5"#, "null", #"{"x":4}"#,
    ]
    static let points = [Point(x: 1), Point(x: 2), Point(x: 3), Point(x: 4)]
    static let codes: [ImportError.Code] = [
        .typeMismatch, .missingKeys, .numberOutOfRange, .typeMismatch, .typeMismatch, .typeMismatch,
        .typeMismatch,
        .typeMismatch,
    ]

    static let texts: [(format: ImportFormat, text: String)] = [
        (.json, "[" + records.joined(separator: " ,\n ") + "]"),
        (.lines, records.joined(separator: "\n")),
        (.lines, records.joined(separator: " \r\n\n ") + "\n"),
        (.sequence, records.joined(separator: " ")),
        (.automatic, records.joined(separator: "\n")),
    ]

    @Test(.allVariants, arguments: texts)
    func collectPolicyListsRejectedRecordsAndKeepsOtherRecords(format: ImportFormat, text: String)
        async throws
    {
        let outcome = try await importAllVariants(to: Point.self, from: text) {
            $0.format = format
            $0.errorPolicy = .collect()
            $0.keepsRejectedText = true
        }
        #expect(outcome.message == nil)
        #expect(outcome.records == Self.points)
        let rejected = try #require(outcome.summary).rejectedRecords
        #expect(rejected.map(\.number) == [2, 3, 5, 6, 7, 8, 10, 11])
        #expect(rejected.map(\.error.code) == Self.codes)
        #expect(rejected.map(\.error.record) == rejected.map(\.number))
        #expect(outcome.summary?.rejectedCount == 8)
        let bytes = Array(text.utf8)
        for record in rejected {
            let recordText = String(decoding: bytes[record.byteRange], as: UTF8.self)
            #expect(recordText == Self.records[record.number - 1])
            #expect(record.text == recordText)
            let location = try #require(record.error.location)
            #expect(record.byteRange.contains(location.offset))
            // The line and the column match the offset.
            let precedingBytes = bytes.prefix(location.offset)
            #expect(location.line == precedingBytes.count { $0 == 0x0A } + 1)
            let lineStart = precedingBytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            #expect(location.column == location.offset - lineStart + 1)
        }
    }

    @Test(arguments: texts)
    func skipPolicyOnlyCountsRejectedRecords(format: ImportFormat, text: String) async throws {
        let outcome = try await importAllVariants(to: Point.self, from: text) {
            $0.format = format
            $0.errorPolicy = .skip()
        }
        #expect(outcome.records == Self.points)
        #expect(outcome.summary?.rejectedCount == 8)
        #expect(outcome.summary?.rejectedRecords.isEmpty == true)
    }

    @Test(arguments: texts)
    func firstErrorEndsImportByDefault(format: ImportFormat, text: String) async throws {
        let outcome = try await importAllVariants(to: Point.self, from: text) { $0.format = format }
        #expect(outcome.records == [Point(x: 1)])
        #expect(outcome.error?.code == .typeMismatch)
        #expect(outcome.error?.record == 2)
        #expect(outcome.error?.message == #"expected an integer, found "é""#)
    }

    @Test(arguments: texts)
    func importEndsOnlyWhenRejectionLimitIsExceeded(format: ImportFormat, text: String) async throws {
        for policy in [ErrorPolicy.skip(limit: 8), .collect(limit: 8)] {
            let outcomeWithinLimit = try await importAllVariants(to: Point.self, from: text) {
                $0.format = format
                $0.errorPolicy = policy
            }
            #expect(outcomeWithinLimit.message == nil)
        }
        for policy in [ErrorPolicy.skip(limit: 3), .collect(limit: 3)] {
            let outcomeBeyondLimit = try await importAllVariants(to: Point.self, from: text) {
                $0.format = format
                $0.errorPolicy = policy
            }
            #expect(outcomeBeyondLimit.records == [Point(x: 1), Point(x: 2)])
            #expect(outcomeBeyondLimit.error?.code == .tooManyRejected)
            #expect(outcomeBeyondLimit.error?.category == .limit)
            #expect(outcomeBeyondLimit.error?.record == 6)
            #expect((outcomeBeyondLimit.error?.cause as? ImportError)?.code == .typeMismatch)
            #expect(
                outcomeBeyondLimit.error?.message
                    == "more records were rejected than the limit of 3; last error: expected an object, found '['"
            )
        }
    }

    @Test func zeroRejectionLimitFailsOnFirstRejectedRecord() async throws {
        let outcome = try await importAllVariants(to: Int.self, from: "[1,true]") {
            $0.errorPolicy = .skip(limit: 0)
            $0.coercion = .strict
        }
        #expect(outcome.records == [1])
        #expect(outcome.error?.code == .tooManyRejected)
    }

    /// Lines of three kinds: valid lines, lines that are not JSON, and lines that do not fit the model.
    static let lines = [
        #"{"x":1}"#, #"{"x":}"#, #"{"x":"a"}"#, #"{"x":2"#, #"{"x":2}"#, "garbage", #"  {"x":tru} "#,
        #"{"x":3} {"x":4}"#,
        #"{"x":5}]"#, "\"open", #"{"x":6}"#, "[[[[", "}", #"{"é":"日"#, #"{"x":7,"z":"\q"}"#, #"{"x":8}"#,
    ]

    @Test(arguments: ["\n", "\r\n", "\n\n \n"], [true, false])
    func brokenLineIsRejectedAndOtherLinesAreKept(separator: String, endsWithLineFeed: Bool) async throws {
        let text = Self.lines.joined(separator: separator) + (endsWithLineFeed ? separator : "")
        let outcome = try await importAllVariants(to: Point.self, from: text) {
            $0.format = .lines
            $0.errorPolicy = .collect()
            $0.keepsRejectedText = true
        }
        #expect(outcome.message == nil)
        #expect(outcome.records?.last == Point(x: 8))
        #expect(
            outcome.records?.filter { [1, 2, 6, 8].contains($0.x) } == [1, 2, 6, 8].map { Point(x: $0) })
        let rejected = try #require(outcome.summary).rejectedRecords
        let bytes = Array(text.utf8)
        for record in rejected where record.error.category == .syntax {
            let recordText = String(decoding: bytes[record.byteRange], as: UTF8.self)
            // The carriage return before the line feed is white space of the line.
            #expect(Self.lines.contains(String(recordText.trimmingSuffix { $0 == "\r" })), "\(recordText)")
            #expect(record.text == recordText)
            let offset = try #require(record.error.location).offset
            // An error about missing text is located at the end of the record.
            #expect((record.byteRange.lowerBound...record.byteRange.upperBound).contains(offset))
            #expect(record.error.record == record.number)
        }
        #expect(Set(rejected.map(\.error.category)) == [.syntax, .data])
    }

    @Test func brokenFirstLineIsRejected() async throws {
        for format in [ImportFormat.automatic, .lines] {
            let outcome = try await importAllVariants(to: Point.self, from: "  {\"x\":nope}\n{\"x\":1}\n") {
                $0.format = format
                $0.errorPolicy = .collect()
                $0.keepsRejectedText = true
            }
            #expect(outcome.records == [Point(x: 1)])
            #expect(
                outcome.summary?.rejectedRecords.map(\.rendition) == [
                    "#1 2..<12 invalidToken at 1:8 (7), record 1, $.x: expected true, false or null, found nope"
                ])
        }
    }

    @Test func invalidUTF8RejectsOnlyItsLine() async throws {
        let text =
            Array("{\"x\":1}\n{\"z\":\"".utf8) + [0xFF, 0x0A] + Array("{\"x\":2}\n\u{1}\n{\"x\":3}\n".utf8)
            + [0xE6]
        let outcome = try await importAllVariants(to: Point.self, from: text) {
            $0.format = .lines
            $0.errorPolicy = .collect()
        }
        #expect(outcome.records == [Point(x: 1), Point(x: 2), Point(x: 3)])
        #expect(
            outcome.summary?.rejectedRecords.map(\.rendition) == [
                "#2 8..<15 invalidEncoding at 2:6 (13), record 2, $.z: expected UTF-8, found 0xFF at byte 14",
                "#4 24..<25 invalidToken at 4:1 (24), record 4, $: the control character 0x01 at byte 24 is not allowed in JSON",
                "#6 34..<35 unexpectedEnd at 6:2 (35), record 6, $: expected the rest of the JSON value, found the end of the input",
            ])
    }

    @Test(arguments: [ImportFormat.json, .sequence])
    func syntaxErrorEndsImportOutsideLinesFormat(format: ImportFormat) async throws {
        let text = format == .json ? #"[{"x":1},{"x":"a"},{"x":]"# : #"{"x":1} {"x":"a"} {"x":]"#
        let outcome = try await importAllVariants(to: Point.self, from: text) {
            $0.format = format
            $0.errorPolicy = .collect()
        }
        #expect(outcome.records == [Point(x: 1)])
        #expect(outcome.error?.code == .unexpectedToken)
        #expect(outcome.error?.record == 3)
        #expect(outcome.summary?.rejectedRecords.map(\.number) == [2])
    }

    @Test func syntaxErrorInRejectedRecordIsReported() async throws {
        for tail in [#","z":tru}]"#, #","z":[1 2]}]"#, #","z":1"#, "]]"] {
            let outcome = try await importAllVariants(to: Point.self, from: #"[{"x":"a""# + tail) {
                $0.errorPolicy = .skip()
            }
            #expect(outcome.error?.category == .syntax, "\(tail)")
            #expect(outcome.records == [])
        }
    }

    @Test func lineWithTrailingGarbageIsOneRejectedRecord() async throws {
        for line in ["1 x", "true 1", "\"a\"x"] {
            let outcome = try await importAllVariants(to: JSONValue.self, from: "0\n\(line)\n2\n") {
                $0.format = .lines
                $0.errorPolicy = .collect()
            }
            #expect(outcome.records == [.number("0"), .number("2")])
            #expect(outcome.summary?.rejectedRecords.map(\.number) == [2])
        }
    }

    @Test func locationIsExactAfterManyMultibyteLines() async throws {
        let head = "[\n" + String(repeating: "{\"x\": 1, \"z\": \"日本語 😀\"},\n", count: 50)
        let text = head + "  {\"é\": 1, \"x\": \"no\"}\n]"
        let outcome = try await importAllVariants(to: Point.self, from: text)
        #expect(outcome.records?.count == 50)
        let offset = head.utf8.count + 17
        #expect(
            outcome.message
                == "typeMismatch at 52:18 (\(offset)), record 51, $[50].x: expected an integer, found \"no\"")
    }

    @Test func missingKeyErrorIsLocatedAtOpeningBrace() async throws {
        let text = "[\n {\"x\":1},\n  {\"y\":\n2,\n\"z\":\"\(String(repeating: "long ", count: 30))\"\n}]"
        let outcome = try await importAllVariants(to: Point.self, from: text)
        #expect(
            outcome.message == "missingKeys at 3:3 (14), record 2, $[1]: missing required key \"x\" of Point")
    }

    @Test func partialBatchIsDeliveredBeforeCallbackError() async throws {
        struct Stop: Error {}
        var options = ImportOptions()
        options.errorPolicy = .skip()
        options.onRejected = { _ in throw Stop() }
        let batches = StreamImporter.objects(of: Int.self, from: #"[1,2,"x"]"#, options: options)
            .batches(of: 5)
        var records: [Int] = []
        #expect(throws: Stop.self) { try batches.forEach { records += $0 } }
        #expect(records == [1, 2])
    }
}

extension String {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
        var trimmed = self[...]
        while let last = trimmed.last, isTrimmed(last) { trimmed.removeLast() }
        return trimmed
    }
}
