import Testing

/// What becomes of classes without importable superclasses.
@Suite struct ClassExpansionTests {
    @Test func aFinalClassStoresItsPlan() {
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
            is: """
                final class Node: Equatable {
                    let name: String
                    var children: [Node] = []

                    init(name: String) {
                        self.name = name
                    }

                    nonisolated static let importPlan = StreamImport.ImportPlan(Node.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Node(draft, fields)
                        }
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
                }

                nonisolated extension Node: StreamImport.Importable {
                }
                """)
    }

    @Test func aSuperclassThatIsNotImportableIsMadeByItsOwnInitializer() {
        expectExpansion(
            of: """
                @Importable
                final class Record: NSObject {
                    var id: Int
                }
                """,
            is: """
                final class Record: NSObject {
                    var id: Int

                    nonisolated static let importPlan = StreamImport.ImportPlan(Record.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Record(draft, fields)
                        }
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let id: StreamImport.RequiredField<Int>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.id = fields.required("id")
                        }
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.id = draft[fields.id]
                    }
                }

                nonisolated extension Record: StreamImport.Importable {
                }
                """)
    }

    @Test func theImplicitInitializerStays() {
        expectExpansion(
            of: """
                @Importable
                public final class Settings: Codable, Sendable {
                    var volume = 5
                    var name: String?
                }
                """,
            is: """
                public final class Settings: Codable, Sendable {
                    var volume = 5
                    var name: String?

                    public nonisolated static let importPlan = StreamImport.ImportPlan(Settings.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Settings(draft, fields)
                        }
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let volume: StreamImport.OptionalField<Int>
                        let name: StreamImport.OptionalField<String>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.volume = fields.defaulted("volume")
                            self.name = fields.optional("name")
                        }
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        if let value = draft[fields.volume] {
                            self.volume = value
                        }
                        self.name = draft[fields.name]
                    }

                    init() {
                    }
                }

                nonisolated extension Settings: StreamImport.Importable {
                }
                """)
    }

    @Test func convenienceInitializersMayUseTheImplicitOne() {
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
            is: """
                class Settings {
                    var volume = 5

                    convenience init(volume: Int) {
                        self.init()
                        self.volume = volume
                    }

                    nonisolated class var importPlan: StreamImport.ImportPlan {
                        ImportedFields.plan
                    }

                    nonisolated struct ImportedFields: Sendable {
                        fileprivate let volume: StreamImport.OptionalField<Int>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.volume = fields.defaulted("volume")
                        }

                        fileprivate static let plan = StreamImport.ImportPlan(Settings.self) { fields in
                            let fields = ImportedFields(&fields)
                            return { draft in
                                Settings(draft, fields)
                            }
                        }
                    }

                    nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        if let value = draft[fields.volume] {
                            self.volume = value
                        }
                    }

                    init() {
                    }
                }

                nonisolated extension Settings: StreamImport.Importable {
                }
                """)
    }

    @Test func withoutAllDefaultsThereIsNoImplicitInitializer() {
        expectExpansion(
            of: """
                @Importable
                final class Settings {
                    var volume: Optional<Int>
                    let name: String?
                }
                """,
            is: """
                final class Settings {
                    var volume: Optional<Int>
                    let name: String?

                    nonisolated static let importPlan = StreamImport.ImportPlan(Settings.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Settings(draft, fields)
                        }
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let volume: StreamImport.OptionalField<Int>
                        let name: StreamImport.OptionalField<String>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.volume = fields.optional("volume")
                            self.name = fields.optional("name")
                        }
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.volume = draft[fields.volume]
                        self.name = draft[fields.name]
                    }
                }

                nonisolated extension Settings: StreamImport.Importable {
                }
                """)
    }
}
