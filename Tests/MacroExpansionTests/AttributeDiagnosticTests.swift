import Testing

/// Attributes of properties that `@Importable` rejects.
@Suite struct AttributeDiagnosticTests {
    private func expectDiagnostic(_ diagnostic: Diagnostic, in property: String, fixed: String? = nil) {
        func source(_ property: String) -> String { "@Importable\nstruct Model {\n    \(property)\n}" }
        expectDiagnostics([diagnostic], in: source(property), fixed: source(fixed ?? property))
    }

    @Test(arguments: [
        (#"@Key("b")"#, "var a: Int"), ("@Key(from: .memberName)", "var a: Int"),
        ("@Extras", "var a: [String: JSONValue]"),
    ])
    func keyOfElementIsDiagnosed(attribute: String, property: String) {
        func source(_ property: String) -> String {
            "@Importable(asArray: true)\nstruct Model {\n    \(property)\n}"
        }
        expectDiagnostics(
            [
                Diagnostic(
                    3, 5,
                    "'\(attribute.prefix { $0 != "(" })' has no effect on an element of an array; remove it",
                    fixIt: "remove '\(attribute)'")
            ],
            in: source("\(attribute) \(property)"), fixed: source(property))
        expectNoDiagnostics(in: source("\(attribute) \(property)").replacing("true", with: "false"))
    }

    // MARK: - Keys

    @Test func keyWithoutNameIsDiagnosed() {
        expectDiagnostic(
            Diagnostic(3, 5, #"'@Key' requires a name, as in '@Key("full_name")'"#), in: "@Key() var a: Int")
        expectDiagnostic(
            Diagnostic(3, 5, #"'@Key' requires a name, as in '@Key("full_name")'"#), in: "@Key var a: Int")
        expectDiagnostic(
            Diagnostic(3, 10, "a name in '@Key' must not be empty", fixIt: #"replace '' with '$[""]'"#),
            in: #"@Key("") var a: Int"#, fixed: ##"@Key(#"$[""]"#) var a: Int"##)
    }

    @Test(arguments: ["name", #""\(name)""#, #""a" + "b""#, "Keys.a"])
    func nonLiteralKeyIsDiagnosed(argument: String) {
        expectDiagnostic(
            Diagnostic(3, 10, "a name in '@Key' must be a string literal without interpolation"),
            in: "@Key(\(argument)) var a: Int")
    }

    @Test(arguments: [
        ".", "a.", ".a", "a..b", "$.", "$a..b", "a[", "a[]", "a[x]", "a[-1]", "a[0", "a[0]b", "a[0][", "[0]b",
        "*", "a.*",
        "a[*]", "Nr.",
    ])
    func malformedPathIsDiagnosed(path: String) {
        expectDiagnostic(
            Diagnostic(
                3, 10,
                """
                invalid path '\(path)'; separate keys with dots and write indices in brackets, as in 'photos[0].url', or \
                write the name of a key in brackets, as in '$["a.b"]'
                """,
                fixIt: "replace '\(path)' with '$[\"\(path)\"]'"),
            in: "@Key(\"\(path)\") var a: Int", fixed: "@Key(#\"$[\"\(path)\"]\"#) var a: Int")
    }

    @Test(arguments: [
        ("/a/b", "a.b"), ("/photos/0/url", "photos[0].url"), ("/a~1b", "a/b"), ("/a~0b", "a~b"),
        ("/a~2", "$./a~2"),
        ("/0", "0"), ("/a/007", "a.007"), ("/a/-1", "a.-1"), ("/a/٣", "a.٣"), ("/a.b", #"$["a.b"]"#),
        ("/$", "$.$"),
        ("/~1a", "$./a"),
        ("/", #"$[""]"#), ("/a//b", #"a[""].b"#),
    ])
    func jsonPointerIsDiagnosed(pointer: String, path: String) {
        let literal = path.contains("\"") ? "#\"\(path)\"#" : "\"\(path)\""
        expectDiagnostic(
            Diagnostic(
                3, 10,
                "'@Key' requires a dotted path such as 'license.spdx_id', not the JSON Pointer '\(pointer)'",
                fixIt: "replace '\(pointer)' with '\(path)'"),
            in: "@Key(\"\(pointer)\") var a: Int", fixed: "@Key(\(literal)) var a: Int")
    }

    @Test(arguments: [("b", "b"), ("b.c", "$.b.c"), ("b[0].c", "b[00].c")])
    func duplicateKeyOfPropertyIsDiagnosed(key: String, duplicate: String) {
        expectDiagnostic(
            Diagnostic(3, 19 + key.count, "duplicate key '\(duplicate)'; remove one"),
            in: #"@Key("\#(key)", "x", "\#(duplicate)") var a: Int"#)
    }

    @Test(arguments: [("x.y", "x.y"), ("x.y", "$.x.y"), ("$.x[0]", "x[0]")])
    func pathSharedByPropertiesIsDiagnosed(path: String, samePath: String) {
        expectDiagnostics(
            [
                Diagnostic(
                    4, 10, "'\(samePath)' is already a key of 'a'; each key belongs to one property",
                    note: (3, 18 + path.count, "'a' is declared here"))
            ],
            in: """
                @Importable
                struct Model {
                    @Key("\(path)") var a: Int
                    @Key("\(samePath)") var z: Int
                }
                """)
    }

    @Test func keyNamingAnotherPropertyIsDiagnosed() {
        expectDiagnostics(
            [
                Diagnostic(
                    4, 10,
                    "the key 'id' is the name of another property; add '@Key' to that property, or remove this key",
                    note: (3, 9, "'id' is declared here"))
            ],
            in: """
                @Importable
                struct Model {
                    var id: Int
                    @Key("id", "number") var identifier: Int
                }
                """)
    }

    @Test(arguments: [
        #"@Key("b") var a: Int; @Key("a") var b: Int"#, #"@Key("a") var a: Int"#,
        #"@Key("A") var b: Int; var a: Int"#,
        #"@Key("a") var b: Int; @Ignored var a = 1"#, #"@Key("$a") var b: Int; @Key("a") var c: Int"#,
    ])
    func unambiguousKeyNamesAreAccepted(properties: String) {
        expectNoDiagnostics(
            in: "@Importable\nstruct Model {\n    \(properties.replacing("; ", with: "\n    "))\n}")
    }

    @Test func alternativePathSharedByPropertiesIsDiagnosed() {
        expectDiagnostics(
            [
                Diagnostic(
                    4, 15, "'x.y' is already a key of 'a'; each key belongs to one property",
                    note: (3, 26, "'a' is declared here"))
            ],
            in: """
                @Importable
                struct Model {
                    @Key("b", "x.y") var a: Int
                    @Key("c", "x.y", "d") var z: Int
                }
                """)
    }

    // MARK: - Combinations

    @Test(arguments: [
        (#"@Key("b")"#, "@Ignored", "Key", "a property with '@Ignored'"),
        ("@DateFormat(.iso8601)", "@Ignored", "DateFormat", "a property with '@Ignored'"),
        ("@Lenient", "@Ignored", "Lenient", "a property with '@Ignored'"),
        ("@Extras", "@Ignored", "Extras", "a property with '@Ignored'"),
        (#"@Key("b")"#, "@Extras", "Key", "a property with '@Extras'"),
        ("@Lenient", "@Extras", "Lenient", "a property with '@Extras'"),
        (#"@StreamImport.Key("b")"#, "public", "Key", "a constant"),
        ("@Extras", "private", "Extras", "a constant"),
        (#"@Key("b")"#, "static", "Key", "a property that is not imported"),
        ("@Lenient", "lazy", "Lenient", "a property that is not imported"),
        ("@DateFormat(.iso8601)", "override", "DateFormat", "a property that is not imported"),
    ])
    func attributeWithoutEffectIsDiagnosed(
        attribute: String, modifier: String, name: String, property: String
    ) {
        let specifier = property == "a constant" ? "let" : "var"
        let declaration = "\(modifier) \(specifier) a: [String: JSONValue] = [:]"
        expectDiagnostic(
            Diagnostic(
                3, 5, "'@\(name)' has no effect on \(property); remove it", fixIt: "remove '\(attribute)'"),
            in: "\(attribute) \(declaration)", fixed: declaration)
    }

    @Test func keyOnComputedPropertyIsDiagnosed() {
        expectDiagnostic(
            Diagnostic(
                3, 5, "'@Key' has no effect on a property that is not imported; remove it",
                fixIt: #"remove '@Key("b")'"#),
            in: "@Key(\"b\")\n    var a: Int { 1 }", fixed: "var a: Int { 1 }")
    }

    @Test(arguments: [
        (#"@Key("b")"#, "Key"), ("@Ignored", "Ignored"), ("@Lenient", "Lenient"), ("@Extras", "Extras"),
    ])
    func repeatedAttributeIsDiagnosed(attribute: String, name: String) {
        let isExtras = name == "Extras"
        let declaration = "var a: \(isExtras ? "[String: JSONValue]" : "[Int]") = [\(isExtras ? ":" : "")]"
        expectDiagnostic(
            Diagnostic(
                3, 6 + attribute.count, "duplicate '@\(name)'; remove one",
                fixIt: "remove '\(attribute)'"),
            in: "\(attribute) \(attribute) \(declaration)", fixed: "\(attribute) \(declaration)")
    }

    @Test(arguments: [
        (#"@Key("b")"#, "Key", "var a: Int"), ("@Ignored", "Ignored", "var a = f()"),
        ("@DateFormat(.iso8601)", "DateFormat", "var a: Date"), ("@Lenient", "Lenient", "var a: Int { 1 }"),
        ("@StreamImport.Extras", "Extras", "let a: [String: JSONValue]"),
    ])
    func conditionalAttributeIsDiagnosed(attribute: String, name: String, property: String) {
        let message = "'@\(name)' is inside '#if', which macros do not evaluate; move it out"
        let diagnostics = [
            Diagnostic(4, 5, message),
            Diagnostic(
                9, 9, "the type of 'a' cannot be inferred from its default value; add a type annotation",
                fixIt: "add a type annotation"),
        ]
        let isEvident = name != "Ignored"
        func source(_ property: String) -> String {
            """
            @Importable
            struct Model {
                #if DEBUG
                \(attribute)
                #elseif os(Linux)
                #else
                @MainActor
                #endif
                \(property)
            }
            """
        }
        expectDiagnostics(
            isEvident ? [diagnostics[0]] : diagnostics, in: source(property),
            fixed: source(isEvident ? property : "var a: <#Type#> = f()"))
    }

    // MARK: - Types

    @Test(arguments: [
        "Int", "UInt8?", "[String]", "Set<Bool>", "[[Int64?]]", "[String: Float]", "Foundation.URL", "UUID!",
        "Data", "Optional<Decimal>", "Dictionary<String, Swift.Int>",
    ])
    func dateFormatOnNonDateIsDiagnosed(type: String) {
        expectDiagnostic(
            Diagnostic(
                3, 5, "'@DateFormat' applies only to properties that hold a date or a Double; remove it",
                fixIt: "remove '@DateFormat(.iso8601)'"),
            in: "@DateFormat(.iso8601) var a: \(type)", fixed: "var a: \(type)")
    }

    @Test(arguments: ["Date", "Double?", "[String: Date]", "Page<Int>", "My.Int", "JSONValue"])
    func dateFormatOnPossibleDateIsAccepted(type: String) {
        expectNoDiagnostics(in: "@Importable\nstruct Model {\n    @DateFormat(.iso8601) var a: \(type)\n}")
    }

    @Test(arguments: [
        ("var a: [String: Any]", 20, "var a: [String: JSONValue]"),
        ("let a: JSONValue", 20, "let a: [String: JSONValue]"),
        ("var a: [String: JSONValue]?", 20, "var a: [String: JSONValue]"),
        ("var a: [Int: JSONValue] = [:]", 20, "var a: [String: JSONValue] = [:]"),
    ])
    func extrasWithoutDictionaryTypeAreDiagnosed(property: String, column: Int, fixed: String) {
        expectDiagnostic(
            Diagnostic(
                3, column, "the type of a property with '@Extras' must be [String: JSONValue]",
                fixIt: "change the type to '[String: JSONValue]'"),
            in: "@Extras \(property)", fixed: "@Extras \(fixed)")
    }

    @Test func extrasWithoutTypeAreDiagnosed() {
        expectDiagnostic(
            Diagnostic(
                3, 17, "the type of a property with '@Extras' must be [String: JSONValue]",
                fixIt: "add a type annotation"),
            in: "@Extras var a = [:]", fixed: "@Extras var a: [String: JSONValue] = [:]")
    }

    @Test func secondExtrasPropertyIsDiagnosed() {
        expectDiagnostics(
            [
                Diagnostic(
                    4, 5, "'a' already has '@Extras'; only one property can have it",
                    note: (3, 17, "'a' is declared here"))
            ],
            in: """
                @Importable
                struct Model {
                    @Extras var a: [String: JSONValue]
                    @Extras var b: [String: JSONValue]
                }
                """)
    }

    @Test(arguments: ["Int", "String?", "[String: Int]", "Tags", "Dictionary<String, [Int]>"])
    func lenientOnNonCollectionIsDiagnosed(type: String) {
        expectDiagnostic(
            Diagnostic(
                3, 5,
                "'@Lenient' applies only to properties whose type is written as an array or a set; remove it",
                fixIt: "remove '@Lenient'"),
            in: "@Lenient var a: \(type)", fixed: "var a: \(type)")
    }
}
