import StreamImport
import Testing

/// With the policy `.skipValue`, an import skips values that do not fit an optional or defaulted property.
@Suite(.countsInstances) struct MismatchTests {
    @Importable
    struct Profile: Equatable {
        var id: Int
        var age: Int = 18
        var tag: Tag?
        var tags: [Tag] = []
        var point: Point?
        var table: [String: Tag] = [:]
        var last: Bool?
    }

    static let mismatchCases: [(member: String, message: String)] = [
        (#""age":"x""#, #"typeMismatch at 1:26 (25), record 1, $[0].age: expected an integer, found "x""#),
        (#""age":1.5"#, "numberOutOfRange at 1:26 (25), record 1, $[0].age: expected an integer, found 1.5"),
        (
            #""age":{"a":[{"age":1}],"b":{}}"#,
            "typeMismatch at 1:26 (25), record 1, $[0].age: expected a value for Int, found '{'"
        ),
        (
            #""age":[[],[{"age":"]"}]]"#,
            "typeMismatch at 1:26 (25), record 1, $[0].age: expected a value for Int, found '['"
        ),
        (#""tag":"bad""#, #"invalidValue at 1:26 (25), record 1, $[0].tag: "bad" was rejected: TagError()"#),
        (
            #""tag":["a"]"#,
            "typeMismatch at 1:26 (25), record 1, $[0].tag: expected a value for Tag, found '['"
        ),
        (
            #""tags":["a","b","bad","c"]"#,
            #"invalidValue at 1:36 (35), record 1, $[0].tags[2]: "bad" was rejected: TagError()"#
        ),
        (
            #""tags":["a",{"b":[1]},"c",7]"#,
            "typeMismatch at 1:32 (31), record 1, $[0].tags[1]: expected a value for Tag, found '{'"
        ),
        (
            #""tags":["a",null]"#,
            "typeMismatch at 1:32 (31), record 1, $[0].tags[1]: expected a value for Tag, found null"
        ),
        (
            #""tags":{"tags":[]}"#,
            "typeMismatch at 1:27 (26), record 1, $[0].tags: expected an array, found '{'"
        ),
        (#""point":5"#, "typeMismatch at 1:28 (27), record 1, $[0].point: expected an object, found 5"),
        (
            #""point":{"y":1,"z":[{}]}"#,
            #"missingKeys at 1:28 (27), record 1, $[0].point: missing required key "x" of Point"#
        ),
        (
            #""point":{"x":[1],"y":{}}"#,
            "typeMismatch at 1:33 (32), record 1, $[0].point.x: expected a value for Int, found '['"
        ),
        (
            #""table":{"a":"b","c":{"d":"e"},"f":"g"}"#,
            "typeMismatch at 1:41 (40), record 1, $[0].table.c: expected a value for Tag, found '{'"
        ),
        (#""table":["a"]"#, "typeMismatch at 1:28 (27), record 1, $[0].table: expected an object, found '['"),
    ]

    @Test(arguments: mismatchCases.indices)
    func mismatchOfOptionalOrDefaultedPropertyIsSkipped(index: Int) async throws {
        let (member, message) = Self.mismatchCases[index]
        let good = #"{"id":2,"tag":"t"}"#
        for tail in [#","last":true}"#, "}"] {
            let text = #"[{"id":1,"z":[1],"# + "  " + member + tail + ",\(good)]"
            let outcome = try await importAllVariants(to: Profile.self, from: text) {
                $0.mismatches = .skipValue
            }
            #expect(outcome.message == nil)
            #expect(outcome.records?.map(\.id) == [1, 2])
            #expect(outcome.records?.first == Profile(id: 1, last: tail == "}" ? nil : true))
            #expect(outcome.mismatches == ["#1 \(message)"])
            #expect(outcome.summary?.mismatchCount == 1)
            #expect(outcome.summary?.rejectedCount == 0)
            let rejected = try await importAllVariants(to: Profile.self, from: text)
            #expect(rejected.message == message)
            #expect(rejected.summary?.mismatchCount == 0)
        }
    }

    @Test(arguments: mismatchCases.indices)
    func repeatedMismatchesAreListedInEveryFraming(index: Int) async throws {
        let member = Self.mismatchCases[index].member
        let line = #"{"id":1,"tag":"t",\#(member),\#(member),"last":false}"#
        for (text, path) in [
            ("\(line)\n\(line)\n", ""), ("{\"a\":[0,{\"b\":[\(line),\(line)]}]}", "a[1].b"),
            ("\(line) \(line)", ""),
        ] as [(String, JSONPath)] {
            let outcome = try await importAllVariants(to: Profile.self, from: text, at: path) {
                $0.mismatches = .skipValue
                $0.keepsRejectedText = true
            }
            #expect(outcome.records?.map(\.id) == [1, 1])
            #expect(outcome.records?.map(\.last) == [false, false])
            #expect(outcome.summary?.mismatchCount == 4)
            #expect(outcome.summary?.mismatches.map(\.record) == [1, 1, 2, 2])
        }
    }

    @Test func mismatchOfRequiredPropertyRejectsRecord() async throws {
        let text = #"[{"age":"x","id":"y"},{"id":1},{"point":{"y":{}},"id":[]}]"#
        let outcome = try await importAllVariants(to: Profile.self, from: text) {
            $0.mismatches = .skipValue
            $0.errorPolicy = .collect()
        }
        #expect(outcome.records == [Profile(id: 1)])
        #expect(
            outcome.summary?.rejectedRecords.map(\.rendition) == [
                #"#1 1..<21 typeMismatch at 1:18 (17), record 1, $[0].id: expected an integer, found "y""#,
                "#3 31..<57 typeMismatch at 1:55 (54), record 3, $[2].id: expected a value for Int, found '['",
            ])
        #expect(
            outcome.mismatches == [
                #"#1 typeMismatch at 1:9 (8), record 1, $[0].age: expected an integer, found "x""#,
                "#3 typeMismatch at 1:46 (45), record 3, $[2].point.y: expected a value for Int, found '{'",
                #"#3 missingKeys at 1:41 (40), record 3, $[2].point: missing required key "x" of Point"#,
            ])
    }

    @Importable
    struct Chain: Equatable {
        var must: [[Point]]
        var may: [[Point]]?
    }

    @Test func nestedMismatchSkipsNearestNonRequiredProperty() async throws {
        let text =
            #"[{"may":[[{"x":1},{"y":2}],[]],"must":[[{"x":1,"y":{}}]]},{"must":[],"may":[[],[{"x":"a"}],[]]}]"#
        let outcome = try await importAllVariants(to: Chain.self, from: text) { $0.mismatches = .skipValue }
        #expect(outcome.records == [Chain(must: [[Point(x: 1)]]), Chain(must: [])])
        #expect(
            outcome.mismatches == [
                #"#1 missingKeys at 1:19 (18), record 1, $[0].may[0][1]: missing required key "x" of Point"#,
                "#1 typeMismatch at 1:52 (51), record 1, $[0].must[0][0].y: expected a value for Int, found '{'",
                #"#2 typeMismatch at 1:86 (85), record 2, $[1].may[1][0].x: expected an integer, found "a""#,
            ])
        let rejected = try await importAllVariants(to: Chain.self, from: #"[{"must":[[{"x":1},{"y":1}]]}]"#) {
            $0.mismatches = .skipValue
        }
        #expect(
            rejected.message
                == #"missingKeys at 1:20 (19), record 1, $[0].must[0][1]: missing required key "x" of Point"#)
    }

    @Test func listedMismatchesAreLimited() throws {
        #expect(ImportOptions().maximumListedMismatches == 1000)
        let objects = (0..<15).map { #"{"id":\#($0),"age":[]}"# }
        let outcome = try importAllChunkSizes(
            to: Profile.self, from: Array("[\(objects.joined(separator: ","))]".utf8), chunkSizes: [31, nil]
        ) {
            $0.mismatches = .skipValue
            $0.maximumListedMismatches = 10
        }
        #expect(outcome.records?.count == 15)
        #expect(outcome.summary?.mismatchCount == 15)
        #expect(outcome.summary?.mismatches.map(\.record) == Array(1...10))
    }

    @Test func nonMismatchErrorIsNotSkipped() async throws {
        for (object, code) in [
            (#"{"id":1,"tag":"\ud800"}"#, ImportError.Code.unpairedSurrogate),
            (#"{"id":1,"point":{"x":1,"x":2}}"#, .duplicateKey),
            (#"{"id":1,"point":{"x":1,"z":2}}"#, .unknownKey),
        ] {
            let outcome = try await importAllVariants(to: Profile.self, from: "[\(object)]") {
                $0.mismatches = .skipValue
                $0.duplicateKeys = .rejectRecord
                $0.unknownKeys = .rejectRecord
            }
            #expect(outcome.error?.code == code)
        }
    }

    @Test func mismatchOfDuplicateKeyKeepsValueOfFittingOccurrence() async throws {
        let text = #"[{"id":1,"age":5,"age":"x"},{"id":2,"age":"x","age":5}]"#
        let last = try await importAllVariants(to: Profile.self, from: text) { $0.mismatches = .skipValue }
        #expect(last.records?.map(\.age) == [5, 5])
        #expect(last.summary?.mismatchCount == 2)
        let first = try await importAllVariants(to: Profile.self, from: text) {
            $0.mismatches = .skipValue
            $0.duplicateKeys = .first
        }
        #expect(first.records?.map(\.age) == [5, 5])
        #expect(first.summary?.mismatchCount == 1)
    }
}
