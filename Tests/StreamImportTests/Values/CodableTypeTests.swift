import Foundation
import StreamImport
import TestSupport
import Testing

/// Types of the standard library and of Foundation, and structs with raw values: an import reads and writes them as
/// `JSONDecoder` and `JSONEncoder` do.
@Suite struct CodableTypeTests {
    typealias Sample = Codable & Equatable & Importable & Sendable

    @Importable
    struct Box<Value: Equatable & Importable & Sendable>: Equatable, Sendable {
        var value: Value
        var optional: Value?
        var list: [Value?]
        var map: [String: Value]
    }

    @Importable(discriminator: "type")
    enum Place<Value: Equatable & Importable & Sendable>: Equatable, Sendable {
        case at(place: Value, other: Value?)
    }

    @Importable(discriminator: "type", content: "data")
    enum Content<Value: Equatable & Importable & Sendable>: Equatable, Sendable {
        case at(Value)
    }

    @Importable(discriminator: .firstFit)
    enum Choice<Value: Equatable & Importable & Sendable>: Equatable, Sendable {
        case flag(Bool)
        case value(Value)
    }

    @Importable
    struct Flags: OptionSet, Codable { let rawValue: Int }

    @Importable
    struct Tag: RawRepresentable, Codable, Hashable, Sendable { var rawValue: String }

    /// A struct with a raw value of a type whose raw values `Codable` does not read as such.
    @Importable
    struct Width: RawRepresentable, Codable, Equatable, Sendable { var rawValue: CGFloat }

    /// A type that another module would declare, which is decoded from a number.
    struct Celsius: ImportableByDecoding, Equatable, Sendable {
        var degrees: Double
        init(degrees: Double) { self.degrees = degrees }
        init(from decoder: any Decoder) throws {
            degrees = try decoder.singleValueContainer().decode(Double.self)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(degrees)
        }
    }

    /// A type with values, and texts that are no values of the type.
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let check: @Sendable () async throws -> Void

