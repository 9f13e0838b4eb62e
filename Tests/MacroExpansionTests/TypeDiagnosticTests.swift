import Testing

/// Declarations that `@Importable` rejects.
@Suite struct TypeDiagnosticTests {
    @Test(arguments: [("protocol", "protocols"), ("actor", "actors")])
    func protocolOrActorIsDiagnosed(introducer: String, plural: String) {
        expectDiagnostics(
            [
                Diagnostic(
                    2, 8, "'@Importable' supports structs, classes and enums, not \(plural)")
            ],
            in: """
                @Importable
                public \(introducer) Repo {}
                """)
    }

    @Test(arguments: [
        ("Color", "Color: String"),
        ("Color: Codable, Swift.Sendable", "Color: String, Codable, Swift.Sendable"),
        ("Color<T>", "Color<T>: String"),
    ])
    func enumWithoutRawValuesIsDiagnosed(head: String, fixed: String) {
        expectDiagnostics(
            [
                Diagnostic(
                    2, 6, "'@Importable' requires an enum with raw values; add a raw type such as String",
                    fixIt: "add the raw type 'String'")
            ],
            in: """
                @Importable
                enum \(head) {
                    case red
                }
                """,
            fixed: """
                @Importable
                enum \(fixed) {
                    case red
                }
                """)
    }

    @Test func enumWithAssociatedValuesIsDiagnosed() {
        expectDiagnostics(
            [
                Diagnostic(
                    2, 6,
                    "'@Importable' requires a discriminator for an enum with associated values, as in '@Importable(discriminator: \"type\")'",
                    fixIt: "add 'discriminator: \"type\"'")
            ],
            in: """
                @Importable
                enum Shape: Equatable {
                    case point
                    case circle(Double)
                }
                """,
            fixed: """
                @Importable(discriminator: "type")
                enum Shape: Equatable {
                    case point
                    case circle(Double)
                }
                """)
    }

    @Test func discriminatorReplacesOtherArguments() {
        expectDiagnostics(
            [
                Diagnostic(
                    1, 1,
                    "the arguments of '@Importable' apply to properties, which an enum does not have; remove them",
                    fixIt: "remove the arguments"),
                Diagnostic(
                    2, 6,
                    "'@Importable' requires a discriminator for an enum with associated values, as in '@Importable(discriminator: \"type\")'",
                    fixIt: "add 'discriminator: \"type\"'"),
            ],
            in: "@Importable(only: [])\nenum Shape {\n    case circle(Double)\n}",
            applying: ["add 'discriminator: \"type\"'"],
            fixed: "@Importable(discriminator: \"type\")\nenum Shape {\n    case circle(Double)\n}")
    }

    @Test(arguments: [
        ("struct Repo: Importable {}", 14, "struct Repo {}"),
        ("struct Repo: Importable, Codable {}", 14, "struct Repo: Codable {}"),
        ("final class Repo: Base, StreamImport.Importable {}", 25, "final class Repo: Base {}"),
        ("enum Kind: Int, Importable, Codable {}", 17, "enum Kind: Int, Codable {}"),
    ])
    func explicitConformanceIsDiagnosed(declaration: String, column: Int, fixed: String) {
        let name = declaration.contains("StreamImport.") ? "StreamImport.Importable" : "Importable"
        expectDiagnostics(
            [
                Diagnostic(
                    2, column, "'@Importable' already adds the conformance to Importable; remove it",
                    fixIt: "remove '\(name)'")
            ],
            in: "@Importable\n" + declaration, fixed: "@Importable\n" + fixed)
    }

    @Test func nestedPrivateTypeIsDiagnosed() {
        expectDiagnostics(
            [
                Diagnostic(
                    3, 5, "'@Importable' cannot extend a private nested type; make it fileprivate",
                    fixIt: "replace 'private' with 'fileprivate'")
            ],
            in: """
                enum Outer {
                    @Importable
                    private struct Inner {}
                }
                """,
            fixed: """
                enum Outer {
                    @Importable
                    fileprivate struct Inner {}
                }
                """)
    }

    @Test(arguments: ["enum Outer", "extension Outer"])
    func typeInNestedPrivateTypeIsDiagnosed(outer: String) {
        func source(_ access: String) -> String {
            """
            \(outer) {
                \(access) enum Middle {
                    @Importable
                    struct Inner {}
                }
            }
            """
        }
        expectDiagnostics(
            [
                Diagnostic(
                    4, 9,
                    "'@Importable' cannot extend a type in the private type 'Middle'; make 'Middle' fileprivate"
                )
            ],
            in: source("private"))
        expectNoDiagnostics(in: source("fileprivate"))
        expectNoDiagnostics(in: "private enum Outer {\n    @Importable\n    struct Inner {}\n}")
    }

    @Test(arguments: ["Character", "Swift.Character"])
    func characterRawTypeIsDiagnosed(type: String) {
        expectDiagnostics(
            [
                Diagnostic(
                    2, 13, "a raw value cannot be imported as Character; use the raw type String",
                    fixIt: "replace 'Character' with 'String'")
            ],
            in: "@Importable\nenum Grade: \(type), Codable {\n    case a\n}",
            fixed: "@Importable\nenum Grade: String, Codable {\n    case a\n}")
    }

