import Foundation
import StreamImport
import TestSupport
import Testing

/// Models from a text in memory that consists of one value.
@Suite struct JSONTextTests {
    @Importable
    struct Owner: Equatable {
        var login: String
        var url: URL?
    }

    @Importable
    struct Repo: Equatable {
        var id: Int
        var fullName: String
        var stars = 0
        var owner: Owner?
        var topics: [String] = []
    }

    /// A model whose make closure imports another instance of the model from a text.
    struct Nested: Importable {
        var depth: Int

        static let importPlan = ImportPlan(Nested.self) { fields in
            let depth = fields.required("depth", Int.self)
            return { draft in
                let depth = draft[depth]
                guard depth > 0 else { return Nested(depth: 0) }
                return Nested(depth: try Nested(json: #"{"depth":\#(depth - 1)}"#).depth + 1)
            }
        }
    }

    static let texts: [(text: String, repo: Repo)] = [
        (#"{"id":1,"full_name":"a/b"}"#, Repo(id: 1, fullName: "a/b")),
        (
            " \n{\"stars\" : 7, \"FULL-NAME\":\"é\\u00e9\\n\",\r\n\"id\":-2}\t ",
            Repo(id: -2, fullName: "éé\n", stars: 7)
        ),
        (
            #"{"id":3,"fullName":"日本","x":[1,{"y":"}"}],"owner":{"login":"o","url":null},"topics":["a","b"]}"#,
            Repo(id: 3, fullName: "日本", owner: Owner(login: "o"), topics: ["a", "b"])
        ),
        ("\u{FEFF}{\"id\":4,\"fullName\":\"\"}", Repo(id: 4, fullName: "")),
    ]

    @Test(arguments: texts)
    func oneObjectBecomesModel(text: String, repo: Repo) throws {
        #expect(try Repo(json: text) == repo)
        #expect(try Repo(json: Data(text.utf8)) == repo)
        #expect(try Repo(json: Array(text.utf8)) == repo)
        #expect(try StreamImporter.objects(of: Repo.self, from: text).collect() == [repo])
    }

    @Test(arguments: texts)
    func eachInputBecomesModel(text: String, repo: Repo) throws {
        let folder = try TemporaryDirectory()
        let file = try folder.file(Compressed.gzip(Array(text.utf8)))
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try pipe.fileHandleForWriting.close()
        let inputs: [ImportInput] = [
            .file(file), .handle(try FileHandle(forReadingFrom: file)), .data(Data(text.utf8)),
            .bytes(Array(text.utf8)), .text(text), .handle(pipe.fileHandleForReading),
        ]
        for (index, input) in inputs.enumerated() {
            if index % 2 == 0 {
                #expect(try Repo(json: input) == repo)
            } else {
                var updated = Repo(id: 0, fullName: "")
                #expect(try updated.update(from: input).recordCount == 1)
                #expect(updated == repo)
            }
        }
        #expect(try Repo(json: file) == repo)
    }

    @Test func errorOfFileNamesFile() throws {
        let folder = try TemporaryDirectory()
        let file = try folder.file(Array(#"{"id": 1}"#.utf8))
        let missing = #expect(throws: ImportError.self) { try Repo(json: file) }
        #expect(missing?.code == .missingKeys && missing?.input == file.path)
        let unopened = #expect(throws: ImportError.self) { try Repo(json: folder.fileURL("none.json")) }
        #expect(unopened?.code == .cannotOpen)
    }

    @Test func pathAsTextNamesURL() {
        var repo = Repo(id: 0, fullName: "")
        let errors = [
            #expect(throws: ImportError.self) { try Repo(json: "repo.json") },
            #expect(throws: ImportError.self) { try Int(json: "1.json") },
            #expect(throws: ImportError.self) { try [Repo](json: "./repos") },
            #expect(throws: ImportError.self) { try repo.update(from: "repo.json") },
        ]
        for error in errors {
            #expect(error?.code == .unsupportedFormat)
            #expect(error?.description.hasSuffix("with URL(filePath:)") == true)
        }
    }

    @Test func scalarsAndCollectionsAreReadFromText() throws {
        #expect(try Int(json: " 12 ") == 12)
        #expect(try String(json: #""a\tb""#) == "a\tb")
        #expect(try Int?(json: "null") == nil)
        #expect(try [Int]?(json: "null") == nil)
        #expect(try Set<Int>(json: "[1,2,1]") == [1, 2])
        #expect(try [String: Int](json: #"{"a":1}"#) == ["a": 1])
        #expect(try JSONValue(json: "[1,[]]") == .array([.number("1"), .array([])]))
    }

    // MARK: - Errors

    @Test func cutCharacterAfterValueIsTrailingData() {
        let error = #expect(throws: ImportError.self) {
            try [String: Int](json: Array(#"{"a":1} "#.utf8) + [0xE2])
        }
        #expect(error?.code == .trailingData)
        #expect(error?.location?.offset == 9)
    }

    static let invalidTexts: [(text: String, code: ImportError.Code, location: String)] = [
        ("", .unexpectedEnd, "1:1 (0)"),
        (" \n ", .unexpectedEnd, "2:2 (3)"),
        ("\u{FEFF}", .unexpectedEnd, "1:4 (3)"),
        (#"{"id":1,"full_name":"a"}{"id":2,"full_name":"b"}"#, .trailingData, "1:25 (24), $"),
        ("{\"id\":1,\"full_name\":\"a\"}\n {\"id\":2,\"full_name\":\"b\"}", .trailingData, "2:2 (26), $"),
        (#"{"id":1,"full_name":"a"} 5"#, .trailingData, "1:26 (25), $"),
        (#"{"id":1,"full_name":"a"} [{"id":"#, .trailingData, "1:26 (25), $"),
        (#"{"id":1,"full_name":"a"}}"#, .trailingData, "1:25 (24), $"),
        (#"{"id":1,"full_name":"a"} x"#, .trailingData, "1:26 (25), $"),
        (#"{"id":1,"full_name":"a"},{"id":2}"#, .trailingData, "1:25 (24), $"),
        (#"{"id":1,"full_name":"a"} "b"#, .trailingData, "1:26 (25), $"),
        (#"{"id":1,"full_name":"a"} tru"#, .trailingData, "1:26 (25), $"),
        (#"{"id":1,"full_name":"a"}//"#, .trailingData, "1:25 (24), $"),
        (#"{"id":1,"full_name":"a""#, .unexpectedEnd, "1:24 (23), record 1, $.full_name"),
        (#"[{"id":1,"full_name":"a"}]"#, .typeMismatch, "1:1 (0), record 1, $"),
        ("[]", .typeMismatch, "1:1 (0), record 1, $"),
        ("null", .typeMismatch, "1:1 (0), record 1, $"),
        ("5", .typeMismatch, "1:1 (0), record 1, $"),
        (#"{"id":"x","full_name":"a"}"#, .typeMismatch, "1:7 (6), record 1, $.id"),
        (#"{"id":1}"#, .missingKeys, "1:1 (0), record 1, $"),
        (
            #"{"id":1,"full_name":"a","owner":{"login":[]}}"#, .typeMismatch,
            "1:42 (41), record 1, $.owner.login"
        ),
        ("{\"id\":1,\"full_name\":\"\u{1}\"}", .invalidToken, "1:21 (20), record 1, $.full_name"),
    ]

    @Test(arguments: invalidTexts)
    func invalidTextReportsErrorWithLocation(text: String, code: ImportError.Code, location: String) {
        let errors = [
            #expect(throws: ImportError.self) { try Repo(json: text) },
            #expect(throws: ImportError.self) { try Repo(json: Data(text.utf8)) },
            #expect(throws: ImportError.self) { try Repo(json: Array(text.utf8)) },
        ]
        for error in errors {
            #expect(error?.code == code)
            let description = error.map(render) ?? ""
            #expect(description.hasPrefix("\(code) at \(location): "), "\(description)")
        }
    }

    /// The text with a missing key is excluded: an update does not require keys.
    @Test(arguments: invalidTexts.filter { $0.code != .missingKeys })
    func updateFromInvalidTextLeavesValueUnchanged(text: String, code: ImportError.Code, location: String) {
        let old = Repo(id: 9, fullName: "old")
        var repo = old
        let error = #expect(throws: ImportError.self) { try repo.update(from: text) }
        #expect(error == #expect(throws: ImportError.self) { try Repo(json: text) })
        #expect(error?.code == code && repo == old)
    }

    @Test(arguments: ["01", "1 2", "1,2", "1]", "truefalse", "1x", "-", "1."])
    func invalidScalarReportsError(text: String) {
        #expect(throws: ImportError.self) { try JSONValue(json: text) }
    }

    @Test func formatAndErrorPolicyHaveNoEffectOnOneValue() throws {
        var options = ImportOptions()
        options.errorPolicy = .skip()
        for format in ImportFormat.allCases {
            options.format = format
            #expect(try Owner(json: "{\n\"login\":\"a\"\n}\n", options: options) == Owner(login: "a"))
            #expect(throws: ImportError.self) { try Owner(json: "{}", options: options) }
            #expect(throws: ImportError.self) { try Owner(json: "", options: options) }
        }
    }

    @Test func depthBeyondMaximumDepthReportsTooDeep() throws {
        var options = ImportOptions()
        options.maximumDepth = 2
        #expect(try JSONValue(json: "[[]]", options: options) == .array([.array([])]))
        let tooDeep = #expect(throws: ImportError.self) { try JSONValue(json: "[[[]]]", options: options) }
        #expect(tooDeep?.code == .tooDeep)
    }

    @Test func tokenBeyondMaximumTokenBytesReportsTokenTooLong() throws {
        var options = ImportOptions()
        (options.chunkBytes, options.maximumTokenBytes) = (1, 4)
        let tooLong = #expect(throws: ImportError.self) {
            try JSONValue(json: #""abcdef""#, options: options)
        }
        #expect(tooLong?.code == .tokenTooLong)
    }

    @Test func unpairedSurrogateFollowsSurrogatePolicy() throws {
        let unpaired = #expect(throws: ImportError.self) { try String(json: #""\uD800""#) }
        #expect(unpaired?.code == .unpairedSurrogate)
        var options = ImportOptions()
        options.unpairedSurrogates = .replace
        #expect(try String(json: #""\uD800""#, options: options) == "\u{FFFD}")
    }

    @Test(arguments: [1, 2, 3, 7, 16, 1000])
    func chunkSizeHasNoEffect(bytes: Int) throws {
        var options = ImportOptions()
        options.chunkBytes = bytes
        for (text, repo) in Self.texts { #expect(try Repo(json: text, options: options) == repo) }
        for (text, code, _) in Self.invalidTexts {
            let error = #expect(throws: ImportError.self) { try Repo(json: text, options: options) }
            #expect(error?.code == code)
            #expect(error == #expect(throws: ImportError.self) { try Repo(json: text) })
        }
    }

    // MARK: - Types

    @Test func subclassMetatypeMakesSubclass() throws {
        let json = #"{"name":"Rex","breed":"collie","legs":3}"#
        #expect(try Dog(json: json).description == "dog Rex 3 collie")
        #expect(try Animal(json: json).description == "animal Rex 3")
        func make<Model: Importable>(_ model: Model.Type) throws -> Model { try model.init(json: json) }
        #expect(try make(Dog.self).description == "dog Rex 3 collie")
        let model: any Importable.Type = Dog.self
        #expect("\(try model.init(json: json))" == "dog Rex 3 collie")
    }

    @Test func nestedImportInMakeClosureSucceeds() throws {
        #expect(try Nested(json: #"{"depth":40}"#).depth == 40)
    }

    @Test func transformAppliesInEachImport() throws {
        var options = ImportOptions()
        options.transform(Int.self) { ($0 as? Int).map { $0 + 1 } ?? $0 }
        for _ in 0..<2 {
            #expect(try Repo(json: #"{"id":1,"fullName":"a"}"#, options: options).id == 2)
        }
    }

    @Test func mappedKeySetsProperty() throws {
        var options = ImportOptions()
        options.map("nr", to: "id", of: Repo.self)
        #expect(try Repo(json: #"{"nr":5,"fullName":"a"}"#, options: options).id == 5)
    }

    @Test func mappingToUnknownPropertyReportsError() {
        var options = ImportOptions()
        options.map("x", to: "none", of: Repo.self)
        expectError(.unknownProperty) { try Repo(json: "{}", options: options) }
    }

    // MARK: - Compressed text

    @Test func compressedBytesAreDecompressed() throws {
        let (text, repo) = Self.texts[2]
        for bytes in [Compressed.gzip(Array(text.utf8)), Compressed.zstd(Array(text.utf8))] {
            #expect(try Repo(json: bytes) == repo)
            #expect(try Repo(json: Data(bytes)) == repo)
            #expect(try [Repo](json: bytes) == [repo])
            var old = Repo(id: 0, fullName: "")
            try old.update(from: Data(bytes))
            #expect(old == repo)
            expectError(.corruptCompression) { try Repo(json: Array(bytes.dropLast(3))) }
            #expect(try Repo(json: text) == repo)
        }
    }

    @Test func textThatBeginsLikeCompressedDataReportsSyntaxError() {
        for text in ["\u{1F}\u{8B}", "(", "PK"] {
            let errors = [
                #expect(throws: ImportError.self) { try Repo(json: text) },
                #expect(throws: ImportError.self) { try Repo(json: Array(text.utf8)) },
            ]
            #expect(errors[0]?.category == .syntax && errors[1]?.category == .syntax)
        }
    }

    // MARK: - Successive texts

    /// The values of an object are freed if the object is rejected, or if an error follows the object.
    @Test(
        .countsInstances,
        arguments: [
            #"{"value":"a long text, on the heap"} x"#, #"{"value":"a long text"}{}"#, #"{"value":"bad"}"#,
        ])
    func rejectedObjectIsFreed(text: String) {
        #expect(throws: ImportError.self) { try Box<Tag>(json: text) }
    }

    /// The reader of a text is reused for later texts.
    @Test func previousTextHasNoEffect() {
        let long = #"{"id":5,"fullName":"\#(String(repeating: "x\\n", count: 20_000))"}"#
        let texts = Self.texts.map(\.text) + Self.invalidTexts.map(\.text) + [long]
        func outcome(_ text: String) -> String {
            do { return "\(try Repo(json: text))" } catch { return "\(error)" }
        }
        let expected = texts.map(outcome)
        var random = Random(seed: TestTier.seed &+ 7)
        for _ in 0..<TestTier.count(200, full: 2_000) {
            let index = Int.random(in: texts.indices, using: &random)
            #expect(outcome(texts[index]) == expected[index])
        }
    }

    @Test func concurrentReadsOfOneTypeSucceed() async {
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<16 {
                group.addTask {
                    for round in 0..<TestTier.count(40, full: 200) {
                        let (text, repo) = Self.texts[(task + round) % Self.texts.count]
                        #expect((try? Repo(json: text)) == repo)
                        #expect(throws: ImportError.self) { try Repo(json: text + "{") }
                        #expect((try? [Repo](json: text)) == [repo])
                    }
                }
            }
        }
    }
}
