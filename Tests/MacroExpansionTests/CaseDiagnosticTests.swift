import Testing

/// Enums with a discriminator that `@Importable` rejects.
@Suite struct CaseDiagnosticTests {
    /// Returns an enum with cases.
    private func event(_ cases: String, _ arguments: String = #"discriminator: "type""#) -> String {
        "@Importable(\(arguments))\nenum Event {\n    \(cases)\n}"
    }

    @Test(arguments: [
        (
            #"discriminator: "type", content: "data""#, "case push(Int, Int)", 10,
            "the case 'push' has several associated values without a label, and each would be the member of 'content'; label all but one"
        ),
        (
            "discriminator: .key", "case push(id: Int, ref: String)", 10,
            "the case 'push' has several associated values, but cases that are selected by key have one; use a struct with '@Importable'"
        ),
        (
            #"discriminator: "type""#, "case unknown(String)", 10,
            "the case 'unknown' receives unknown values and must have one associated value of the type JSONValue; for a case that is named so, add '@Key(\"unknown\")'"
        ),
        (
            #"discriminator: "type""#, "@Key(\"\") case push(Int)", 10,
            "a name in '@Key' must not be empty"
        ),
        (
            #"discriminator: "type""#, "@Key(\"a\") case push(Int), pull(Int)", 5,
            "'@Key' applies to several cases; declare each case separately"
        ),
        (
            #"discriminator: "type", content: name"#, "case push(Int)", 0,
            "'content' must be a string literal without interpolation"
        ),
        (
            #"discriminator: .firstFit, content: "payload""#, "case push(Int)", 0,
            "'content' applies only if a member is the discriminator; remove it"
        ),
        (
            #"discriminator: "type", subclasses: [A.self]"#, "case push(Int)", 0,
            "'subclasses' applies only to a class; remove it"
        ),
    ])
    func invalidCaseIsDiagnosed(arguments: String, declaration: String, column: Int, message: String) {
        let isArgument = column == 0
        let last = arguments.split(separator: ": ").last?.utf8.count ?? 0
        let position = isArgument ? "@Importable(\(arguments)".utf8.count - last + 1 : column
        expectDiagnostics(
            [Diagnostic(isArgument ? 1 : 3, position, message)],
            in: event(declaration, arguments))
    }

    @Test(arguments: [
        (
            "case pushEvent(Int), push_event(Int)", 26, 10, "pushEvent",
            "'push_event' and 'pushEvent' match the same names, because case, '_', '-' and spaces are ignored; rename one"
        ),
        (
            "case push(Int)\n    @Key(\"push\") case pull(Int)", 10, 10, "push",
            "'push' is already a name of 'push'; each name belongs to one case"
        ),
    ])
    func casesWithSameNameAreDiagnosed(
        declarations: String, column: Int, noteColumn: Int, earlier: String, message: String
    ) {
        expectDiagnostics(
            [
                Diagnostic(
                    declarations.contains("\n") ? 4 : 3, column, message,
                    note: (3, noteColumn, "'\(earlier)' is declared here"))
            ],
            in: event(declarations))
    }