    @Test(arguments: ["@MainActor", "@_Concurrency.MainActor"])
    func mainActorClassIsDiagnosed(attribute: String) {
        expectDiagnostics(
            [
                Diagnostic(
                    2, 1,
                    "'@Importable' does not support '@MainActor' classes, because imports run on other threads; make the class nonisolated, or use a struct",
                    fixIt: "replace '\(attribute)' with 'nonisolated'")
            ],
            in: "@Importable\n\(attribute)\nfinal class Repo {\n    var a = 1\n}",
            fixed: "@Importable\nnonisolated\nfinal class Repo {\n    var a = 1\n}")
        expectNoDiagnostics(in: "@Importable\n\(attribute)\nstruct Repo {\n    var a = 1\n}")
    }

    @Test func argumentsOnEnumAreDiagnosed() {
        expectDiagnostics(
            [
                Diagnostic(
                    1, 1,
                    "the arguments of '@Importable' apply to properties, which an enum does not have; remove them",
                    fixIt: "remove the arguments")
            ],
            in: "@Importable(only: [])\nenum Color: String {\n    case red\n}",
            fixed: "@Importable\nenum Color: String {\n    case red\n}")
    }

    @Test func noncopyableTypeIsDiagnosed() {
        expectDiagnostics(
            [
                Diagnostic(
                    2, 15, "'@Importable' does not support '~Copyable'; remove it",
                    fixIt: "remove '~Copyable'")
            ],
            in: "@Importable\nstruct Token: ~Copyable {\n    var a: Int\n}",
            fixed: "@Importable\nstruct Token {\n    var a: Int\n}")
    }

    @Test(arguments: ["func make()", "var made: Int", "init()"])
    func typeInFunctionIsDiagnosed(function: String) {
        expectDiagnostics(
            [
                Diagnostic(
                    4, 9, "'@Importable' does not support local types; declare the type outside the function")
            ],
            in: """
                struct Outer {
                    \(function) {
                        @Importable
                        struct Inner {}
                    }
                }
                """)
    }

    @Test func privatePropertyTypeInNonFinalClassIsDiagnosed() {
        func source(_ access: String) -> String {
            """
            @Importable
            class Repo {
                \(access) enum Kind: String, Importable {
                    case a
                }
                private struct Other {
                }
                private var kind: [Kind]?
                @Ignored private var other = Other()
            }
            """
        }
        expectDiagnostics(
            [
                Diagnostic(
                    3, 5,
                    "'Kind' is private, but subclasses use it as the type of 'kind'; make it fileprivate",
                    fixIt: "replace 'private' with 'fileprivate'")
            ],
            in: source("private"), fixed: source("fileprivate"))
        expectNoDiagnostics(in: source("private").replacing("class", with: "final class"))
    }

    @Test(arguments: [
        ("struct Model {\n    var a: Int\n}", "isArray", "'asArray' must be true or false"),
        (
            "class Model {\n    var a: Int\n}", "true",
            "'asArray' supports structs, and final classes without an importable superclass"
        ),
        (
            "struct Model {\n    @Ignored var a = 0\n}", "true",
            "'asArray' requires a property for each element of the array"
        ),
    ])
    func unsupportedArrayIsDiagnosed(declaration: String, argument: String, message: String) {
        let source = "@Importable(asArray: \(argument))\n\(declaration)"
        expectDiagnostics([Diagnostic(1, 22, message)], in: source)
        expectNoDiagnostics(in: source.replacing(argument, with: "false"))
    }

    @Test func nonImportableGenericParameterIsDiagnosed() {
        expectDiagnostics(
            [
                Diagnostic(
                    2, 13, "'Item' must conform to Importable, because the type of 'items' contains it",
                    fixIt: "add ': Importable'"),
                Diagnostic(
                    2, 19, "'Tag' must conform to Importable, because the type of 'tag' contains it",
                    fixIt: "add ': Importable'"),
            ],
            in: """
                @Importable
                struct Page<Item, Tag, Phantom, Other: Importable, Another> where Another: Importable {
                    var items: [Item]
                    let tag: Tag?
                    let other: Other
                    let another: Another
                    @Ignored var phantom: Phantom?
                }
                """,
            fixed: """
                @Importable
                struct Page<Item: Importable, Tag: Importable, Phantom, Other: Importable, Another> where Another: Importable {
                    var items: [Item]
                    let tag: Tag?
                    let other: Other
                    let another: Another
                    @Ignored var phantom: Phantom?
                }
                """)
    }

    @Test(arguments: [
        ("T: Codable", "", "T: Codable & Importable"),
        ("T: Hashable & Sendable", "", "T: Hashable & Sendable & Importable"),
        ("T", " where T: Codable", "T: Importable"),
    ])
    func genericParameterWithStandardProtocolIsDiagnosed(parameter: String, clause: String, fixed: String) {
        func source(_ parameter: String) -> String {
            "@Importable\nstruct Page<\(parameter)>\(clause) {\n    var a: [String: Set<T>?]\n}"
        }
        expectDiagnostics(
            [
                Diagnostic(
                    2, 13, "'T' must conform to Importable, because the type of 'a' contains it",
                    fixIt: fixed.contains("&") ? "add '& Importable'" : "add ': Importable'")
            ],
            in: source(parameter), fixed: source(fixed))
    }

    @Test(arguments: [
        "Page<Tag> {\n    var id: ID<Tag>", "Page<Item> {\n    var a: Outer.Item",
        "Page<T: Model> {\n    var a: T",
        "Page<T: Codable> where T: Model {\n    var a: T", "Page<T> where T == Int {\n    var a: T",
        "Page<T: Codable & Model> {\n    var a: T",
    ])
    func possiblyImportableGenericParameterIsAccepted(declaration: String) {
        expectNoDiagnostics(in: "@Importable\nstruct \(declaration)\n}")
    }
}
