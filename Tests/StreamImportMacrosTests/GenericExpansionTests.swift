import Testing

/// What becomes of generic types.
@Suite struct GenericExpansionTests {
    @Test func aGenericStructComputesItsPlan() {
        expectExpansion(
            of: """
                @Importable
                struct Page<Item: Importable, Tag> where Tag: Importable {
                    var items: [Item]
                    var tags: Set<Tag>?
                }
                """,
            is: """
                struct Page<Item: Importable, Tag> where Tag: Importable {
                    var items: [Item]
                    var tags: Set<Tag>?

                    nonisolated static var importPlan: StreamImport.ImportPlan {
                        StreamImport.ImportPlan(Page.self) { fields in
                            let fields = ImportedFields(&fields)
                            return { draft in
                                Page(draft, fields)
                            }
                        }
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let items: StreamImport.RequiredField<[Item]>
                        let tags: StreamImport.OptionalField<Set<Tag>>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.items = fields.required("items")
                            self.tags = fields.optional("tags")
                        }
                    }
                }

                nonisolated extension Page: StreamImport.Importable {
                    private init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.items = draft[fields.items]
                        self.tags = draft[fields.tags]
                    }
                }
                """)
    }

    @Test func aTypeInAGenericTypeComputesItsPlan() {
        expectExpansion(
            of: """
                struct Outer<Element> {
                    @Importable
                    struct Inner {
                        var x: Int
                    }
                }
                """,
            is: """
                struct Outer<Element> {
                    struct Inner {
                        var x: Int

                        nonisolated static var importPlan: StreamImport.ImportPlan {
                            StreamImport.ImportPlan(Inner.self) { fields in
                                let fields = ImportedFields(&fields)
                                return { draft in
                                    Inner(draft, fields)
                                }
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

                nonisolated extension Outer.Inner: StreamImport.Importable {
                    private init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.x = draft[fields.x]
                    }
                }
                """)
    }

    @Test func aGenericClassComputesItsPlan() {
        expectExpansion(
            of: """
                @Importable
                public class Box<Content: Importable> {
                    public var content: Content
                }
                """,
            is: """
                public class Box<Content: Importable> {
                    public var content: Content

                    public nonisolated class var importPlan: StreamImport.ImportPlan {
                        StreamImport.ImportPlan(Box.self) { fields in
                            let fields = ImportedFields(&fields)
                            return { draft in
                                Box(draft, fields)
                            }
                        }
                    }

                    public nonisolated struct ImportedFields: Sendable {
                        fileprivate let content: StreamImport.RequiredField<Content>

                        public init(_ fields: inout StreamImport.ImportFields) {
                            self.content = fields.required("content")
                        }
                    }

                    public nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.content = draft[fields.content]
                    }
                }

                nonisolated extension Box: StreamImport.Importable {
                }
                """)
    }

    @Test func aGenericSubclassComputesItsPlan() {
        expectExpansion(
            of: """
                @Importable
                class Crate<Content: Importable>: Box<[Content]> {
                    var weight: Double
                }
                """,
            is: """
                class Crate<Content: Importable>: Box<[Content]> {
                    var weight: Double

                    nonisolated override class var importPlan: StreamImport.ImportPlan {
                        StreamImport.ImportPlan(Crate.self) { fields in
                            let fields = ImportedFields(&fields)
                            return { draft in
                                Crate(draft, fields)
                            }
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
                }
                """,
            isSubclass: true)
    }
}