        /// - Parameters:
        ///   - json: the text of the value; `nil` for the text that `JSONEncoder` writes.
        ///   - wrong: texts, each with the path and the message of its error.
        init<Value: Sample>(
            _ value: Value, also texts: [String] = [], wrong: [(String, String)],
            sourceLocation: Testing.SourceLocation = #_sourceLocation
        ) {
            testDescription = "\(Value.self)"
            check = {
                let text = try encodedText(of: value)
                for text in [text] + texts {
                    #expect(try decode(Value.self, from: text) == value, sourceLocation: sourceLocation)
                }
                for (text, _) in wrong {
                    #expect(throws: (any Error).self, "\(text)", sourceLocation: sourceLocation) {
                        try decode(Value.self, from: text)
                    }
                }
                try await Self.check(value, [text] + texts, wrong, sourceLocation)
                var options = ExportOptions()
                options.dates = .unixSeconds
                let exported = try value.jsonString(options: options)
                #expect(try decode(Value.self, from: exported) == value, sourceLocation: sourceLocation)
            }
        }

        /// Creates a row for a type that is not `Codable`, or for texts that `JSONDecoder` reads in another way.
        init<Value: Equatable & Importable & Sendable>(
            _ value: Value, as texts: String..., wrong: [(String, String)],
            sourceLocation: Testing.SourceLocation = #_sourceLocation
        ) {
            testDescription = "\(Value.self) \(texts)"
            check = { try await Self.check(value, texts, wrong, sourceLocation) }
        }

        private static func check<Value: Equatable & Importable & Sendable>(
            _ value: Value, _ texts: [String], _ wrong: [(String, String)],
            _ sourceLocation: Testing.SourceLocation
        ) async throws {
            let box = Box(value: value, optional: nil, list: [value, nil, value], map: ["a": value])
            for text in texts {
                let text =
                    #"{"value":\#(text),"optional":null,"list":[\#(text),null,\#(text)],"map":{"a":\#(text)}}"#
                let outcome = try await importAllFrontEnds(
                    to: Box<Value>.self, from: "[\(text),\(text)]", chunkSizes: [1, 7, nil],
                    sourceLocation: sourceLocation)
                #expect(outcome.records == [box, box], sourceLocation: sourceLocation)
                var updated = box
                try updated.update(from: #"{"optional":\#(texts[0]),"list":[]}"#)
                #expect(updated.optional == value && updated.list == [], sourceLocation: sourceLocation)
            }
            try checkExport(box, sourceLocation)
            try checkCases(value, texts[0], sourceLocation)
            for (text, message) in wrong {
                try await checkError(box, text, texts[0], message, sourceLocation)
            }
        }

        private static func checkExport<Value: Equatable & Importable & Sendable>(
            _ box: Box<Value>, _ sourceLocation: Testing.SourceLocation
        ) throws {
            #expect(try Box(json: box.jsonString()) == box, sourceLocation: sourceLocation)
            #expect(try Box(dictionary: box.dictionary()) == box, sourceLocation: sourceLocation)
            let members: [String: Any] = [
                "value": box.value, "list": [box.value, nil, box.value], "map": ["a": box.value],
            ]
            #expect(try Box(dictionary: members) == box, sourceLocation: sourceLocation)
        }

        private static func checkCases<Value: Equatable & Importable & Sendable>(
            _ value: Value, _ text: String, _ sourceLocation: Testing.SourceLocation
        ) throws {
            let place = try Place<Value>(json: #"{"place":\#(text),"other":null,"type":"at"}"#)
            #expect(place == .at(place: value, other: nil), sourceLocation: sourceLocation)
            #expect(try Place<Value>(json: place.jsonString()) == place, sourceLocation: sourceLocation)
            let content = try Content<Value>(json: #"{"data":\#(text),"type":"at"}"#)
            #expect(content == .at(value), sourceLocation: sourceLocation)
            #expect(try Content<Value>(json: content.jsonString()) == content, sourceLocation: sourceLocation)
            #expect(try Choice<Value>(json: text) == .value(value), sourceLocation: sourceLocation)
        }

        private static func checkError<Value: Equatable & Importable & Sendable>(
            _ box: Box<Value>, _ text: String, _ valid: String, _ message: String,
            _ sourceLocation: Testing.SourceLocation
        ) async throws {
            for (json, prefix) in [
                (#"{"value":\#(text),"list":[],"map":{}}"#, "$[0].value"),
                (#"{"list":[null,\#(text)],"map":{},"value":\#(valid)}"#, "$[0].list[1]"),
                (#"{"list":[],"map":{"a":\#(text)},"value":\#(valid)}"#, "$[0].map.a"),
            ] where text != "null" || prefix != "$[0].list[1]" {
                let outcome = try await importAllFrontEnds(
                    to: Box<Value>.self, from: "[\(json)]", chunkSizes: [1, nil],
                    sourceLocation: sourceLocation)
                let error = outcome.error.map { "\($0.path?.description ?? ""): \($0.message)" }
                #expect(error == prefix + message, sourceLocation: sourceLocation)
            }
            let optional = #"[{"optional":\#(text),"list":[],"map":{},"value":\#(valid)}]"#
            guard text != "null" else { return }
            let outcome = try await importAllFrontEnds(
                to: Box<Value>.self, from: optional, chunkSizes: [1, nil]
            ) {
                $0.mismatches = .skipValue
            }
            #expect(
                outcome.records == [Box(value: box.value, optional: nil, list: [], map: [:])],
                sourceLocation: sourceLocation)
            #expect(outcome.mismatches.count == 1, sourceLocation: sourceLocation)
        }
    }

    static let id = UUID()
    static let other = UUID()
    static let date = Date(timeIntervalSince1970: 86_400.5)

    static let ranges = [
        Row(
            1..<5,
            wrong: [
                ("[5,1]", ": expected two bounds in ascending order, found 5 before 1"),
                ("[5]", ": expected an array of 2 elements, found 1"),
                ("[]", ": expected an array of 2 elements, found 0"),
                ("5", ": expected an array, found 5"), ("{}", ": expected an array, found '{'"),
                ("[1,[]]", "[1]: expected a value for Int, found '['"),
            ]),
        Row(5..<5, wrong: []),
        Row(
            1.5...2.5,
            wrong: [("[2.5,1.5]", ": expected two bounds in ascending order, found 2.5 before 1.5")]),
        Row(
            "a"..."b", wrong: [(#"["b","a"]"#, ": expected two bounds in ascending order, found b before a")]),
        Row(1...5, as: "[1,5]", wrong: [("[1,2,3]", ": expected an array of 2 elements, found 3")]),
        Row(
            date..<date + 1,
            wrong: [
                (
                    "[5,1]",
                    ": expected two bounds in ascending order, found 1970-01-01 00:00:05 +0000 before 1970-01-01 00:00:01 +0000"
                )
            ]),
        Row(
            [[1..<2]],
            wrong: [("[[[2,1]]]", "[0][0]: expected two bounds in ascending order, found 2 before 1")]),
    ]

    static let numbers = [
        Row(Duration.milliseconds(-1500), wrong: [("[1]", ": expected an array of 2 elements, found 1")]),
        Row(Duration(attoseconds: .max), wrong: []), Row(Duration(attoseconds: .min), wrong: []),
        Row(
            Duration.seconds(3),
            wrong: [
                (
                    "[9223372036854775808,0]",
                    ": expected an integer from -2^63 to 2^63 - 1 and one from 0 to 2^64 - 1, found [9223372036854775808, 0]"
                ),
                (
                    "[0,18446744073709551616]",
                    ": expected an integer from -2^63 to 2^63 - 1 and one from 0 to 2^64 - 1, found [0, 18446744073709551616]"
                ),
                ("[0,0.5]", "[1]: expected an integer, found 0.5"),
            ]),
        Row(
            Float16(0.5), also: ["0.5000001"],
            wrong: [
                ("65520", ": expected a number that Float16 can hold, found 65520"),
                ("1000000000", ": expected a number that Float16 can hold, found 1000000000"),
                (#""a""#, #": expected a number, found "a""#),
            ]),
        Row(Float16(0.1), as: "0.1", "0.099975586", wrong: []),
        Row(
            Int128.max,
            wrong: [
                (
                    "170141183460469231731687303715884105728",
                    ": expected an integer from -2^127 to 2^127 - 1, found 170141183460469231731687303715884105728"
                )
            ]),
        Row(
            SIMD2<Double>(1, 2.5),
            wrong: [
                ("[1]", ": expected an array of 2 elements, found 1"),
                ("[1,2,3]", ": expected an array of 2 elements, found 3"),
            ]),
        Row(SIMD3<Float>(1, 2, 3), wrong: [("[1,2,3,4]", ": expected an array of 3 elements, found 4")]),
        Row(
            SIMD4<UInt8>(1, 2, 3, 4),
            wrong: [("[1,2,3,256]", "[3]: expected an integer from 0 to 255, found 256")]),
        Row(SIMD8<Int>(repeating: 3), wrong: []), Row(SIMD16<Float>(repeating: 3), wrong: []),
        Row(SIMD32<Int16>(repeating: 3), wrong: []), Row(SIMD64<UInt8>(repeating: 3), wrong: []),
        Row(CGPoint(x: 1, y: 2.5), wrong: [("[1]", ": expected an array of 2 elements, found 1")]),
        Row(CGSize(width: 1, height: 2), wrong: [("{}", ": expected an array, found '{'")]),
        Row(
            CGRect(x: 1, y: 2, width: 3, height: 4),
            wrong: [
                ("[1,2,3,4]", "[0]: expected an array, found 1"),
                ("[[1,2],[3]]", ": expected an array of 2 elements, found 1"),
            ]),
    ]

    static let collections = [
        Row(ContiguousArray([1, 2]), wrong: [("5", ": expected an array, found 5")]),
        Row(
            ArraySlice([1, 2]), as: "[1,2]", wrong: [("[1,[]]", "[1]: expected a value for Int, found '['")]),
        Row(
            [id: [1], other: []], as: #"["\#(id)",[1],"\#(other)",[]]"#, #"{"\#(id)":[1],"\#(other)":[]}"#,
            wrong: []
        ),
        Row(
            [id: 1], also: [#"["\#(id)",2,"\#(id)",1]"#],
            wrong: [
                (#"["\#(id)"]"#, ": expected keys and values in turn, found no value after the last key"),
                (#"["\#(id)","a"]"#, #"[1]: expected an integer, found "a""#),
                (#"["\#(id)",1,"a",1]"#, #"[2]: expected a UUID, found "a""#),
                ("[1,1]", "[0]: expected a UUID, found 1"),
                ("[null,1]", "[0]: expected a value for UUID, found null"),
                ("[[],1]", "[0]: expected a value for UUID, found '['"),
                ("5", ": expected an object, found 5"),
                (#"{"a":1}"#, #": expected a key of the dictionary's key type, found "a""#),
            ]),
        Row(
            [id: "a"], as: #"["\#(id)","a"]"#,
            wrong: [(#"{"\#(id)":[]}"#, ".\(id): expected a value for String, found '['")]),
        Row(
            [date: [date]],
            wrong: [("[0]", ": expected keys and values in turn, found no value after the last key")]),
        Row(
            [date: "a"], as: #"[86400.5,"a"]"#, #"{"86400.5":"a"}"#, #"{"1970-01-02T00:00:00.5Z":"a"}"#,
            wrong: []),
        Row([UUID: Int](), wrong: []),
    ]

    static let decoded = [
        Row(
            Measurement(value: 3.5, unit: UnitLength.meters),
            wrong: [
                (
                    "5",
                    ": the decoder found: Expected to decode Dictionary<String, Any> but found number instead"
                )
            ]
        ),
        Row(Locale(identifier: "de_DE"), wrong: []),
        Row(
            TimeZone(identifier: "Europe/Berlin")!,
            wrong: [(#"{"identifier":"Nowhere/X"}"#, ": the decoder found: Invalid TimeZone identifier")]),
        Row(
            DateComponents(calendar: Calendar(identifier: .gregorian), year: 2020, month: 3),
            wrong: [
                (
                    #"{"year":"x"}"#,
                    ".year: the decoder found: Expected to decode Int but found a string instead"
                )
            ]),
    ]

    static let rawValues = [
        Row(
            Celsius(degrees: 2.5),
            wrong: [
                (
                    #""a""#,
                    ": the decoder found: Expected to decode Double but found a string instead"
                )
            ]),
        Row(Flags(rawValue: 5), wrong: [("1.5", ": expected an integer, found 1.5")]),
        Row(Tag(rawValue: "a"), wrong: [("[]", ": expected a value for Tag, found '['")]),
        Row([Tag(rawValue: "a"), Tag(rawValue: "b")], wrong: []),
        Row(Width(rawValue: 2), wrong: [("2", ": expected an object, found 2")]),
    ]

    @Test(arguments: TestTier.sample(ranges + numbers + collections + decoded + rawValues, count: 12))
    func typeIsReadAndWrittenAsByCodable(row: Row) async throws { try await row.check() }

    @Importable
    struct Ranges: Equatable {
        @Lenient var ranges: [Range<Int>?] = []
        @Key("span[0]") var start: Int?
        var span: ClosedRange<Int>?
        var counts: [UUID: Int] = [:]
        @DateFormat(.format("dd.MM.yyyy")) var days: [Date: Int] = [:]
    }

    @Test func contextsOfValuesApplyToThem() async throws {
        let text = #"{"ranges":[[1,2],[2,1],null,[3]],"span":[3,4],"days":{"02.01.1970":1}}"#
        let outcome = try await importAllFrontEnds(to: Ranges.self, from: "[\(text)]")
        let day = Date(timeIntervalSince1970: 86_400)
        let ranges = Ranges(ranges: [1..<2, nil], start: 3, span: 3...4, days: [day: 1])
        #expect(outcome.records == [ranges])
        #expect(outcome.summary?.mismatchCount == 2)
        #expect(try ranges.jsonString().contains(#""days":["02.01.1970",1]"#))
        let permissive = try await importAllFrontEnds(to: Ranges.self, from: #"[{"span":3}]"#) {
            $0.coercion = .permissive
        }
        #expect(permissive.error?.path?.description == "$[0].span")
        var options = ImportOptions()
        options.nestedObjects = .mergeElements
        var updated = ranges
        try updated.update(from: #"{"ranges":[[5,6],[7,8]],"span":[1,2]}"#, options: options)
        #expect(updated.ranges == [5..<6, 7..<8] && updated.span == 1...2)
    }

    @Test(
        arguments: [
            (DuplicateKeyPolicy.first, 1), (.last, 3), (.rejectRecord, nil),
        ] as [(DuplicateKeyPolicy, Int?)])
    func duplicateKeyFollowsPolicy(policy: DuplicateKeyPolicy, count: Int?) async throws {
        let text = #"["\#(Self.id)",1,"\#(Self.other)",2,"\#(Self.id)",3]"#
        let outcome = try await importAllFrontEnds(to: Ranges.self, from: #"[{"counts":\#(text)}]"#) {
            $0.duplicateKeys = policy
        }
        #expect(outcome.records?.first?.counts[Self.id] == count)
        #expect(outcome.error?.code == (count == nil ? .duplicateKey : nil))
    }

    @Test func recordsAreReadFromTheirRepresentations() async throws {
        let points = try await importAllVariants(to: CGPoint.self, from: "[[1,2],[3,4],[5]]")
        #expect(points.records == [CGPoint(x: 1, y: 2), CGPoint(x: 3, y: 4)])
        #expect(
            points.message
                == "invalidValue at 1:14 (13), record 3, $[2]: expected an array of 2 elements, found 1")
        let zones = try await importAllVariants(
            to: TimeZone.self, from: #"{"identifier":"GMT"}{"identifier":""}"#)
        #expect(zones.records == [TimeZone(identifier: "GMT")!])
        #expect(zones.error?.record == 2)
        let counts = try await importAllVariants(to: [UUID: Int].self, from: #"[["\#(Self.id)",1],[],{}]"#)
        #expect(counts.records == [[Self.id: 1], [:], [:]])
    }

    @Test func infiniteValueIsNotExported() {
        let values: [any Importable] = [
            Float16.infinity, Float16.nan, CGPoint(x: 1, y: CGFloat.infinity), SIMD2<Float>(.nan, 1),
            1.0...Double.infinity,
            Measurement(value: .infinity, unit: UnitLength.meters),
        ]
        for value in values { #expect(throws: ImportError.self) { try value.jsonString() } }
    }

    @Test func inlineArrayIsReadFromArray() async throws {
        guard #available(macOS 26, *) else { return }
        let array = try InlineArray<3, Int>(json: "[1,2,3]")
        #expect(array.indices.map { array[$0] } == [1, 2, 3] as [Int])
        #expect(try array.jsonString() == "[1,2,3]")
        #expect(try InlineArray<0, Int>(json: "[]").count == 0)
        for text in ["[]", "[1,2]", "[1,2,3,4]", "[1,2,[]]", "5"] {
            #expect(throws: ImportError.self) { try InlineArray<3, Int>(json: text) }
        }
    }
}

private func encodedText(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

private func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    return try decoder.decode(type, from: Data(text.utf8))
}
