import StreamImport
import TestSupport
import Testing

/// The limits of the nesting depth and of the length of tokens.
@Suite(.manyVariants) struct LimitTests {
    // MARK: - Depth

    private func nestedArrays(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    @Test(arguments: [1, 2, 3, 512])
    func depthLimitIsExact(limit: Int) async throws {
        let atLimit = try await importAllVariants(to: JSONValue.self, from: nestedArrays(limit)) {
            $0.maximumDepth = limit
        }
        #expect(atLimit.message == nil)
        let beyondLimit = try await importAllVariants(to: JSONValue.self, from: nestedArrays(limit + 1)) {
            $0.maximumDepth = limit
        }
        #expect(beyondLimit.error?.code == .tooDeep)
        #expect(beyondLimit.error?.category == .limit)
        #expect(
            beyondLimit.error?.message
                == "arrays and objects are nested deeper than the limit of \(limit)"
        )
        #expect(beyondLimit.error?.advice == "if the value is correct, raise maximumDepth")
        #expect(beyondLimit.error?.location?.offset == limit)
        #expect(beyondLimit.error?.record == 1)
    }

    @Test func depthIsCountedInSkippedValues() async throws {
        for (head, offset) in [(#"[{"z":"#, 8), (#"[{"x":"#, 6), (#"{"z":"#, 8)] {
            let text = head + String(repeating: "[", count: 100)
            let outcome = try await importAllVariants(to: Point.self, from: text) { $0.maximumDepth = 4 }
            if head.contains("x") {
                #expect(outcome.error?.code == .typeMismatch)
            } else {
                #expect(outcome.error?.code == .tooDeep, "\(head)")
                #expect(outcome.error?.location?.offset == offset)
            }
        }
    }

    @Test func depthIsCountedInEnvelope() async throws {
        let outcome = try await importAllVariants(
            to: Int.self, from: #"{"a":{"b":{"c":[1,2]}}}"#, at: "a.b.c"
        ) { $0.maximumDepth = 3 }
        #expect(outcome.error?.code == .tooDeep)
        #expect(outcome.error?.location?.offset == 15)
    }

    @Test func objectsAndArraysCountTowardDepth() async throws {
        let outcome = try await importAllVariants(to: JSONValue.self, from: #"{"a":[{"b":[]}]}"#) {
            $0.maximumDepth = 3
        }
        #expect(outcome.message?.hasPrefix("tooDeep at 1:12 (11), record 1, $.a[0].b: ") == true)
    }

    @Test(arguments: ["", #"[{"z":"#, #"[{"x":1,"y":"#, #"{"tags":["#])
    func manyBracketsThrowTooDeep(head: String) throws {
        let count = TestTier.count(100_000, full: 10_000_000)
        let text = Array(head.utf8) + [UInt8](repeating: UInt8(ascii: "["), count: count)
        for format in [ImportFormat.json, .lines, .sequence] {
            var options = ImportOptions()
            options.format = format
            #expect {
                try StreamImporter.objects(of: JSONValue.self, from: text, options: options).collect()
            } throws: { ($0 as? ImportError)?.code == .tooDeep }
            #expect {
                try StreamImporter.objects(of: Place.self, from: text, options: options).collect()
            } throws: { ($0 as? ImportError)?.category != .syntax }
        }
    }

    @Test func tooDeepLineRejectsOneRecord() async throws {
        let outcome = try await importAllVariants(to: JSONValue.self, from: "1\n[[[[]]]]\n2\n") {
            $0.format = .lines
            $0.maximumDepth = 2
            $0.errorPolicy = .collect()
        }
        #expect(outcome.records == [.number("1"), .number("2")])
        #expect(
            outcome.summary?.rejectedRecords.map(\.rendition) == [
                "#2 2..<10 tooDeep at 2:3 (4), record 2, $[0][0]: arrays and objects are nested deeper than the limit of 2"
            ])
    }

    // MARK: - Tokens

    @Test(arguments: [1, 2, 3, 7, 31])
    func tokenLimitIsExact(chunkBytes: Int) async throws {
        // The length of a string or key includes the quotes.
        for (textAtLimit, textBeyondLimit) in [
            (
                "[\"" + String(repeating: "a", count: 38) + "\"]",
                "[\"" + String(repeating: "a", count: 39) + "\"]"
            ),
            ("[" + String(repeating: "1", count: 40) + "]", "[" + String(repeating: "1", count: 41) + "]"),
            (
                "{\"" + String(repeating: "a", count: 38) + "\":1}",
                "{\"" + String(repeating: "a", count: 39) + "\":1}"
            ),
        ] {
            let atLimit = try await importAllVariants(
                to: JSONValue.self, from: textAtLimit, chunkSizes: [chunkBytes]
            ) {
                $0.maximumTokenBytes = 40
                $0.chunkBytes = chunkBytes
            }
            #expect(atLimit.message == nil)
            let beyondLimit = try await importAllVariants(
                to: JSONValue.self, from: textBeyondLimit, chunkSizes: [chunkBytes]
            ) {
                $0.maximumTokenBytes = 40
                $0.chunkBytes = chunkBytes
            }
            #expect(beyondLimit.error?.code == .tokenTooLong)
            #expect(beyondLimit.error?.location?.offset == 1)
            #expect(beyondLimit.error?.message == "a string or number is longer than the limit of 40 bytes")
            #expect(beyondLimit.error?.advice == "if the input is correct, raise maximumTokenBytes")
        }
    }

    @Test func longTokenThrowsBeforeItsEndIsRead() async throws {
        let text = "[1,\"" + String(repeating: "a", count: 100_000)
        var options = ImportOptions()
        options.chunkBytes = 100
        options.maximumTokenBytes = 1000
        let records = StreamImporter.objects(of: JSONValue.self, from: text, options: options).makeIterator()
        #expect { while try records.next() != nil {} } throws: {
            let error = $0 as? ImportError
            return error?.code == .tokenTooLong && error?.location?.offset == 3
        }
        #expect(records.summary.bytesRead <= 1200)
    }

    @Test func longStringAcrossChunksIsReadCompletely() async throws {
        let long = String(repeating: "0123456789é\\n", count: 2000)
        let outcome = try await importAllVariants(
            to: String.self, from: "[\"\(long)\",\"b\"]", chunkSizes: [31, 4096, nil])
        #expect(outcome.records?.first == String(repeating: "0123456789é\n", count: 2000))
        #expect(outcome.records?.last == "b")
    }
}
