import Testing

/// Properties that `@Importable` rejects.
@Suite struct PropertyDiagnosticTests {
    /// A property with one error, and the source after the fix-it.
    struct Case: Sendable {
        let property: String
        let column: Int
        let message: String
        var fixIt: String?
        var fixed: String?
    }

    private func expectDiagnostic(_ testCase: Case) {
        func source(_ property: String) -> String { "@Importable\nstruct Model {\n    \(property)\n}" }
        expectDiagnostics(
            [Diagnostic(3, testCase.column, testCase.message, fixIt: testCase.fixIt)],
            in: source(testCase.property),
            fixed: source(testCase.fixed ?? testCase.property))
    }

    @Test(arguments: [
        ("a = f()", "a: <#Type#> = f()"), ("a = []", "a: <#Type#> = []"), ("a = [:]", "a: <#Type#> = [:]"),
        ("a = [1, 1.5]", "a: <#Type#> = [1, 1.5]"), ("a = .red", "a: <#Type#> = .red"),
        ("a = Color.red", "a: <#Type#> = Color.red"), ("a = Int(\"1\")", "a: <#Type#> = Int(\"1\")"),
        ("a = make()", "a: <#Type#> = make()"), ("a = Date.now", "a: <#Type#> = Date.now"),
        ("a = 1 + 1", "a: <#Type#> = 1 + 1"), ("a = x as? Int", "a: <#Type#> = x as? Int"),
        ("a = Foo { }", "a: <#Type#> = Foo { }"), ("a = ^1", "a: <#Type#> = ^1"),
        ("a = -b", "a: <#Type#> = -b"),
        ("`default` = f()", "`default`: <#Type#> = f()"),
    ])
    func defaultWithoutEvidentTypeIsDiagnosed(binding: String, fixed: String) {
        let name = binding.hasPrefix("`") ? "default" : "a"
        expectDiagnostic(
            Case(
                property: "var \(binding)", column: 9,
                message:
                    "the type of '\(name)' cannot be inferred from its default value; add a type annotation",
                fixIt: "add a type annotation", fixed: "var \(fixed)"))
    }

    @Test(arguments: [
        ("var a: () -> Void", 12, nil), ("var a: (@Sendable () -> Void)?", 12, "@Ignored "),
        ("var a: ((Int) -> Int)! = nil", 12, "@Ignored "), ("let a: @MainActor () async -> Int", 12, nil),
        ("var a: Optional<() -> Void>", 12, nil), ("var a: (() -> Void) = {}", 12, "@Ignored "),
    ])
    func functionPropertyIsDiagnosed(property: String, column: Int, fix: String?) {
        expectDiagnostic(
            Case(
                property: property, column: column,
                message: "'a' has a function type, which cannot be imported; mark it '@Ignored'",
                fixIt: fix.map { _ in "add '@Ignored'" }, fixed: fix.map { $0 + property }))
    }

    @Test(arguments: ["(Int, Int)", "(x: Int, y: Int)?", "()", "[(x: Int, y: Int)]", "[String: (Int, Int)?]"])
    func tuplePropertyIsDiagnosed(type: String) {
        expectDiagnostic(
            Case(
                property: "var a: \(type)", column: 12,
                message: "'a' has a tuple type, which cannot be imported; use a struct with '@Importable'"))
    }

    @Test(arguments: ["any Shape", "(any Shape)?", "[any Shape]", "[String: any Shape]"])
    func existentialPropertyIsDiagnosed(type: String) {
        expectDiagnostic(
            Case(
                property: "var a: \(type)", column: 12,
                message:
                    "'any Shape' cannot be imported, because the JSON value does not name the type to create; use an enum with '@Importable(discriminator: \"type\")', or JSONValue"
            ))
    }

    @Test(arguments: ["[Bool: Int]", "[Double: [Int]]?", "[[Decimal: Int]]", "Dictionary<Data, Int>"])
    func keyOfUnsupportedTypeIsDiagnosed(type: String) {
        let key = type.split { "[:<,".contains($0) }.first {
            $0.first?.isLetter == true && $0 != "Dictionary"
        }
        expectDiagnostic(
            Case(
                property: "var a: \(type)", column: 12,
                message:
                    "'\(key ?? "")' cannot be the key of a dictionary; use String, an integer, or an ImportableKey"
            ))
    }

