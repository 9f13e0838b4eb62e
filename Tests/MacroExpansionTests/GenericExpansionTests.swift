import Testing

@Suite struct GenericExpansionTests {
    @Test func genericStructComputesItsPlan() {
        expectExpansion(
            of: """
                @Importable
                struct Page<Item: Importable, Tag> where Tag: Importable {
                    var items: [Item]
                    var tags: Set<Tag>?
                }
                """,
            is: #"""
                struct Page<Item: Importable, Tag> where Tag: Importable {
                    var items: [Item]
                    var tags: Set<Tag>?

                    nonisolated static var importPlan: StreamImport.ImportPlan {
                        StreamImport.ImportPlan(Page.self) { fields in
                            let fields = ImportedFields(&fields)
                            return StreamImport.ModelOperations(
                                make: { draft in
                                    Page(draft, fields)
                                },
                                update: { draft, old in
                                    Page(draft, fields, updating: old)
                                },
                                decompose: { model, values in
                                    model.decompose(fields, to: &values)
                                },
                                properties: {
                                    [\.items: "items", \.tags: "tags"]
                                })
                        }
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let items: StreamImport.RequiredField<[Item]>
                        let tags: StreamImport.OptionalField<Set<Tag>>

                        init(_ fields: inout StreamImport.ImportFields) {
                            #sourceLocation(file: "test.swift", line: 3)
                            self.items = fields.required("items")
                            #sourceLocation()
                            #sourceLocation(file: "test.swift", line: 4)
                            self.tags = fields.optional("tags")
                            #sourceLocation()
                        }
                    }
                }

                extension Page: nonisolated StreamImport.Importable {
                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.items = draft[fields.items]
                        self.tags = draft[fields.tags]
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields, updating old: Self) {
                        self.items = draft.updated(old.items, fields.items)
                        self.tags = draft.updated(old.tags, fields.tags)
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.items, fields.items)
                        values.add(self.tags, fields.tags)
                    }
                }
                """#)
    }

    @Test func typeNestedInGenericTypeComputesItsPlan() {
        expectExpansion(
            of: """
                struct Outer<Element> {
                    @Importable
                    struct Inner {
                        var x: Int
                    }
                }
                """,
            is: #"""
                struct Outer<Element> {
                    struct Inner {
                        var x: Int

                        nonisolated static var importPlan: StreamImport.ImportPlan {
                            StreamImport.ImportPlan(Inner.self) { fields in
                                let fields = ImportedFields(&fields)
                                return StreamImport.ModelOperations(
                                    make: { draft in
                                        Inner(draft, fields)
                                    },
                                    update: { draft, old in
                                        Inner(draft, fields, updating: old)
                                    },
                                    decompose: { model, values in
                                        model.decompose(fields, to: &values)
                                    },
                                    properties: {
                                        [\.x: "x"]
                                    })
                            }
                        }

                        private nonisolated struct ImportedFields: Sendable {
                            let x: StreamImport.RequiredField<Int>

                            init(_ fields: inout StreamImport.ImportFields) {
                                self.x = fields.required("x")
                            }
                        }
                    }
                }

                extension Outer.Inner: nonisolated StreamImport.Importable {
                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.x = draft[fields.x]
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields, updating old: Self) {
                        self.x = draft.updated(old.x, fields.x)
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.x, fields.x)
                    }
                }
                """#)
    }

    @Test func genericClassComputesItsPlan() {
        expectExpansion(
            of: """
                @Importable
                public class Box<Content: Importable> {
                    public var content: Content
                }
                """,
            is: #"""
                public class Box<Content: Importable> {
                    public var content: Content

                    public nonisolated class var importPlan: StreamImport.ImportPlan {
                        StreamImport.ImportPlan(Box.self) { fields in
                            let fields = ImportedFields(&fields)
                            return StreamImport.ModelOperations(
                                make: { draft in
                                    Box(draft, fields)
                                },
                                update: { draft, old in
                                    try old.update(draft, fields)
                                    return old
                                },
                                decompose: { model, values in
                                    model.decompose(fields, to: &values)
                                },
                                properties: {
                                    Box.properties(fields, of: Box.self)
                                })
                        }
                    }

                    public nonisolated struct ImportedFields: Sendable {
                        fileprivate let content: StreamImport.RequiredField<Content>

                        public init(_ fields: inout StreamImport.ImportFields) {
                            #sourceLocation(file: "test.swift", line: 3)
                            self.content = fields.required("content")
                            #sourceLocation()
                        }
                    }

                    public nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.content = draft[fields.content]
                    }

                    public nonisolated func update(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields) throws {
                        if draft.has(fields.content) {
                            self.content = draft.updated(self.content, fields.content)
                        }
                    }

                    public nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.content, fields.content)
                    }

                    public nonisolated static func properties<ImportedSubclass: Box>(
                        _ fields: ImportedFields, of type: ImportedSubclass.Type
                    ) -> [PartialKeyPath<ImportedSubclass>: String] {
                        [\.content: "content"]
                    }

                    public required convenience init(importing source: some StreamImport.ImportSource) throws(StreamImport.ImportError) {
                        try self.init(instanceOf: source)
                    }
                }

                extension Box: nonisolated StreamImport.Importable {
                }
                """#)
    }

    @Test func genericSubclassComputesItsPlan() {
        expectExpansion(
            of: """
                @Importable
                class Crate<Content: Importable>: Box<[Content]> {
                    var weight: Double
                }
                """,
            is: #"""
                class Crate<Content: Importable>: Box<[Content]> {
                    var weight: Double

                    nonisolated override class var importPlan: StreamImport.ImportPlan {
                        StreamImport.ImportPlan(Crate.self) { fields in
                            let fields = ImportedFields(&fields)
                            return StreamImport.ModelOperations(
                                make: { draft in
                                    Crate(draft, fields)
                                },
                                update: { draft, old in
                                    try old.update(draft, fields)
                                    return old
                                },
                                decompose: { model, values in
                                    model.decompose(fields, to: &values)
                                },
                                properties: {
                                    Crate.properties(fields, of: Crate.self)
                                })
                        }
                    }

                    nonisolated struct ImportedFields: Sendable {
                        fileprivate let inherited: Box<[Content]>.ImportedFields
                        fileprivate let weight: StreamImport.RequiredField<Double>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.inherited = Box<[Content]>.ImportedFields(&fields)
                            self.weight = fields.required("weight")
                        }
                    }

                    nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.weight = draft[fields.weight]
                        super.init(draft, fields.inherited)
                    }

                    nonisolated func update(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields) throws {
                        try super.update(draft, fields.inherited)
                        if draft.has(fields.weight) {
                            self.weight = draft.updated(self.weight, fields.weight)
                        }
                    }

                    nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        super.decompose(fields.inherited, to: &values)
                        values.add(self.weight, fields.weight)
                    }

                    nonisolated static func properties<ImportedSubclass: Crate>(
                        _ fields: ImportedFields, of type: ImportedSubclass.Type
                    ) -> [PartialKeyPath<ImportedSubclass>: String] {
                        var properties = super.properties(fields.inherited, of: type)
                        properties[\.weight] = "weight"
                        return properties
                    }

                    required convenience init(importing source: some StreamImport.ImportSource) throws(StreamImport.ImportError) {
                        try self.init(instanceOf: source)
                    }
                }
                """#,
            inherited: ["Importable"])
    }
}
