import StreamImport
import TestSupport
import Testing

/// The matching of keys to fields.
@Suite struct KeyTests {
    /// A model with keys of several lengths and scripts. The keys of `long` and `similarLong` differ in one byte.
    struct Named: Importable, Equatable {
        var a: Int?, b: Int?, long: Int?, similarLong: Int?
        var empty: Int?, accent: Int?, emoji: Int?, quote: Int?

        static let importPlan = ImportPlan(Named.self) { fields in
            let empty = fields.optional("", Int.self)
            let a = fields.optional("a", Int.self)
            let b = fields.optional("b", Int.self)
            let long = fields.optional("a_key_of_more_than_sixteen_bytes", Int.self)
            let similarLong = fields.optional("a_key_of_mere_than_sixteen_bytes", Int.self)
            let accent = fields.optional("é", Int.self)
            let emoji = fields.optional("😀", Int.self)
            let quote = fields.optional("\"\\\0", Int.self)
            return { draft in
                Named(
                    a: draft[a], b: draft[b], long: draft[long], similarLong: draft[similarLong],
                    empty: draft[empty], accent: draft[accent], emoji: draft[emoji], quote: draft[quote])
            }
        }
    }

    static let keys: [(spelling: String, property: WritableKeyPath<Named, Int?> & Sendable)] = [
        ("a", \.a), ("b", \.b), ("a_key_of_more_than_sixteen_bytes", \.long),
        ("a_key_of_mere_than_sixteen_bytes", \.similarLong), ("", \.empty), ("é", \.accent), ("😀", \.emoji),
        (#"\"\\\u0000"#, \.quote), (#"\u0061"#, \.a), (#"\u00E9"#, \.accent), (#"\ud83d\uDE00"#, \.emoji),
    ]

    @Test(arguments: keys.indices)
    func escapedOrPlainKeyFillsItsField(index: Int) async throws {
        let (spelling, property) = Self.keys[index]
        for precedingMembers in ["", #""a":7,"#, #""b":8,"zz":0,"#, #""b":8,"a":7,"#]
        where !precedingMembers.contains("\"\(spelling)\"") {
            // The object occurs three times. From the second time on, the binder expects its keys in this order.
            let object = "{\(precedingMembers)\"\(spelling)\":1}"
            let outcome = try await importAllVariants(
                to: Named.self, from: "[\(object),\(object),{},\(object)]")
            var expected = Named()
            if precedingMembers.contains("\"a\"") { expected.a = 7 }
            if precedingMembers.contains("\"b\"") { expected.b = 8 }
            expected[keyPath: property] = 1
            #expect(outcome.message == nil)
            #expect(outcome.records == [expected, expected, Named(), expected], "\(object)")
        }
    }

    @Test func keysAreMatchedInAnyOrder() throws {
        var generator = Random(seed: 7)
        let names = ["a", "b", "a_key_of_more_than_sixteen_bytes", "", "é", "other", "z", "unknown key"]
        var objects: [String] = []
        var expected: [Named] = []
        for index in 0..<200 {
            let order = names.shuffled(using: &generator).prefix(Int.random(in: 0...8, using: &generator))
            objects.append("{" + order.map { "\"\($0)\":\(index)" }.joined(separator: ",") + "}")
            func value(_ name: String) -> Int? { order.contains(name) ? index : nil }
            expected.append(
                Named(
                    a: value("a"), b: value("b"), long: value(names[2]), empty: value(""), accent: value("é"))
            )
        }
        let outcome = try importAllChunkSizes(
            to: Named.self, from: Array("[\(objects.joined(separator: ","))]".utf8))
        #expect(outcome.records == expected)
    }

    @Test func exactMatchingSkipsKeyWithOtherBytes() async throws {
        let text =
            #"{"A":1," a":1,"a ":1,"aa":1,"e\u0301":1,"a_key_of_m\u0000re_than_sixteen_bytes":1,"\u0000":1}"#
        let outcome = try await importAllVariants(to: Named.self, from: text) { $0.keyMatching = .exact }
        #expect(outcome.records == [Named()])
    }

    @Test func thousandsOfUnknownKeysAreSkipped() throws {
        let count = TestTier.count(500, full: 3_000)
        let objects = (0..<count).map { #"{"k\#($0)":[{"a":9}],"x":\#($0),"z\#($0)":null}"# }
        let outcome = try importAllChunkSizes(
            to: Point.self, from: Array("[\(objects.joined(separator: ","))]".utf8),
            chunkSizes: [31, 4096, nil])
        #expect(outcome.records == (0..<count).map { Point(x: $0) })
    }

    // MARK: - Missing and null

    @Test(arguments: [
        (#"{"a":1}"#, #"missing required keys "b", "c" of Strict"#),
        (#"{"c":true}"#, #"missing required keys "a", "b" of Strict"#),
        (#"{"a":1,"b":null,"c":true}"#, #"missing required key "b" (null) of Strict"#),
        (#"{"a":null,"d":null}"#, #"missing required keys "a" (null), "b", "c" of Strict"#),
        ("{}", #"missing required keys "a", "b", "c" of Strict"#),
    ])
    func missingKeysErrorNamesAllMissingKeys(text: String, message: String) async throws {
        let outcome = try await importAllVariants(to: Strict.self, from: "[\(text)]")
        #expect(outcome.message == "missingKeys at 1:2 (1), record 1, $[0]: \(message)")
    }

    @Importable
    struct Strict: Equatable {
        var a: Int, b: String, c: Bool, d: Double?
    }

    @Test func nullInNonOptionalCollectionThrowsTypeMismatch() async throws {
        let arrayOutcome = try await importAllVariants(to: [Int].self, from: "[[1,null]]")
        #expect(arrayOutcome.error?.code == .typeMismatch)
        #expect(arrayOutcome.error?.path?.description == "$[0][1]")
        let dictionaryOutcome = try await importAllVariants(to: [String: Int].self, from: #"[{"a":null}]"#)
        #expect(dictionaryOutcome.error?.code == .typeMismatch)
        #expect(dictionaryOutcome.error?.path?.description == "$[0].a")
    }

    // MARK: - Duplicate keys

    @Test(arguments: [
        (#"{"x":1,"x":2}"#, 2, 1), (#"{"x":1,"y":3,"x":2}"#, 2, 1), (#"{"x":1,"\u0078":2}"#, 2, 1),
        (#"{"x":1,"z":{"x":8},"x":2,"z":9}"#, 2, 1),
    ])
    func duplicateKeyPolicyKeepsLastOrFirstValue(text: String, last: Int, first: Int) async throws {
        let lastInModel = try await importAllVariants(to: Point.self, from: "[\(text)]")
        #expect(lastInModel.records?.map(\.x) == [last])
        let firstInModel = try await importAllVariants(to: Point.self, from: "[\(text)]") {
            $0.duplicateKeys = .first
        }
        #expect(firstInModel.records?.map(\.x) == [first])
        let lastInDictionary = try await importAllVariants(to: [String: JSONValue].self, from: "[\(text)]")
        #expect(lastInDictionary.records?.first?["x"] == .number("\(last)"))
        let firstInDictionary = try await importAllVariants(to: [String: JSONValue].self, from: "[\(text)]") {
            $0.duplicateKeys = .first
        }
        #expect(firstInDictionary.records?.first?["x"] == .number("\(first)"))
        let firstInJSONValue = try await importAllVariants(to: JSONValue.self, from: "[\(text)]") {
            $0.duplicateKeys = .first
        }
        guard case .object(let members) = firstInJSONValue.records?.first else { throw NotAnObject() }
        #expect(members["x"] == .number("\(first)"))
    }

    struct NotAnObject: Error {}

    @Test func rejectRecordPolicyRejectsRecordWithDuplicateKey() async throws {
        let text = #"[{"x":1,"y":2},{"x":1,"y":2,"x":1},{"z":1,"z":2,"x":3}]"#
        let outcome = try await importAllVariants(to: Point.self, from: text) {
            $0.duplicateKeys = .rejectRecord
            $0.errorPolicy = .collect()
        }
        // Keys without a field may occur any number of times.
        #expect(outcome.records == [Point(x: 1, y: 2), Point(x: 3)])
        #expect(
            outcome.summary?.rejectedRecords.map(\.rendition) == [
                #"#2 15..<34 duplicateKey at 1:29 (28), record 2, $[1].x: duplicate key "x""#
            ])
        let dictionaryOutcome = try await importAllVariants(
            to: [String: Int].self, from: #"[{"a":1},{"b":1,"c":2,"b":3,"c":4}]"#
        ) {
            $0.duplicateKeys = .rejectRecord
        }
        #expect(dictionaryOutcome.message == #"duplicateKey at 1:10 (9), record 2, $[1]: duplicate key "b""#)
    }

    @Test func nullForDuplicateKeyKeepsValue() async throws {
        #expect(
            try await importAllVariants(to: Point.self, from: #"[{"x":1,"y":2,"y":null}]"#).records == [
                Point(x: 1, y: 2)
            ])
        #expect(
            try await importAllVariants(to: Point.self, from: #"[{"x":1,"y":null,"y":2}]"#).records == [
                Point(x: 1, y: 2)
            ])
        let firstOutcome = try await importAllVariants(
            to: Point.self, from: #"[{"x":1,"y":null,"y":2,"x":null,"y":3}]"#
        ) {
            $0.duplicateKeys = .first
        }
        #expect(firstOutcome.records == [Point(x: 1, y: 2)])
    }

    @Test func requiredKeyThatIsNullTwiceReportsMissingKey() async throws {
        let outcome = try await importAllVariants(to: Point.self, from: #"[{"x":null,"x":null}]"#)
        #expect(
            outcome.message
                == #"missingKeys at 1:2 (1), record 1, $[0]: missing required key "x" (null) of Point"#)
    }

    // MARK: - Unknown keys

    @Test func unknownKeysAreReportedOnce() async throws {
        let text = #"[{"x":1,"z":[{"x":2}]},{"z":0,"x":2,"w\n":null,"":1},{"W":0,"x":3,"":2}]"#
        let outcome = try await importAllVariants(to: Point.self, from: text) { $0.unknownKeys = .report }
        #expect(outcome.records == [Point(x: 1), Point(x: 2), Point(x: 3)])
        let reportedKeys = try #require(outcome.summary).unknownKeys
        #expect(reportedKeys.map(\.key) == ["z", #"$["w\n"]"#, #"$[""]"#, "W"])
        #expect(reportedKeys.map(\.location?.offset) == [8, 36, 47, 54])
        #expect(Set(reportedKeys.map(\.type)) == ["Point"])
    }

    @Test func unknownKeyIsReportedWithTypeOfItsModel() async throws {
        let text = #"[{"name":"a","z":1,"point":{"x":1,"z":2}}]"#
        let outcome = try await importAllVariants(to: Place.self, from: text) { $0.unknownKeys = .report }
        #expect(outcome.summary?.unknownKeys.map(\.type) == ["Place", "Point"])
    }

    @Test func rejectRecordPolicyRejectsRecordWithUnknownKey() async throws {
        let text = #"[{"x":1},{"x":2,"z":[[]],"w":1},{"x":3,"y":null}]"#
        let outcome = try await importAllVariants(to: Point.self, from: text) {
            $0.unknownKeys = .rejectRecord
            $0.errorPolicy = .collect()
        }
        #expect(outcome.records == [Point(x: 1), Point(x: 3)])
        #expect(
            outcome.summary?.rejectedRecords.map(\.rendition) == [
                #"#2 9..<31 unknownKey at 1:17 (16), record 2, $[1].z: unknown key "z" of Point"#
            ])
    }

    // MARK: - Keys of dictionaries

    @Test(arguments: ["a", "", "1.0", "01", "+1", " 1", "1e2", "9223372036854775808", "-0", "--1", "１"])
    func dictionaryKeyThatIsNotAnIntThrowsInvalidValue(key: String) async throws {
        let outcome = try await importAllVariants(
            to: [Int: Int].self, from: "[{\"1\":1},{\"2\":2,\"\(key)\":3}]")
        #expect(outcome.records == [[1: 1]])
        #expect(outcome.error?.code == .invalidValue)
        #expect(
            outcome.error?.message
                == "expected a key of the dictionary's key type, found \(key.debugDescription)")
        #expect(outcome.error?.location?.offset == 16)
    }
}