    @Test(arguments: ["[[String: Any]]", "[Any?]", "[Int: Any]?", "Set<Any>", "[String: [Any]]", "(any Any)"])
    func nestedAnyIsDiagnosed(type: String) {
        expectDiagnostic(
            Case(
                property: "var a: \(type)", column: 12,
                message:
                    "the type of 'a' contains Any, which is supported only as Any, [Any] or [String: Any]; use JSONValue instead"
            ))
    }

    @Test(arguments: [
        ("NSNumber", 12, "Double", "Double, Int, Decimal or Bool"), ("NSString", 12, "String", "String"),
        ("NSArray", 12, "[JSONValue]", "[JSONValue] or an array of the element type"),
        (
            "NSDictionary", 12, "[String: JSONValue]",
            "[String: JSONValue] or a struct with '@Importable'"
        ),
        ("NSDate", 12, "Date", "Date"), ("AnyObject", 12, "JSONValue", "JSONValue or Any"),
        ("[NSString]", 13, "String", "String"),
        ("[String: NSNumber?]", 21, "Double", "Double, Int, Decimal or Bool"),
        ("Set<NSUUID>!", 16, "UUID", "UUID"),
    ])
    func unsupportedTypeIsDiagnosedAtItsName(type: String, column: Int, replacement: String, advice: String) {
        let name =
            type.filter { $0.isLetter || $0.isWhitespace }.replacing("Set", with: "")
            .split(separator: " ").last.map(String.init) ?? ""
        expectDiagnostic(
            Case(
                property: "var a: \(type)", column: column,
                message: "'\(name)' cannot be imported; use \(advice)",
                fixIt: "replace '\(name)' with '\(replacement)'",
                fixed: "var a: \(type.replacing(name, with: replacement))"))
    }

    @Test(arguments: ["NSSet", "NSMutableSet"])
    func foundationSetIsDiagnosed(type: String) {
        expectDiagnostic(
            Case(
                property: "var a: \(type)", column: 12,
                message: "'\(type)' cannot be imported; use Set<JSONValue> or a set of the element type",
                fixIt: "replace '\(type)' with 'Set<JSONValue>'", fixed: "var a: Set<JSONValue>"))
    }

    @Test func tuplePatternIsDiagnosed() {
        let message = "'@Importable' does not support tuple patterns; declare each property separately"
        expectDiagnostic(Case(property: "var (a, b) = (1, 2)", column: 9, message: message))
        expectDiagnostic(Case(property: "let (a, b): (Int, Int)", column: 9, message: message))
    }

    @Test(arguments: ["weak", "unowned", "unowned(unsafe)"])
    func weakOrUnownedPropertyIsDiagnosed(modifier: String) {
        let isWeak = modifier == "weak"
        let property = "\(modifier) var a: Node\(isWeak ? "?" : "")"
        expectDiagnostic(
            Case(
                property: property, column: 5,
                message:
                    "'a' is \(modifier) and does not retain an imported value; mark it '@Ignored'",
                fixIt: isWeak ? "add '@Ignored'" : nil, fixed: isWeak ? "@Ignored " + property : nil))
    }

    @Test(arguments: [
        ("var a: Int", "var a: Int = <#value#>"), ("let a: Int?", "let a: Int? = <#value#>"),
        ("var a: Optional<Int>", "var a: Optional<Int> = <#value#>"),
        ("var a: Int { didSet {} }", "var a: Int = <#value#> { didSet {} }"),
    ])
    func ignoredPropertyWithoutDefaultIsDiagnosed(property: String, fixed: String) {
        expectDiagnostic(
            Case(
                property: "@Ignored " + property, column: 18,
                message: "'a' is ignored and requires a default value", fixIt: "add a default value",
                fixed: "@Ignored " + fixed))
    }

