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
            is: #"""
                final class Record: NSObject {
                    var id: Int

                    nonisolated static let importPlan = StreamImport.ImportPlan(Record.self) { fields in
                        let fields = ImportedFields(&fields)
                        return StreamImport.ModelOperations(
                            make: { draft in
                                Record(draft, fields)
                            },
                            update: { draft, old in
                                try old.update(draft, fields)
                                return old
                            },
                            decompose: { model, values in
                                model.decompose(fields, to: &values)
                            },
                            properties: {
                                [\.id: "id"]
                            })
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

                    private nonisolated func update(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields) throws {
                        if draft.has(fields.id) {
                            self.id = draft.updated(self.id, fields.id)
                        }
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.id, fields.id)
                    }
                }

                extension Record: nonisolated StreamImport.Importable {
                }
                """#)
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
            is: #"""
                public final class Settings: Codable, Sendable {
                    var volume = 5
                    var name: String?

                    public nonisolated static let importPlan = StreamImport.ImportPlan(Settings.self) { fields in
                        let fields = ImportedFields(&fields)
                        return StreamImport.ModelOperations(
                            make: { draft in
                                Settings(draft, fields)
                            },
                            update: { draft, old in
                                try old.update(draft, fields)
                                return old
                            },
                            decompose: { model, values in
                                model.decompose(fields, to: &values)
                            },
                            properties: {
                                [\.volume: "volume", \.name: "name"]
                            })
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

                    private nonisolated func update(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields) throws {
                        if draft.has(fields.volume) {
                            self.volume = draft.updated(self.volume, fields.volume, default: 5)
                        }
                        if draft.has(fields.name) {
                            self.name = draft.updated(self.name, fields.name)
                        }
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.volume, fields.volume)
                        values.add(self.name, fields.name)
                    }

                    init() {
                    }
                }

                extension Settings: nonisolated StreamImport.Importable {
                }
                """#)
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
            is: #"""
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
                            return StreamImport.ModelOperations(
                                make: { draft in
                                    Settings(draft, fields)
                                },
                                update: { draft, old in
                                    try old.update(draft, fields)
                                    return old
                                },
                                decompose: { model, values in
                                    model.decompose(fields, to: &values)
                                },
                                properties: {
                                    Settings.properties(fields, of: Settings.self)
                                })
                        }
                    }

                    nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        if let value = draft[fields.volume] {
                            self.volume = value
                        }
                    }

                    nonisolated func update(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields) throws {
                        if draft.has(fields.volume) {
                            self.volume = draft.updated(self.volume, fields.volume, default: 5)
                        }
                    }

                    nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.volume, fields.volume)
                    }

                    nonisolated static func properties<ImportedSubclass: Settings>(
                        _ fields: ImportedFields, of type: ImportedSubclass.Type
                    ) -> [PartialKeyPath<ImportedSubclass>: String] {
                        [\.volume: "volume"]
                    }

                    init() {
                    }

                    required convenience init(importing source: some StreamImport.ImportSource) throws(StreamImport.ImportError) {
                        try self.init(instanceOf: source)
                    }
                }

                extension Settings: nonisolated StreamImport.Importable {
                }
                """#)
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
            is: #"""
                final class Settings {
                    var volume: Optional<Int>
                    let name: String?

                    nonisolated static let importPlan = StreamImport.ImportPlan(Settings.self) { fields in
                        let fields = ImportedFields(&fields)
                        return StreamImport.ModelOperations(
                            make: { draft in
                                Settings(draft, fields)
                            },
                            update: { draft, old in
                                try old.update(draft, fields)
                                return old
                            },
                            decompose: { model, values in
                                model.decompose(fields, to: &values)
                            },
                            properties: {
                                [\.volume: "volume", \.name: "name"]
                            })
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

                    private nonisolated func update(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields) throws {
                        try draft.requireUnchanged(self.name, fields.name, property: "name")
                        if draft.has(fields.volume) {
                            self.volume = draft.updated(self.volume, fields.volume)
                        }
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.volume, fields.volume)
                        values.add(self.name, fields.name)
                    }
                }

                extension Settings: nonisolated StreamImport.Importable {
                }
                """#)
    }
}