    @Test(arguments: [
        #"@Key("unknown") case strange(Int)"#, #"@Key("unknown") case unknown_(Int)"#, "case Unknown(Int)",
    ])
    func nameOfCaseForUnknownNamesIsAccepted(declaration: String) {
        expectNoDiagnostics(
            in: event(#"case unknown(JSONValue)\#n    \#(declaration)"#))
    }

    @Test(arguments: [
        (
            "(() -> Void)?",
            "the case 'push' has a function as an associated value, which cannot be imported; remove it"
        ),
        (
            "@Sendable (Int) -> Int",
            "the case 'push' has a function as an associated value, which cannot be imported; remove it"
        ),
        (
            "(x: Int, y: Int)",
            "the case 'push' has a tuple as an associated value, which cannot be imported; use a struct with '@Importable'"
        ),
        (
            "[(x: Int, y: Int)]",
            "the case 'push' has a tuple as an associated value, which cannot be imported; use a struct with '@Importable'"
        ),
        (
            "any Shape",
            "'any Shape' cannot be imported, because the JSON value does not name the type to create; use an enum with '@Importable(discriminator: \"type\")', or JSONValue"
        ),
        (
            "[String: [any Shape]?]",
            "'any Shape' cannot be imported, because the JSON value does not name the type to create; use an enum with '@Importable(discriminator: \"type\")', or JSONValue"
        ),
        (
            "[[Bool: Int]]",
            "'Bool' cannot be the key of a dictionary; use String, an integer, or an ImportableKey"
        ),
        ("Any", "the case 'push' has an associated value whose type contains Any; use JSONValue instead"),
        (
            "[String: Any]?",
            "the case 'push' has an associated value whose type contains Any; use JSONValue instead"
        ),
    ])
    func associatedValueOfUnsupportedKindIsDiagnosed(type: String, message: String) {
        for (value, column) in [(type, 15), ("id: \(type)", 19)] {
            expectDiagnostics(
                [Diagnostic(3, column, message)],
                in: event(#"case push(\#(value))"#, #"discriminator: "type", content: "data""#))
        }
    }

    @Test(arguments: [
        ("NSNumber", 19, "NSNumber", "Double", "Double, Int, Decimal or Bool"),
        ("[String: NSDate?]", 28, "NSDate", "Date", "Date"),
        ("AnyObject", 19, "AnyObject", "JSONValue", "JSONValue"),
    ])
    func associatedValueOfUnsupportedTypeIsDiagnosedAtItsName(
        type: String, column: Int, name: String, replacement: String, advice: String
    ) {
        func source(_ type: String) -> String {
            "@Importable(discriminator: \"type\")\nenum Event {\n    case push(id: \(type))\n}"
        }
        expectDiagnostics(
            [
                Diagnostic(
                    3, column, "'\(name)' cannot be imported; use \(advice)",
                    fixIt: "replace '\(name)' with '\(replacement)'")
            ],
            in: source(type), fixed: source(type.replacing(name, with: replacement)))
    }

    @Test(arguments: [
        ("case push(fooBar: Int, foo_bar: Int)", 28, 15, "foo_bar", "fooBar"),
        ("case pull(id: Int, ref: Int, ID: Int)", 34, 15, "ID", "id"),
        ("case push(`in`: Int, In: Int)", 26, 15, "In", "in"),
    ])
    func labelsMatchingSameKeysAreDiagnosed(
        declaration: String, column: Int, noteColumn: Int, label: String, earlier: String
    ) {
        expectDiagnostics(
            [
                Diagnostic(
                    3, column,
                    "'\(label)' and '\(earlier)' match the same keys, because case, '_', '-' and spaces are ignored; rename one",
                    note: (3, noteColumn, "'\(earlier)' is declared here"))
            ],
            in: event(declaration))
    }

    @Test(arguments: [
        ("push(Push, next: Event?)", 15), ("push(more: [Self], Push)", 29), ("push(Int, Int)", 15),
        ("push(_: JSONValue, id: Int)", 15), ("push(id: Int, _: JSONText?, by: Int = 1)", 24),
    ])
    func unlabelledValueBesideOthersIsDiagnosed(declaration: String, column: Int) {
        let message =
            "an associated value without a label is the whole object, and the case 'push' has other values; label each value, or use one struct with '@Importable'"
        for discriminator in [#""type""#, ".firstFit"] {
            expectDiagnostics(
                [Diagnostic(3, column, message)],
                in: event("case \(declaration)", "discriminator: \(discriminator)"))
        }
    }

    @Test(arguments: [
        ("push(id: Int, next: Event?)", ""), ("push(Event)", ""), ("push(_: JSONValue)", ""),
        ("push(Push, next: Event?)", #", content: "data""#),
    ])
    func valuesThatAreReadOnceAreAccepted(declaration: String, arguments: String) {
        expectNoDiagnostics(in: event("case \(declaration)", #"discriminator: "type"\#(arguments)"#))
    }

    @Test func unconstrainedParameterOfEnumIsDiagnosed() {
        func source(_ head: String) -> String {
            "@Importable(discriminator: \"type\")\nenum \(head) {\n    case push(id: Int, ids: [T])\n}"
        }
        expectDiagnostics(
            [
                Diagnostic(
                    2, 12,
                    "'T' must conform to Importable, because an associated value of 'push' contains it",
                    fixIt: "add ': Importable'")
            ],
            in: source("Event<T>"), fixed: source("Event<T: Importable>"))
        for head in ["Event<T: Model>", "Event<T> where T: Importable"] {
            expectNoDiagnostics(in: source(head))
        }
    }

    @Test(arguments: [
        ("types", "types", notTypes), ("[Circle.self, Square]", "Square", notTypes),
        (#"["Circle"]"#, #""Circle""#, notTypes),
        ("[Circle.self] + [Square.self]", "[Circle.self] + [Square.self]", notTypes),
        ("[Circle.self, Shape.self]", "Shape.self", isClass), ("[Self.self]", "Self.self", isClass),
    ])
    func elementThatIsNoSubclassIsDiagnosed(subclasses: String, element: String, message: String) {
        let line = "@Importable(discriminator: \"kind\", subclasses: \(subclasses))"
        let offset =
            line.utf8.count - element.utf8.count
            - (subclasses.hasSuffix("]") && element != subclasses ? 1 : 0)
        expectDiagnostics(
            [Diagnostic(1, offset, message)], in: "\(line)\nclass Shape {\n    var id: Int\n}")
    }

    private static let notTypes = "'subclasses' requires a list of types, as in '[Circle.self]'"
    private static let isClass =
        "'Shape' is the class itself, whose name needs no place in 'subclasses'; remove it"

    @Test(arguments: [
        ("data", "case push(Int, data: String)", 20, "data"),
        ("data", "case push(DATA: String, _: Int)", 15, "DATA"),
        ("$.data", "case push(Int, data: String)", 20, "data"),
        ("event_data", "case push(Int, eventData: String)", 20, "eventData"),
    ])
    func labelOfContentIsDiagnosed(content: String, declaration: String, column: Int, label: String) {
        expectDiagnostics(
            [Diagnostic(3, column, "the label '\(label)' matches the key of 'content'; rename one")],
            in: event(declaration, #"discriminator: "type", content: "\#(content)""#))
    }

    @Test(arguments: [("data", "case push(data: Int)"), ("data.object", "case push(Int, data: Int)")])
    func labelOfOtherMemberThanContentIsAccepted(content: String, declaration: String) {
        expectNoDiagnostics(
            in: event(declaration, #"discriminator: "type", content: "\#(content)""#))
    }

    @Test func otherAttributeOnCaseIsDiagnosed() {
        expectDiagnostics(
            [
                Diagnostic(
                    3, 5, "'@Ignored' does not apply to cases; remove it", fixIt: "remove '@Ignored'")
            ],
            in: event("@Ignored case push(Int)"),
            fixed: event("case push(Int)"))
    }

    @Test(arguments: [
        ("Event: String", "Event"), ("Event: Swift.Int, Hashable", "Event: Hashable"),
        ("Event: Double, Sendable", "Event: Sendable"), ("Event: Character", "Event"),
    ])
    func rawTypeWithDiscriminatorIsDiagnosed(head: String, fixed: String) {
        func source(_ head: String) -> String {
            "@Importable(discriminator: \"type\")\nenum \(head) {\n    case a\n}"
        }
        let type = head.split { ":, ".contains($0) }[1]
        expectDiagnostics(
            [
                Diagnostic(
                    2, 13,
                    "a raw type applies only to an enum without a discriminator; remove it, or remove 'discriminator:'",
                    fixIt: "remove '\(type)'")
            ],
            in: source(head), fixed: source(fixed))
    }

    @Test(arguments: ["Hashable, Sendable", "Codable & Sendable", "Model", "Base.Model"])
    func protocolOfEnumWithDiscriminatorIsAccepted(type: String) {
        expectNoDiagnostics(
            in: "@Importable(discriminator: \"type\")\nenum Event: \(type) {\n    case a\n}")
    }

    @Test func conditionalCaseIsDiagnosed() {
        expectDiagnostics(
            [
                Diagnostic(
                    5, 10, "the case 'pull' is inside '#if', which macros do not evaluate; move it out")
            ],
            in: """
                @Importable(discriminator: "type")
                enum Event {
                    case push(Int)
                    #if DEBUG
                    case pull(Int)
                    #endif
                }
                """)
    }

    @Test func enumWithoutCasesIsDiagnosed() {
        expectDiagnostics(
            [Diagnostic(2, 1, "'@Importable' requires an enum with at least one case")],
            in: """
                @Importable(discriminator: "type")
                enum Event {}
                """)
    }

    @Test(arguments: ["", "a[", "a..b", "$", "a[0]", "[0].a", "/meta/type"], ["enum Event", "class Event"])
    func malformedDiscriminatorIsDiagnosed(discriminator: String, head: String) {
        let subclasses = head.hasPrefix("class") ? ", subclasses: [Push.self]" : ""
        expectDiagnostics(
            [Diagnostic(1, 28, "'discriminator' must be a key, or a path of keys such as 'meta.type'")],
            in: """
                @Importable(discriminator: "\(discriminator)"\(subclasses))
                \(head) {
                    \(head.hasPrefix("class") ? "var id: Int" : "case push(Int)")
                }
                """)
    }

    @Test(arguments: ["", "a[", "a..b", "$", "/data/object"])
    func malformedContentIsDiagnosed(content: String) {
        expectDiagnostics(
            [Diagnostic(1, 45, "'content' must be a key, or a path such as 'data.object'")],
            in: event("case push(Int)", #"discriminator: "type", content: "\#(content)""#))
    }

    @Test(arguments: [
        #""$type", content: "items[0].value""#, #""meta.type", content: "$.data""#, ".key", ".member(path)",
        #""@type""#,
    ])
    func argumentsOfKeysAndPathsAreAccepted(arguments: String) {
        expectNoDiagnostics(
            in: "@Importable(discriminator: \(arguments))\nenum Event {\n    case push(Int)\n}")
    }

    @Test(arguments: ["struct Repo {}", "final class Repo {}"])
    func discriminatorOfTypeWithoutCasesIsDiagnosed(declaration: String) {
        expectDiagnostics(
            [
                Diagnostic(
                    1, 28,
                    "a discriminator applies only to an enum, or to a class that is not final, with 'subclasses:'"
                )
            ],
            in: "@Importable(discriminator: \"type\")\n\(declaration)")
    }
}