    @Test(arguments: [
        "@Ignored var a: Int?", "@Ignored var a: Int!", "@Ignored let a = f()", "@Ignored var a = { 1 }",
        "@Ignored var a, b: Int?", "@Ignored weak var a: Node?", "@Ignored var a: (() -> Void)?",
        "let a = f()",
        "let a: () -> Int = { 1 }",
        "#if DEBUG\n    @Ignored var a = 1\n    let b = 2\n    #endif", "@Ignored var b: Int { 1 }",
        "let a = unowned()", "static weak var a: Node?", "lazy var a = f()", "static var (a, b) = (1, 2)",
    ])
    func nonImportedPropertyOfAnyTypeIsAccepted(property: String) {
        let model = "struct Model {\n    \(property)\n}"
        expectNoDiagnostics(in: "@Importable\n" + model)
    }

    @Test func conditionalPropertyIsDiagnosed() {
        func message(_ name: String) -> String {
            "'\(name)' is inside '#if', which macros do not evaluate; move it out or mark it '@Ignored'"
        }
        expectDiagnostics(
            [Diagnostic(4, 9, message("a")), Diagnostic(6, 9, message("a")), Diagnostic(8, 9, message("b"))],
            in: """
                @Importable
                struct Model {
                    #if DEBUG
                    var a: Int
                    #else
                    let a: Int?
                    #if os(Linux)
                    var b = f()
                    var c: Int { 1 }
                    #endif
                    #endif
                }
                """)
    }

    @Test(arguments: [
        ("userName", "user_name"), ("a", "A"), ("_id", "id"), ("größe", "GRÖßE"),
        ("`first name`", "firstName"), ("strasse", "straße"), ("ΟΔΟΣ", "οδος"), ("`a-b`", "ab"),
    ])
    func propertiesMatchingSameKeysAreDiagnosed(first: String, second: String) {
        let names = [first, second].map { $0.replacing("`", with: "") }
        expectDiagnostics(
            [
                Diagnostic(
                    4, 18,
                    """
                    '\(names[1])' and '\(names[0])' match the same keys, because case, '_', '-' and spaces are \
                    ignored; rename one
                    """, note: (3, 9, "'\(names[0])' is declared here"))
            ],
            in: """
                @Importable
                struct Model {
                    var \(first): Int
                    @Ignored var \(second) = 1
                }
                """)
    }

    @Test(arguments: [
        ("(asArray: true)", "var x1, x_1: Double"),
        ("(asArray: true)", "var x1: Double\n    @Ignored var X1 = 0"),
        ("", "@Key(from: .memberName) let id: String\n    var ID: Int"),
        ("", "var userName: Int\n    @Extras var user_name: [String: JSONValue]"),
    ])
    func propertiesWithoutKeysMayHaveMatchingNames(arguments: String, properties: String) {
        expectNoDiagnostics(in: "@Importable\(arguments)\nstruct Model {\n    \(properties)\n}")
    }

    @Test(arguments: ["var Model: Int", "@Ignored var Model = 1", "let `Model`: Int"])
    func propertyNamedLikeEnclosingTypeIsDiagnosed(property: String) {
        expectDiagnostic(
            Case(
                property: property, column: property.hasPrefix("@") ? 18 : 9,
                message: "the property 'Model' has the name of its type and hides it; rename one"))
    }

    @Test func allDiagnosticsAreReportedTogether() {
        expectDiagnostics(
            [
                Diagnostic(
                    2, 13, "'T' must conform to Importable, because the type of 'a' contains it",
                    fixIt: "add ': Importable'"),
                Diagnostic(
                    4, 9, "the type of 'b' cannot be inferred from its default value; add a type annotation",
                    fixIt: "add a type annotation"),
                Diagnostic(5, 5, "'@Key' requires a name, as in '@Key(\"full_name\")'"),
                Diagnostic(
                    5, 19, "'c' has a function type, which cannot be imported; mark it '@Ignored'"),
                Diagnostic(
                    6, 9,
                    "'B' and 'b' match the same keys, because case, '_', '-' and spaces are ignored; rename one",
                    note: (4, 9, "'b' is declared here")),
            ],
            in: """
                @Importable
                class Model<T> {
                    var a: T
                    var b = f()
                    @Key() var c: () -> Void
                    var B: Int
                }
                """,
            fixed: """
                @Importable
                class Model<T: Importable> {
                    var a: T
                    var b: <#Type#> = f()
                    @Key() var c: () -> Void
                    var B: Int
                }
                """)
    }
}
