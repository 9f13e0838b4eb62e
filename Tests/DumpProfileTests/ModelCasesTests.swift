import DumpProfile
import Testing

/// The enums that `ModelSource` generates for records with a discriminator.
@Suite struct ModelCasesTests {
    private func source(_ lines: [String]) throws -> String {
        ModelSource(try Profiles.of((lines + lines).joined(separator: "\n")), name: "Item").text
    }

    private func cases(_ lines: [String]) throws -> [String] {
        let lines = try source(lines).split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
        return lines.filter { $0.hasPrefix("case ") || $0.hasPrefix("@Key") }.map(String.init)
    }

    @Test func contentOfOneMemberBecomesAssociatedValue() throws {
        let lines = [
            #"{"type":"PushEvent","id":1,"payload":{"size":1,"commits":[{"sha":"x"}]},"actor":{"login":"a"}}"#,
            #"{"id":2,"payload":{"ref":"r","actor":{"n":1}},"actor":{"login":"b"},"org":{"x":1},"type":"x.y"}"#,
            #"{"id":3,"payload":{"ref":"r","actor":{"n":1}},"actor":{"login":"b"},"type":"x.y"}"#,
            #"{"id":4,"actor":{"login":"c"},"type":"Ping"}"#,
        ]
        #expect(
            try source(lines) == """
                import StreamImport

                @Importable(discriminator: "type", content: "payload")
                enum Item {
                    @Key("PushEvent") case pushEvent(PushEvent, id: Int, actor: Actor, org: Org?)
                    @Key("x.y") case xY(XY, id: Int, actor: Actor, org: Org?)
                    @Key("Ping") case ping(id: Int, actor: Actor, org: Org?)
                    case unknown(JSONValue)

                    @Importable
                    struct Actor {
                        let login: String
                    }

                    @Importable
                    struct Org {
                        let x: Int
                    }

                    @Importable
                    struct PushEvent {
                        let size: Int
                        let commits: [Commit]

                        @Importable
                        struct Commit {
                            let sha: String
                        }
                    }

                    @Importable
                    struct XY {
                        let ref: String
                        let actor: Actor

                        @Importable
                        struct Actor {
                            let n: Int
                        }
                    }
                }

                """)
    }

    @Test func recordsWithOwnMembersBecomeStructs() throws {
        let lines = [
            #"{"kind":"circle","owner":{"name":"a"},"radius":1.5,"centre":{"x":1}}"#,
            #"{"kind":"line","owner":{"name":"b"},"points":[{"x":1,"y":2}],"label":null}"#,
            #"{"kind":"line","owner":{"name":"b"},"points":[]}"#, #"{"kind":"none"}"#,
        ]
        #expect(
            try source(lines) == """
                import StreamImport

                @Importable(discriminator: "kind")
                enum Item {
                    case circle(Circle)
                    case line(Line)
                    case none
                    case unknown(JSONValue)

                    @Importable
                    struct Circle {
                        let owner: Owner
                        let radius: Double
                        let centre: Centre

                        @Importable
                        struct Owner {
                            let name: String
                        }

                        @Importable
                        struct Centre {
                            let x: Int
                        }
                    }

                    @Importable
                    struct Line {
                        let owner: Owner
                        let points: [Point]
                        let label: JSONValue?

                        @Importable
                        struct Owner {
                            let name: String
                        }

                        @Importable
                        struct Point {
                            let x: Int
                            let y: Int
                        }
                    }
                }

                """)
    }

    /// The type of a member that does not depend on the discriminator is declared once.
    @Test func structsShareTypesOfCommonMembers() throws {
        let lines = [
            #"{"kind":"a","owner":{"name":"a"},"x":1}"#,
            #"{"kind":"b","owner":{"name":"b","age":1},"y":{"owner":{"z":1}}}"#,
        ]
        let text = try source(lines + [#"{"kind":"b","owner":{"name":"b"},"y":{"owner":{"z":1}}}"#])
        #expect(text.ranges(of: "struct Owner {").count == 1)
        #expect(text.contains("        let owner: Owner\n        let x: Int\n"))
        #expect(text.contains("        struct Y {\n            let owner: Owner2\n"))
    }

    private static let names: [(values: [String], cases: [String])] = [
        (["Push", "PUSH"], ["@Key(\"Push\") case push(Push)", "@Key(\"PUSH\") case push2(Push2)"]),
        (["a b", "c-d"], ["@Key(\"a b\") case aB(AB)", "@Key(\"c-d\") case cD(CD)"]),
        (["init", "self"], ["@Key(\"init\") case init2(Init)", "@Key(\"self\") case self2(SelfValue)"]),
        (["default", "😀"], ["case `default`(Default)", "@Key(\"😀\") case value(Value)"]),
        (["unknown", "b"], ["@Key(\"unknown\") case unknown2(Unknown)", "case b(B)"]),
        (["Int", "item"], ["@Key(\"Int\") case int(IntValue)", "case item(Item2)"]),
        (
            ["Unknown", "un-known"],
            ["@Key(\"Unknown\") case unknown2(Unknown)", "@Key(\"un-known\") case unKnown3(UnKnown)"]
        ),
    ]

    @Test(arguments: names)
    func valueBecomesNameOfCase(values: [String], expected: [String]) throws {
        let lines = values.enumerated().map { "{\"type\":\"\($1)\",\"x\($0)\":1}" }
        #expect(try cases(lines) == expected + ["case unknown(JSONValue)"])
    }

    /// The values of a member may have one type in each case, but not in all records.
    @Test func dateOfOneCaseImportsFoundation() throws {
        let lines = [#"{"type":"a","at":"2024-01-01T00:00:00Z","x":1}"#, #"{"type":"b","at":5,"y":1}"#]
        let text = try source(lines)
        #expect(text.hasPrefix("import Foundation\n"))
        #expect(text.contains("let at: Date\n"))
    }

    @Test func keyThatIsNotSimpleNameBecomesProperty() throws {
        let found = try cases([#"{"type":"a","$":1}"#, #"{"type":"b","y":1}"#])
        #expect(found == ["case a(A)", "case b(B)", "case unknown(JSONValue)", #"@Key("$.$") let key: Int"#])
    }

    @Test func discriminatorIsKeyThatIsNotSimpleName() throws {
        let text = try source([#"{"a.type":"a","[x]":{"x":1}}"#, #"{"a.type":"b","[x]":{"y":1}}"#])
        #expect(text.contains(##"@Importable(discriminator: #"$["a.type"]"#, content: #"$["[x]"]"#)"##))
    }

    /// The key of the discriminator would match two keys.
    @Test func discriminatorWithoutNameBecomesProperty() throws {
        let line = "{\"type\":\"a\",\"x\":1,\"Type\":1}"
        let text = try source([
            line, line.replacing("\"a\",", with: "\"b\",").replacing("\"x\"", with: "\"y\""),
        ])
        #expect(text.contains("struct Item {"))
    }

    @Test func manyCommonMembersBecomeProperties() throws {
        func lines(_ count: Int) -> [String] {
            let members = (0..<count).map { "\"m\($0)\":1," }.joined()
            return ["a", "b"].map { "{\"type\":\"\($0)\",\(members)\"p\":{\"\($0)\":1}}" }
        }
        #expect(try source(lines(8)).contains("content: \"p\""))
        #expect(try !source(lines(9)).contains("content: \"p\""))
        #expect(try source(lines(8)).contains("\n    case a(\n        A, m0: Int,") == false)
        #expect(try source(lines(9)).contains("    struct B {\n        let m0: Int\n"))
    }
}
