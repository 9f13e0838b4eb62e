import Testing

/// The expansion of classes without importable superclasses.
@Suite struct ClassExpansionTests {
    @Test func finalClassStoresItsPlan() {
        expectExpansion(
            of: """
                @Importable
                final class Node: Equatable {
                    let name: String
                    var children: [Node] = []

                    init(name: String) {
                        self.name = name
                    }
                }
                """,
            is: #"""
                final class Node: Equatable {
                    let name: String
                    var children: [Node] = []

                    init(name: String) {
                        self.name = name
                    }

                    nonisolated static let importPlan = StreamImport.ImportPlan(Node.self) { fields in
                        let fields = ImportedFields(&fields)
                        return StreamImport.ModelOperations(
                            make: { draft in
                                Node(draft, fields)
                            },
                            update: { draft, old in
                                try old.update(draft, fields)
                                return old
                            },
                            decompose: { model, values in
                                model.decompose(fields, to: &values)
                            },
                            properties: {
                                [\.name: "name", \.children: "children"]
                            })
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let name: StreamImport.RequiredField<String>
                        let children: StreamImport.OptionalField<[Node]>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.name = fields.required("name")
                            self.children = fields.defaulted("children")
                        }
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.name = draft[fields.name]
                        if let value = draft[fields.children] {
                            self.children = value
                        }
                    }

                    private nonisolated func update(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields) throws {
                        try draft.requireUnchanged(self.name, fields.name, property: "name")
                        if draft.has(fields.children) {
                            self.children = draft.updated(self.children, fields.children, default: [])
                        }
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.name, fields.name)
                        values.add(self.children, fields.children)
                    }
                }

                extension Node: nonisolated StreamImport.Importable {
                }
                """#)
    }

    @Test func subclassOfNonImportableClassExpandsLikeRootClass() {
        expectExpansion(
            of: """
                @Importable
                final class Record: NSObject {
                    var id: Int
                }
                """,
            adds: Expansion(.finalClass, "Record", [.required("id", "Int")]) { $0.superclassLine = 2 })
    }

    @Test func implicitInitializerIsKept() {
        expectExpansion(
            of: """
                @Importable
                public final class Settings: Codable, Sendable {
                    var volume = 5
                    var name: String?
                }
                """,
            adds: Expansion(
                .finalClass, "Settings", [.defaulted("volume", "Int", "5"), .optional("name", "String")]
            ) {
                $0.access = "public "
                $0.hasImplicitInitializer = true
            })
    }

    @Test(arguments: [
        "ImportIntercepting", "ImportOrdering", "ImportUniquing", "StreamImport.ImportValidating",
    ])
    func implicitInitializerIsKeptBesideHook(hook: String) {
        expectExpansion(
            of: """
                @Importable
                final class Entry: \(hook) {
                    var id = 0
                }
                """,
            adds: Expansion(.finalClass, "Entry", [.defaulted("id", "Int", "0")]) {
                $0.hasImplicitInitializer = true
            })
    }

    @Test func membersThatUseDeprecatedPropertiesAreDeprecated() {
        let source = """
            @Importable
            class Settings {
                @available(*, deprecated, message: "use level") var volume: Int
                @available(macOS 12, *) @available(macOS, introduced: 10.15, deprecated: 12) var level: Int
                @Ignored @available(*, deprecated) var note = ""
            }
            """
        expectExpansion(
            of: source,
            adds: Expansion(.openClass, "Settings", [.required("volume", "Int"), .required("level", "Int")]) {
                $0.deprecation = "@available(*, deprecated) @available(macOS, deprecated: 12) "
                $0.statements = [#"fields.ignore("note")"#]
            })
        expectExpansion(
            of: source.replacing("class", with: "struct"),
            adds: Expansion(.structure, "Settings", [.required("volume", "Int"), .required("level", "Int")]) {
                $0.deprecation = "@available(*, deprecated) @available(macOS, deprecated: 12) "
                $0.statements = [#"fields.ignore("note")"#]
                $0.copies = ["self.note = old.note"]
            })
    }

    @Test func implicitInitializerIsKeptForConvenienceInitializer() {
        expectExpansion(
            of: """
                @Importable
                class Settings {
                    var volume = 5

                    convenience init(volume: Int) {
                        self.init()
                        self.volume = volume
                    }
                }
                """,
            adds: Expansion(.openClass, "Settings", [.defaulted("volume", "Int", "5")]) {
                $0.hasImplicitInitializer = true
            })
    }

    @Test func missingDefaultOmitsImplicitInitializer() {
        expectExpansion(
            of: """
                @Importable
                final class Settings {
                    var volume: Optional<Int>
                    let name: String?
                }
                """,
            adds: Expansion(
                .finalClass, "Settings", [.optional("volume", "Int"), .constant(.optional("name", "String"))])
        )
    }
}
