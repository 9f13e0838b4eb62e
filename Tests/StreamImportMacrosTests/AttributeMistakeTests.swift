import Testing

/// Attributes of properties that `@Importable` refuses.
@Suite struct AttributeMistakeTests {
    private func expectMistake(_ mistake: Mistake, in property: String, fixed: String? = nil) {
        func source(_ property: String) -> String { "@Importable\nstruct Model {\n    \(property)\n}" }
        expectMistakes([mistake], in: source(property), fixed: source(fixed ?? property))
    }

    // MARK: - Keys

    @Test func aKeyNeedsAName() {
        expectMistake(
            Mistake(3, 5, #"'@Key' needs a name, as in '@Key("full_name")'"#), in: "@Key() var a: Int")
        expectMistake(
            Mistake(3, 5, #"'@Key' needs a name, as in '@Key("full_name")'"#), in: "@Key var a: Int")
        expectMistake(Mistake(3, 10, "a name in '@Key' cannot be empty"), in: #"@Key("") var a: Int"#)
    }

    @Test(arguments: ["name", #""\(name)""#, #""a" + "b""#, "Keys.a"])
    func aKeyHasToBeALiteral(argument: String) {
        expectMistake(
            Mistake(3, 10, "a name in '@Key' has to be a string literal without interpolation"),
            in: "@Key(\(argument)) var a: Int")
    }

    @Test(arguments: [
        ".", "a.", ".a", "a..b", "$", "$.", "$a..b", "a[", "a[]", "a[x]", "a[-1]", "a[0", "a[0]b", "a[0][",
        "[0]b",
    ])
    func aMalformedPathIsRefused(path: String) {
        expectMistake(
            Mistake(
                3, 10,
                """
                '\(path)' is no path; write keys with dots in between, and indices in brackets: 'photos[0].url'
                """),
            in: "@Key(\"\(path)\") var a: Int")
    }

    @Test(arguments: [
        ("/a/b", "a.b"), ("/photos/0/url", "photos[0].url"), ("/a~1b", nil), ("/", nil), ("/a//b", nil),
    ])
    func aPointerIsRefused(pointer: String, path: String?) {
        expectMistake(
            Mistake(
                3, 10,
                "'\(pointer)' is a JSON Pointer; '@Key' takes paths with dots, such as 'license.spdx_id'",
                fixIt: path.map { "write '\($0)'" }),
            in: "@Key(\"\(pointer)\") var a: Int", fixed: path.map { "@Key(\"\($0)\") var a: Int" })
    }

    @Test func aKeyThatIsGivenTwiceIsRefused() {
        expectMistake(
            Mistake(3, 20, "'b' is given twice; remove one of the two"),
            in: #"@Key("b", "c", "b") var a: Int"#)
    }

    @Test func aKeyBelongsToOneProperty() {
        expectMistakes(
            [
                Mistake(
                    4, 15, "'x.y' is a key of 'a' already; a key belongs to one property",
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
    func anAttributeThatMeansNothingIsRefused(
        attribute: String, other: String, name: String, property: String
    ) {
        let specifier = property == "a constant" ? "let" : "var"
        let rest = "\(other) \(specifier) a: [String: JSONValue] = [:]"
        expectMistake(
            Mistake(
                3, 5, "'@\(name)' means nothing on \(property); remove it", fixIt: "remove '\(attribute)'"),
            in: "\(attribute) \(rest)", fixed: rest)
    }

    @Test func aComputedPropertyHasNoKey() {
        expectMistake(
            Mistake(
                3, 5, "'@Key' means nothing on a property that is not imported; remove it",
                fixIt: #"remove '@Key("b")'"#),
            in: "@Key(\"b\")\n    var a: Int { 1 }", fixed: "var a: Int { 1 }")
    }

    @Test(arguments: [
        (#"@Key("b")"#, "Key"), ("@Ignored", "Ignored"), ("@Lenient", "Lenient"), ("@Extras", "Extras"),
    ])
    func anAttributeIsWrittenOnce(attribute: String, name: String) {
        let isExtras = name == "Extras"
        let rest = "var a: \(isExtras ? "[String: JSONValue]" : "[Int]") = [\(isExtras ? ":" : "")]"
        expectMistake(
            Mistake(
                3, 6 + attribute.count, "'@\(name)' is there already; remove one of the two",
                fixIt: "remove '\(attribute)'"),
            in: "\(attribute) \(attribute) \(rest)", fixed: "\(attribute) \(rest)")
    }

    // MARK: - Types

    @Test(arguments: [
        ("var a: [String: Any]", 20, "var a: [String: JSONValue]"),
        ("let a: JSONValue", 20, "let a: [String: JSONValue]"),
        ("var a: [String: JSONValue]?", 20, "var a: [String: JSONValue]"),
        ("var a: [Int: JSONValue] = [:]", 20, "var a: [String: JSONValue] = [:]"),
    ])
    func extrasHaveOneType(property: String, column: Int, fixed: String) {
        expectMistake(
            Mistake(
                3, column,
                "'@Extras' keeps values of any kind; the type of its property has to be [String: JSONValue]",
                fixIt: "change the type to '[String: JSONValue]'"),
            in: "@Extras \(property)", fixed: "@Extras \(fixed)")
    }

    @Test func extrasWithoutATypeNeedOne() {
        expectMistake(
            Mistake(
                3, 17,
                "'@Extras' keeps values of any kind; the type of its property has to be [String: JSONValue]",
                fixIt: "write the type"),
            in: "@Extras var a = [:]", fixed: "@Extras var a: [String: JSONValue] = [:]")
    }

    @Test func onePropertyReceivesTheRest() {
        expectMistakes(
            [
                Mistake(
                    4, 5, "'a' has '@Extras' already; one property can have it",
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
    func whatIsNoArrayCannotBeLenient(type: String) {
        expectMistake(
            Mistake(
                3, 5, "'@Lenient' leaves out elements, so it is for arrays and sets only; remove it",
                fixIt: "remove '@Lenient'"),
            in: "@Lenient var a: \(type)", fixed: "var a: \(type)")
    }
}
