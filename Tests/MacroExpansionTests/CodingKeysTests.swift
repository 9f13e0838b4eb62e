import Testing

/// Types with an enum `CodingKeys`.
@Suite struct CodingKeysTests {
    @Test func rawValuesReplaceNames() {
        expectExpansion(
            of: """
                @Importable
                struct Repo {
                    var id: Int
                    var name: String
                    @Key("stars") var count: Int?
                    enum CodingKeys: String, CodingKey {
                        case id, name = "full.name"
                        case count = "stars"
                    }
                }
                """,
            adds: Expansion(
                .structure, "Repo",
                [
                    .required("id", "Int"), .required("name", "String"),
                    .optional("count", "Int") { $0.arguments = #"keys: ["stars"]"# },
                ]
            ) {
                $0.statements = [#"fields.replaceNames(["name": "full.name", "count": "stars"])"#]
            })
    }

    @Test func propertyWithoutCaseIsIgnored() {
        expectExpansion(
            of: """
                @Importable
                struct Repo {
                    var id: Int
                    var note = "none"
                    var `default`: Int?
                    @Extras var extras: [String: JSONValue]
                    private enum CodingKeys: String, CodingKey {
                        case id = #"a"b"#, `default`
                    }
                }
                """,
            adds: Expansion(
                .structure, "Repo",
                [
                    .required("id", "Int"), .optional("`default`", "Int"),
                    .extras("extras", "[String: JSONValue]"),
                ]
            ) {
                $0.statements = [##"fields.replaceNames(["id": #"a"b"#])"##, #"fields.ignore("note")"#]
                $0.copies = ["self.note = old.note"]
            })
    }

    /// Returns a struct with a property in line 3.
    private func repo(_ property: String, _ cases: String = "case id") -> String {
        """
        @Importable
        struct Repo {
            \(property)
            var id: Int
            enum CodingKeys: String, CodingKey {
                \(cases)
            }
        }
        """
    }

    @Test(arguments: [("var name: String", " = <#value#>"), ("let name: String?", " = <#value#>")])
    func propertyWithoutCaseAndDefaultIsDiagnosed(declaration: String, addition: String) {
        expectDiagnostics(
            [
                Diagnostic(
                    3, 9,
                    "'name' is not a case of 'CodingKeys', so it is ignored and requires a default value; add one, or add the case",
                    fixIt: "add a default value")
            ],
            in: repo(declaration), fixed: repo(declaration + addition))
    }

    @Test(arguments: ["@Lenient ", "@DateFormat(.iso8601) "])
    func attributeOfPropertyWithoutCaseIsDiagnosed(attribute: String) {
        let name = attribute.dropLast()
        expectDiagnostics(
            [
                Diagnostic(
                    3, 5,
                    "'\(name.prefix { $0 != "(" })' has no effect on a property that 'CodingKeys' omits; remove it",
                    fixIt: "remove '\(name)'")
            ],
            in: repo(attribute + "var list: [Date] = []"), fixed: repo("var list: [Date] = []"))
    }

    @Test(arguments: [
        (
            #"@Key("full_name") var name: String"#, #"case id, name = "title""#,
            #"'@Key' takes precedence over 'title', the key in 'CodingKeys'; add it to '@Key'"#,
            #"add "title" to '@Key'"#, #"@Key("full_name", "title") var name: String"#
        ),
        (
            #"@Key("a") var name: String"#, #"case id, name = "b[""#,
            "'@Key' takes precedence over 'b[', the key in 'CodingKeys'; add it to '@Key'",
            ##"add #"$["b["]"# to '@Key'"##, ##"@Key("a", #"$["b["]"#) var name: String"##
        ),
        (
            #"@Key("a") var name = 3"#, "case id",
            "'@Key' imports 'name', although 'CodingKeys' omits it; remove '@Key', or add the case 'name'",
            #"remove '@Key("a")'"#, "var name = 3"
        ),
        (
            "@Key(from: .memberName) var name = 3", "case id",
            "'@Key' imports 'name', although 'CodingKeys' omits it; remove '@Key', or add the case 'name'",
            "remove '@Key(from: .memberName)'", "var name = 3"
        ),
    ])
    func attributeThatContradictsCaseIsWarning(
        property: String, cases: String, message: String, fixIt: String, fixed: String
    ) {
        expectWarnings(
            [Diagnostic(3, 5, message, fixIt: fixIt)], in: repo(property, cases), fixed: repo(fixed, cases))
    }

    @Test func keyOfRequiredPropertyWithoutCaseIsWarning() {
        let property = #"@Key("a") var name: String"#
        let message = "'@Key' imports 'name', although 'CodingKeys' omits it; add the case 'name'"
        expectWarnings(
            [Diagnostic(3, 5, message)], in: repo(property, "case id"), fixed: repo(property, "case id"))
    }

    @Test(arguments: [
        (#"@Key("title") var name: String"#, #"case id, name = "title""#),
        (#"@Key("title") var name: String"#, "case id, name"),
        (##"@Key(#"$["a.b"]"#) var name: String"##, #"case id, name = "a.b""#),
        (#"var fooBar: Int; var foo_bar: Int"#, #"case id, fooBar, foo_bar = "x""#),
        (#"@Key("title") var other: Int; var title: String"#, #"case id, other = "title", title = "t""#),
        ("@Extras var extras: [String: JSONValue]", "case id"),
    ])
    func consistentNameIsAccepted(property: String, cases: String) {
        expectNoDiagnostics(in: repo(property, cases))
    }

    @Test func keyOfOtherPropertyIsDiagnosed() {
        expectDiagnostics(
            [
                Diagnostic(
                    3, 10, "'key' is already a key of 'id'; each key belongs to one property",
                    note: (4, 9, "'id' is declared here"))
            ],
            in: repo(#"@Key("key") var name: String"#, #"case id = "key", name"#))
    }

    @Test func conditionalCaseIsDiagnosed() {
        expectDiagnostics(
            [
                Diagnostic(
                    6, 14, "the case 'name' is inside '#if', which macros do not evaluate; move it out")
            ],
            in: """
                @Importable
                struct Repo {
                    var name = 3
                    enum CodingKeys: String, CodingKey {
                        #if DEBUG
                        case name
                        #endif
                    }
                }
                """)
    }

    @Test func conditionalEnumIsDiagnosed() {
        expectDiagnostics(
            [Diagnostic(5, 10, "'CodingKeys' is inside '#if', which macros do not evaluate; move it out")],
            in: """
                @Importable
                struct Repo {
                    var name = 3
                    #if DEBUG
                    enum CodingKeys: String, CodingKey {
                        case name
                    }
                    #endif
                }
                """)
    }

    @Test func computedKeysAreWarning() {
        let source = """
            @Importable
            struct Repo {
                var name = 3
                enum CodingKeys: CodingKey {
                    case name
                    var stringValue: String { "title" }
                }
            }
            """
        let message = "'stringValue' of 'CodingKeys' is not read; give the cases raw values"
        expectWarnings([Diagnostic(6, 13, message)], in: source, fixed: source)
    }

    @Test func keysOfCasesAreWarning() {
        let source = """
            @Importable(discriminator: .key)
            enum Event {
                case push(Int)
                enum CodingKeys: String, CodingKey { case push = "PushEvent" }
            }
            """
        let message = "'CodingKeys' does not name the cases; add '@Key' to the cases"
        expectWarnings([Diagnostic(4, 10, message)], in: source, fixed: source)
    }
}
