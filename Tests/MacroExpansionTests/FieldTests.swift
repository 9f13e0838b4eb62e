import Testing

/// The code that one property adds to the expansion of its struct.
@Suite struct FieldTests {
    /// Requires the expansion of a struct with properties to have a field for each. The properties are named `a` in the
    /// table, and `a0`, `a1` and so on in the struct.
    private func expectExpansion(
        of properties: [(property: String, field: Expansion.Field)],
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        var (source, fields) = ("@Importable\nstruct Model {\n", [Expansion.Field]())
        for (index, (property, field)) in properties.enumerated() {
            var field = field.named("a\(index)")
            if ["[URL", "Color", "Kind", "Model.B", "Outer", "Page", "Shape"].contains(
                where: field.type.contains)
            {
                field.line = source.count { $0 == "\n" } + 1
            }
            if property.hasPrefix("@Clamped") { field.wrapperLine = source.count { $0 == "\n" } + 1 }
            fields.append(field)
            source += "    \(property.replacing(/(var|let) a\b/) { "\($0.1) a\(index)" })\n"
        }
        MacroExpansionTests.expectExpansion(
            of: source + "}", adds: Expansion(.structure, "Model", fields), sourceLocation: sourceLocation)
    }

    @Test func typeIsInferredFromEvidentDefault() {
        let table = [
            ("1", "Int"), ("-1", "Int"), ("~1", "Int"), ("[Self]()", "[Model]"), ("0xFF_FF", "Int"),
            ("1.5", "Double"), ("-1e3", "Double"),
            ("true", "Bool"), (#""""#, "String"), (#""\(1) of 2""#, "String"), ("#\"\"\"\n\"\"\"#", "String"),
            ("[String]()", "[String]"), ("[String?]()", "[String?]"),
            ("[String: [Int]]()", "[String: [Int]]"),
            ("Set<Int>()", "Set<Int>"), ("Date()", "Date"), ("Swift.Array<Int>()", "Swift.Array<Int>"),
            ("Outer.Inner()", "Outer.Inner"), ("Page<Int>.Item()", "Page<Int>.Item"),
            ("[1, 2]", "[Int]"), ("[[1], [2]]", "[[Int]]"), (#"["a": 1, "b": -2]"#, "[String: Int]"),
            (#"["a": ["b"]]"#, "[String: [String]]"),
            ("1 as UInt8", "UInt8"), ("[] as Set<String>", "Set<String>"), ("nil as Int?", "Int?"),
            (".red as Color", "Color"),
        ]
        expectExpansion(of: table.map { ("var a = \($0)", .defaulted("a", $1)) })
    }

    @Test func propertyWithDefaultBecomesDefaultedField() {
        let table = [
            ("var a: Float = 1", "Float"), ("var a: [Int] = []", "[Int]"), ("var a: Int? = 5", "Int?"),
            ("var a: Int?? = nil", "Int??"), ("var a: Optional<Int> = nil", "Int?"),
            ("var a: Int! = 5", "Int?"),
            ("var a: (Int) = 5", "Int"), ("var a: Color = .red", "Color"), ("public var a: Int = f()", "Int"),
            ("private(set) var a = 1", "Int"), ("var a = 1 { didSet {} }", "Int"),
            ("var a: Kind<Int>.Sub = .x", "Kind<Int>.Sub"),
        ]
        expectExpansion(of: table.map { ($0, .defaulted("a", $1)) })
    }

    @Test func optionalPropertyBecomesOptionalField() {
        let table = [
            ("var a: Int?", "Int"), ("let a: Int?", "Int"), ("var a: Int!", "Int"),
            ("var a: Optional<Int>", "Int"),
            ("var a: Swift.Optional<[Int]>", "[Int]"), ("var a: Int??", "Int?"), ("var a: (Int)?", "Int"),
            ("var a: ([Int: Kind])?", "[Int: Kind]"), ("@Clamped(0...1) private var a: Int?", "Int"),
        ]
        expectExpansion(of: table.map { ($0, .optional("a", $1)) })
    }

    @Test func nonOptionalPropertyBecomesRequiredField() {
        let table = [
            ("let a: Int", "Int"), ("var a: (Int)", "Int"), ("let a: [Self]", "[Model]"),
            ("let a: Self.B", "Model.B"), ("var a: Outer.Inner", "Outer.Inner"),
            ("var a: [Int?]", "[Int?]"), ("var a: [String: Int]", "[String: Int]"),
            ("var a: [URL: Int]", "[URL: Int]"),
            ("fileprivate var a: Int", "Int"),
            ("var a: Int { willSet {} didSet {} }", "Int"), ("var a: Shape", "Shape"),
            ("unowned(safe) var b: Int { 1 }; let a: Int", "Int"),
        ]
        expectExpansion(of: table.map { ($0, .required("a", $1)) })
    }

    @Test(arguments: [
        (#"@Key("b") var a: Double"#, #"keys: ["b"]"#),
        (
            ##"@Key("b", "c.d", "$.e[0][1].f", #"g"h"#) var a: Double"##,
            ##"keys: ["b", "c.d", "$.e[0][1].f", #"g"h"#]"##
        ),
        (#"@Key("größe", "a b", "\u{e9}\n") var a: Double"#, #"keys: ["größe", "a b", "\u{e9}\n"]"#),
        (#"@StreamImport.Key("b") var a: Double"#, #"keys: ["b"]"#),
        ("@DateFormat(.dotNet) var a: Double", "dates: .dotNet"),
        ("@DateFormat(DateStrategy.unixSeconds) var a: Double", "dates: DateStrategy.unixSeconds"),
        ("@DateFormat(Self.dates) var a: Double", "dates: Model.dates"),
        (#"@Key("b") @DateFormat(.iso8601) var a: Double"#, #"keys: ["b"], dates: .iso8601"#),
    ])
    func attributesBecomeFieldArguments(property: String, arguments: String) {
        expectExpansion(of: [(property, .required("a", "Double") { $0.arguments = arguments })])
    }

    @Test func sourceOfFieldIsSetAfterItsDeclaration() {
        let source = """
            @Importable
            struct Model {
                @Key(from: .memberName) let a: Int
                @Key(from: FieldSource.enclosing("b.c")) var b: Int?
                @Key("d") var c: Int
            }
            """
        MacroExpansionTests.expectExpansion(
            of: source,
            adds: Expansion(
                .structure, "Model",
                [
                    .required("a", "Int"), .optional("b", "Int"),
                    .required("c", "Int") { $0.arguments = #"keys: ["d"]"# },
                ]
            ) {
                $0.statements = [#"fields.setSources(["a": .memberName, "b": FieldSource.enclosing("b.c")])"#]
            })
    }

    @Test func lenientCollectionBecomesLenientField() {
        let table = [
            "[Int]", "Set<Int>", "Array<Int>", "[[String: Int]]", "Swift.Set<Int>",
        ]
        expectExpansion(
            of: table.map {
                ("@Lenient var a: \($0)", .required("a", $0) { $0.arguments = "isLenient: true" })
            })
    }

    @Test(arguments: [
        ("@Extras var a: [String: JSONValue]", "[String: JSONValue]"),
        ("@Extras let a: Dictionary<String, JSONValue>", "Dictionary<String, JSONValue>"),
        ("@Extras var a: [String: StreamImport.JSONValue] = [:]", "[String: StreamImport.JSONValue]"),
        ("@Extras var a = [String: JSONValue]()", "[String: JSONValue]"),
    ])
    func extrasDictionaryBecomesExtrasField(property: String, type: String) {
        expectExpansion(of: [(property, .extras("a", type))])
    }
}
