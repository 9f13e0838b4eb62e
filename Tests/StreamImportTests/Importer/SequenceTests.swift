import StreamImport
import Testing

/// Records in the sequence format and in the lines format.
@Suite(.manyVariants) struct SequenceTests {
    private func jsonNumbers(_ spellings: [String]) -> [JSONValue] { spellings.map(JSONValue.number) }

    @Test(arguments: [
        ("1 2 3", ["1", "2", "3"]), ("1\n2\n3\n", ["1", "2", "3"]), ("1", ["1"]),
        (" 1\t2\r\n3 ", ["1", "2", "3"]),
        ("1\n\n2 3", ["1", "2", "3"]),
    ])
    func whitespaceSeparatesScalars(text: String, values: [String]) async throws {
        let outcome = try await importAllVariants(to: JSONValue.self, from: text) { $0.format = .sequence }
        #expect(outcome.message == nil)
        #expect(outcome.records == jsonNumbers(values))
    }

    @Test(.allVariants) func bracketsSeparateValues() async throws {
        let outcome = try await importAllVariants(to: JSONValue.self, from: #"1[2]{"a":3}"b"[4]5"#) {
            $0.format = .sequence
        }
        #expect(
            outcome.records == [
                .number("1"), .array([.number("2")]), .object(["a": .number("3")]), .string("b"),
                .array([.number("4")]), .number("5"),
            ])
    }

    @Test func arrayInSequenceIsOneRecord() async throws {
        let outcome = try await importAllVariants(to: [Int].self, from: "[1,2] [3] []") {
            $0.format = .sequence
        }
        #expect(outcome.records == [[1, 2], [3], []])
    }

    static let unseparated = [
        "truefalse", "01", "1\"a\"", "\"a\"1", "\"a\"\"b\"", "nulltrue", "00", "-01", "1true", "true\"a\"",
        "\"a\"null",
    ]

    @Test(arguments: unseparated)
    func unseparatedScalarsInSequenceReportError(text: String) async throws {
        let outcome = try await importAllVariants(to: JSONValue.self, from: "7 " + text) {
            $0.format = .sequence
        }
        #expect(outcome.records == [.number("7")])
        #expect(outcome.error?.category == .syntax)
        #expect(
            outcome.error?.code == .unexpectedToken || outcome.error?.code == .invalidToken,
            "\(outcome.message ?? "")")
    }

    @Test(
        arguments: unseparated + [
            "1 2", "{} {}", "{}{}", "[]1", "1 \"a\"", "1[2]", "[1]2", "{}x", "1 x", "1,", "1}",
        ])
    func lineWithSecondValueIsRejected(text: String) async throws {
        for policy in [ErrorPolicy.fail, .skip()] {
            let outcome = try await importAllVariants(to: JSONValue.self, from: "7\n\(text)\n8\n") {
                $0.format = .lines
                $0.errorPolicy = policy
            }
            if policy == .fail {
                #expect(outcome.error?.category == .syntax)
                #expect(outcome.error?.location?.line == 2)
            } else {
                #expect(outcome.message == nil)
                #expect(outcome.summary?.rejectedCount == 1)
                #expect(outcome.records?.last == .number("8"))
            }
        }
    }

    @Test func recordsBeforeErrorInSequenceAreReturned() async throws {
        let outcome = try await importAllVariants(to: JSONValue.self, from: "1 2 x 3") {
            $0.format = .sequence
        }
        #expect(outcome.records == jsonNumbers(["1", "2"]))
        #expect(outcome.message == "invalidToken at 1:5 (4), record 3, $: expected JSON, found 'x'")
    }

    @Test func truncatedSequenceReportsUnexpectedEnd() async throws {
        for tail in ["{\"x\":1", "[", "\"ab", "tru", "-", "1."] {
            let outcome = try await importAllVariants(to: JSONValue.self, from: "[1] " + tail) {
                $0.format = .sequence
            }
            #expect(outcome.records == [.array(jsonNumbers(["1"]))], "\(tail)")
            #expect(outcome.error?.code == .unexpectedEnd, "\(tail): \(outcome.message ?? "accepted")")
            #expect(outcome.error?.location?.offset == 4 + tail.utf8.count)
        }
    }

    @Test func firstLineWithOneValueSelectsLinesFormat() async throws {
        let outcome = try await importAllVariants(to: JSONValue.self, from: "1\n2 3\n")
        #expect(outcome.records == jsonNumbers(["1"]))
        #expect(
            outcome.message
                == "trailingData at 2:3 (4), record 2, $: expected the end of the line, found another value")
    }

    @Test func firstLineWithTwoValuesSelectsSequenceFormat() async throws {
        let outcome = try await importAllVariants(to: JSONValue.self, from: "1 2\n3 4\n[\n5]")
        #expect(outcome.records == jsonNumbers(["1", "2", "3", "4"]) + [.array(jsonNumbers(["5"]))])
    }

    @Test func oneObjectIsOneRecord() async throws {
        for format in ImportFormat.allCases {
            let outcome = try await importAllVariants(to: Point.self, from: "{\"x\":1,\"y\":2}") {
                $0.format = format
            }
            #expect(outcome.records == [Point(x: 1, y: 2)])
        }
        let indented = try await importAllVariants(to: Point.self, from: "\n{\n\t\"x\": 1,\n\t\"y\": 2\n}\n")
        #expect(indented.records == [Point(x: 1, y: 2)])
    }

    @Test func jsonFormatReportsTrailingValue() async throws {
        let outcome = try await importAllVariants(to: JSONValue.self, from: "1\n2\n") { $0.format = .json }
        #expect(outcome.records == jsonNumbers(["1"]))
        #expect(outcome.error?.code == .trailingData)
        #expect(outcome.error?.location == StreamImport.SourceLocation(offset: 2, line: 2, column: 1))
        #expect(outcome.error?.message == "expected the end of the input after the JSON value, found 2")
        #expect(
            outcome.error?.advice == "if the input has several values, set the format to lines or sequence")
    }

    @Test func arrayInLineIsOneRecord() async throws {
        let outcome = try await importAllVariants(to: [Int].self, from: "[1,2]\n[3]\n[]\n") {
            $0.format = .lines
        }
        #expect(outcome.records == [[1, 2], [3], []])
    }

    @Test func valueSpanningTwoLinesIsRejected() async throws {
        let outcome = try await importAllVariants(to: JSONValue.self, from: "{\"a\":\n1}\n2\n") {
            $0.format = .lines
            $0.errorPolicy = .collect()
        }
        #expect(outcome.records == jsonNumbers(["2"]))
        #expect(
            outcome.summary?.rejectedRecords.map(\.rendition) == [
                "#1 0..<5 unexpectedEnd at 1:6 (5), record 1, $.a: expected the rest of the value, found the end of the line",
                "#2 6..<8 unexpectedToken at 2:2 (7), record 2, $: expected a value, found '}'",
            ])
    }
}
