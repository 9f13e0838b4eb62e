import JSONRecords
import TestSupport
import Testing

@testable import DumpProfile

/// The source code that `ModelSource` generates for the profile of a text.
@Suite struct ModelSourceTests {
    private func source(_ text: String, _ change: (inout ProfileLimits) -> Void = { _ in }) throws -> String {
        var limits = ProfileLimits()
        change(&limits)
        return ModelSource(try Profiles.of(text, limits: limits), name: "Repo").text
    }

    /// Returns the properties of the records' type.
    private func properties(_ text: String) throws -> [String] {
        let lines = try source(text).split(separator: "\n").map(String.init)
        let structure = lines.drop { $0 != "struct Repo {" }.dropFirst().prefix { $0 != "}" }
        return structure.filter { $0.hasPrefix("    ") && !$0.hasPrefix("     ") && $0 != "    }" }
            .filter { $0 != "    @Importable" && !$0.hasPrefix("    struct") }
            .map { String($0.dropFirst(4)) }
    }

    @Test func nestedObjectsBecomeNestedTypes() throws {
        let text = """
            {"id": 1, "full_name": "a/b", "license": {"spdx_id": "MIT"}, "pushed_at": "2014-05-01T08:00:00Z"}
            {"id": 2, "full_name": "c/d", "license": null, "labels": [{"name": "x", "scores": [1, 2.5]}], "x:y": []}
            """
        #expect(
            try source(text) == """
                import Foundation
                import StreamImport

                @Importable
                struct Repo {
                    let id: Int
                    let fullName: String
                    let license: License?
                    let pushedAt: Date?
                    let labels: [Label]?
                    @Key("x:y") let xY: [JSONValue]?

                    @Importable
                    struct License {
                        let spdxId: String
                    }

                    @Importable
                    struct Label {
                        let name: String
                        let scores: [Double]
                    }
                }

                """)
    }

    @Test(
        arguments: [
            ("[]", "typealias Repo = JSONValue\n"), ("[1,2]", "typealias Repo = Int\n"),
            ("[1,null]", "typealias Repo = JSONValue\n"), ("[[1],[null]]", "typealias Repo = [Int?]\n"),
            ("[{},{}]", "typealias Repo = [String: JSONValue]\n"),
            (
                "[[{\"a\":1}]]",
                "typealias Repo = [RepoElement]\n\n@Importable\nstruct RepoElement {\n    let a: Int\n}\n"
            ),
        ])
    func recordsWithoutPropertiesBecomeTypealias(text: String, declarations: String) throws {
        #expect(try source(text) == "import StreamImport\n\n" + declarations)
    }

    @Test func objectWhoseKeysAreDataBecomesDictionary() throws {
        #expect(
            try source("[{\"users\":{\"a\":{\"n\":1},\"b\":{\"n\":2},\"c\":null}}]") { $0.maximumKeys = 2 }
                == """
                import StreamImport

                @Importable
                struct Repo {
                    let users: [String: User?]

                    @Importable
                    struct User {
                        let n: Int
                    }
                }

                """)
    }

    @Test(
        arguments: [
            ("true,false", "Bool"), ("1,-2", "Int"), ("1,null", "Int?"), ("1,2.5", "Double"),
            ("9223372036854775808", "UInt64"), ("18446744073709551616", "Decimal"),
            ("99999999999999999999999999999999999999", "Decimal"),
            ("999999999999999999999999999999999999999", "JSONValue"), ("0.5,9007199254740993", "Decimal"),
            ("1e400", "JSONValue"), ("1e3", "Double"), ("\"x\"", "String"), ("\"12\"", "String"),
            ("\"2014-05-01\",\"/Date(1)/\"", "Date"), ("\"2014-05-01\",null", "Date?"),
            ("\"2014-05-01\",\"x\"", "String"), ("1398931200", "Int"), ("null", "JSONValue"),
            ("1,\"x\"", "JSONValue"), ("1,\"x\",null", "JSONValue"), ("[],[1]", "[Int]"),
            ("[]", "[JSONValue]"),
            ("[null]", "[JSONValue]"), ("[1,null],null", "[Int?]?"), ("[[1],[[2]]]", "[[JSONValue]]"),
            ("{}", "[String: JSONValue]"), ("{},{\"b\":1}", "A"), ("{\"b\":1},[1]", "JSONValue"),
        ])
    func propertyTypeHoldsEveryValue(values: String, type: String) throws {
        #expect(try Profiles.of("[\(values)]").records > 0)
        // Each value becomes the member `a` of its own record.
        var depth = 0
        let text = values.reduce(into: "[{\"a\":") { text, character in
            if "[{".contains(character) { depth += 1 }
            if "]}".contains(character) { depth -= 1 }
            text += character == "," && depth == 0 ? "},{\"a\":" : String(character)
        }
        #expect(try properties(text + "}]") == ["let a: \(type)"])
    }

    @Test(
        arguments: [
            (["full_name"], ["let fullName"]), (["FULL-NAME"], ["let fullName"]),
            (["Full Name"], ["let fullName"]),
            (["ID"], ["let id"]), (["userID"], ["let userID"]), (["HTMLUrl"], ["let htmlUrl"]),
            (["html_URL"], ["let htmlUrl"]), (["__a__"], ["let a"]), (["1st"], ["let _1st"]),
            (["class", "in"], ["let `class`", "let `in`"]), (["init", "self"], ["let _init", "let _self"]),
            (["@type"], ["@Key(\"@type\") let type"]), (["xml:lang"], ["@Key(\"xml:lang\") let xmlLang"]),
            (["_"], ["@Key(\"_\") let key"]), (["😀"], ["@Key(\"😀\") let key"]), (["été"], ["let été"]),
            (["a\\u0000b"], [#"@Key("$[\"a\\u0000b\"]") let aB"#]),
            (["a\\\"b"], [#"@Key("$[\"a\\\"b\"]") let aB"#]),
            (["a.b"], [##"@Key(#"$["a.b"]"#) let aB"##]),
            (["a", "a.b"], ["let a", ##"@Key(#"$["a.b"]"#) let aB"##]),
            (["a[0]"], [##"@Key(#"$["a[0]"]"#) let a0"##]), (["a[]"], [##"@Key(#"$["a[]"]"#) let a"##]),
            (["/a"], ["@Key(\"$./a\") let a"]),
            (["$"], ["@Key(\"$.$\") let key"]), (["*"], [##"@Key(#"$["*"]"#) let key"##]),
            (["x", ""], ["let x", ##"@Key(#"$[""]"#) let key"##]),
            (["a[\\n"], [#"@Key("$[\"a[\\n\"]") let a"#]),
            (["a#["], [#"@Key("$[\"a#[\"]") let a"#]),
            (["\\u00e9", "e\\u0301"], ["@Key(\"é\") let é", "// No property can have the key \"é\"."]),
            (["user_id", "userId"], ["@Key(\"user_id\") let userId", "@Key(\"userId\") let userId2"]),
            (
                ["a b", "ab", "ab2"],
                ["@Key(\"a b\") let aB", "@Key(\"ab\") let ab3", "let ab2"]
            ),
            (
                ["x[", "X["],
                [##"@Key(#"$["x["]"#) let x"##, ##"@Key(#"$["X["]"#) let x2"##]
            ),
            (["a:b", "ab"], ["@Key(\"a:b\") let aB2", "let ab"]),
        ])
    func propertyNameOrKeyAttributeMatchesKey(keys: [String], expected: [String]) throws {
        let text = "[{\"known\":true," + keys.map { "\"\($0)\":1" }.joined(separator: ",") + "}]"
        let found = try properties(text)
        #expect(found == ["let known: Bool"] + expected.map { $0.hasPrefix("//") ? $0 : $0 + ": Int" })
    }

    /// Different keys without letters.
    private static func marks(_ count: Int) -> [String] {
        let marks = ["!", "#", "%", "&", "+", "*", "=", "?"]
        return (0..<count).map { number in
            String(number, radix: 8).map { marks[Int(String($0), radix: 8) ?? 0] }.joined()
        }
    }

    @Test func numberedNamesAreTriedOnce() throws {
        let keys = Self.marks(500)
        var names = PropertyNames(of: keys)
        #expect(keys.map { names.name(of: $0).name } == ["key"] + (2...500).map { "key\($0)" })
        #expect(names.suffixes.counts == ["key": 500])
        let object = ModelObject(of: try Profiles.of("[{\"a\":1}]").root)
        var types = TypeNames(taken: ["Value2"])
        #expect((0..<500).map { _ in types.name("Value", around: object) }.last == "Value501")
        #expect(types.suffixes.counts == ["Value": 501])
    }

    @Test func manyKeysWithoutLettersGetNumberedNames() throws {
        let count = TestTier.count(600, full: 6000)
        let keys = Self.marks(count)
        let members = keys.enumerated().map { "\"\($1)\":\($0 % 2 == 0 ? "{\"a\":1}" : "1")" }
        let profiler = DumpProfiler()
        let text = "{\(members.joined(separator: ","))}"
        try RecordInput(InputOrigin(.text(text))).read(into: profiler)
        let source = ModelSource(profiler.profile, name: "Repo").text
        #expect(source.contains("let key\(count): Int\n"))
        #expect(source.contains("struct Value\(count / 2) {\n"))
    }

    @Test(
        arguments: [
            ("items", true, "Item"), ("categories", true, "Category"), ("addresses", true, "Address"),
            ("address", true, "Address"), ("status", true, "Status"), ("boxes", true, "Box"),
            ("date", false, "DateValue"),
            ("repo", false, "Repo2"), ("@", false, "Value"), ("名前", false, "名前2"), ("1st", false, "_1st2"),
        ])
    func typesAreNamedAfterTheirKeys(key: String, isArray: Bool, name: String) throws {
        let object = isArray ? "[{\"a\":1}]" : "{\"a\":1}"
        #expect(try source("[{\"\(key)\":\(object)}]").contains("\n    struct \(name) {\n"))
    }

    @Test func longAttributeGetsOwnLine() throws {
        let key = String(repeating: "long:", count: 12)
        let name = "long" + String(repeating: "Long", count: 11)
        #expect(try properties("[{\"\(key)\":1}]") == ["@Key(\"\(key)\")", "let \(name): Int"])
    }

    @Test func objectWithOmittedKeysBecomesDictionary() throws {
        #expect(
            try source("[{\"c\":1,\"user_id\":1},{\"userId\":\"x\",\"c\":2}]") { $0.maximumPaths = 3 }
                == "import StreamImport\n\ntypealias Repo = [String: JSONValue]\n")
        let inner = try source("[{\"a\":{\"a_b\":1,\"a_ b\":\"x\"},\"b\":1}]") { $0.maximumKeyBytes = 3 }
        #expect(inner.contains("    let a: [String: JSONValue]\n    let b: Int\n"))
    }

    @Test func unprofiledValuesBecomeJSONValue() throws {
        #expect(
            try source("[{\"a\":[[1]],\"b\":{\"c\":1}}]") { $0.maximumDepth = 2 } == """
                import StreamImport

                @Importable
                struct Repo {
                    let a: [JSONValue]
                    let b: B

                    @Importable
                    struct B {
                        let c: Int
                    }
                }

                """)
    }

    @Test(
        arguments: [
            (6, "[[[[[[Int]]]]]]"), (7, "[[[[[[JSONValue]]]]]]"), (31, "[[[[[[JSONValue]]]]]]"),
        ])
    func collectionsNestedTooDeepBecomeJSONValue(depth: Int, type: String) throws {
        let (start, end) = (String(repeating: "[", count: depth), String(repeating: "]", count: depth))
        #expect(try properties("[{\"a\":\(start)1\(end)}]") == ["let a: \(type)"])
    }

    @Test func dictionaryCountsAsNestedCollection() throws {
        let models = try source("[{\"a\":[[[[{\"p\":[[1]],\"q\":[]}]]]]}]") { $0.maximumKeys = 1 }
        #expect(models.contains("let a: [[[[[String: [JSONValue]]]]]]\n"))
    }

    @Test func objectResetsCollectionDepth() throws {
        let models = try source("[{\"a\":[[[[[[{\"b\":[[[[[[1]]]]]]}]]]]]]}]")
        #expect(models.contains("let a: [[[[[[A]]]]]]\n"))
        #expect(models.contains("let b: [[[[[[Int]]]]]]\n"))
    }

    @Test(arguments: ["Repo", "R2", "Été", "My_Repo"])
    func validTypeNameIsAccepted(name: String) {
        #expect(ModelSource.isTypeName(name))
    }

    @Test(arguments: ["", "repo", "Any", "Self", "Date", "JSONValue", "A B", "1", "A.B", "_A", "`A`", "名前"])
    func invalidTypeNameIsRejected(name: String) {
        #expect(!ModelSource.isTypeName(name))
    }
}
