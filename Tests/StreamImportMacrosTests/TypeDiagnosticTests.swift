import Testing

/// Declarations that `@Importable` refuses.
@Suite struct TypeDiagnosticTests {
    @Test(arguments: [("protocol", "protocols"), ("actor", "actors")])
    func protocolOrActorIsDiagnosed(introducer: String, plural: String) {
        expectDiagnostics(
            [
                Diagnostic(
                    2, 8, "'@Importable' is for structs, classes and enums with raw values, not for \(plural)"
                )
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
                    2, 6, "'@Importable' needs an enum with raw values; give it a raw type such as String",
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
                    2, 6, "an enum with associated values has no raw values; conform it to Importable by hand"
                )
            ],
            in: """
                @Importable
                enum Shape: Equatable {
                    case point
                    case circle(Double)
                }
                """)
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
                    2, column, "'@Importable' adds the conformance to Importable; remove it here",
                    fixIt: "remove '\(name)'")
            ],
            in: "@Importable\n" + declaration, fixed: "@Importable\n" + fixed)
    }

    @Test func nestedPrivateTypeIsDiagnosed() {
        expectDiagnostics(
            [
                Diagnostic(
                    3, 5,
                    "the conformance of a private type in another type cannot be written; make it fileprivate",
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
                    "the conformance of a type in a private type cannot be written; make 'Middle' fileprivate"
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
                    2, 13, "nothing in JSON becomes a Character; make String the raw type",
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
                    "a class of the main actor cannot be imported, as other threads write to its properties; make it nonisolated, or import a struct",
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
                    "the arguments of '@Importable' are about properties, which an enum does not have; remove them",
                    fixIt: "remove the arguments")
            ],
            in: "@Importable(only: [])\nenum Color: String {\n    case red\n}",
            fixed: "@Importable\nenum Color: String {\n    case red\n}")
    }

    @Test func noncopyableTypeIsDiagnosed() {
        expectDiagnostics(
            [
                Diagnostic(
                    2, 15, "a type with '~Copyable' cannot be imported; remove it",
                    fixIt: "remove '~Copyable'")
            ],
            in: "@Importable\nstruct Token: ~Copyable {\n    var a: Int\n}",
            fixed: "@Importable\nstruct Token {\n    var a: Int\n}")
    }

    @Test(arguments: ["func make()", "var made: Int", "init()"])
    func typeInFunctionIsDiagnosed(function: String) {
        expectDiagnostics(
            [Diagnostic(4, 9, "a type in a function cannot get a conformance; declare it outside")],
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
                    3, 5, "'Kind' is the type of 'kind', which subclasses import; make it fileprivate",
                    fixIt: "replace 'private' with 'fileprivate'")
            ],
            in: source("private"), fixed: source("fileprivate"))
        expectNoDiagnostics(in: source("private").replacing("class", with: "final class"))
    }

    @Test func nonImportableGenericParameterIsDiagnosed() {
        expectDiagnostics(
            [
                Diagnostic(
                    2, 13, "'Item' has to conform to Importable, as it is in the type of 'items'",
                    fixIt: "add ': Importable'"),
                Diagnostic(
                    2, 19, "'Tag' has to conform to Importable, as it is in the type of 'tag'",
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
                    2, 13, "'T' has to conform to Importable, as it is in the type of 'a'",
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
