import Testing

/// What becomes of classes that have subclasses, or are some.
@Suite struct HierarchyExpansionTests {
    @Test func aClassIsOpenToSubclasses() {
        expectExpansion(
            of: """
                @Importable
                class Animal {
                    var name: String

                    init(name: String) {
                        self.name = name
                    }
                }
                """,
            is: """
                class Animal {
                    var name: String

                    init(name: String) {
                        self.name = name
                    }

                    nonisolated class var importPlan: StreamImport.ImportPlan {
                        ImportedFields.plan
                    }

                    nonisolated struct ImportedFields: Sendable {
                        fileprivate let name: StreamImport.RequiredField<String>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.name = fields.required("name")
                        }

                        fileprivate static let plan = StreamImport.ImportPlan(Animal.self) { fields in
                            let fields = ImportedFields(&fields)
                            return { draft in
                                Animal(draft, fields)
                            }
                        }
                    }

                    nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.name = draft[fields.name]
                    }
                }

                nonisolated extension Animal: StreamImport.Importable {
                }
                """)
    }

    @Test func anOpenClassIsOpenInOtherModules() {
        expectExpansion(
            of: """
                @Importable
                open class Animal {
                    public var name: String
                    private var legs = 4
                }
                """,
            is: """
                open class Animal {
                    public var name: String
                    private var legs = 4

                    open nonisolated class var importPlan: StreamImport.ImportPlan {
                        ImportedFields.plan
                    }

                    public nonisolated struct ImportedFields: Sendable {
                        fileprivate let name: StreamImport.RequiredField<String>
                        fileprivate let legs: StreamImport.OptionalField<Int>

                        public init(_ fields: inout StreamImport.ImportFields) {
                            self.name = fields.required("name")
                            self.legs = fields.defaulted("legs")
                        }

                        fileprivate static let plan = StreamImport.ImportPlan(Animal.self) { fields in
                            let fields = ImportedFields(&fields)
                            return { draft in
                                Animal(draft, fields)
                            }
                        }
                    }

                    public nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.name = draft[fields.name]
                        if let value = draft[fields.legs] {
                            self.legs = value
                        }
                    }
                }

                nonisolated extension Animal: StreamImport.Importable {
                }
                """)
    }

    @Test func aSubclassReadsItsSuperclassFirst() {
        expectExpansion(
            of: """
                @Importable
                class Dog: Animal, Sendable {
                    var breed: String
                    override var name: String {
                        didSet {}
                    }
                }
                """,
            is: """
                class Dog: Animal, Sendable {
                    var breed: String
                    override var name: String {
                        didSet {}
                    }

                    nonisolated override class var importPlan: StreamImport.ImportPlan {
                        ImportedFields.plan
                    }

                    nonisolated struct ImportedFields: Sendable {
                        fileprivate let inherited: Animal.ImportedFields
                        fileprivate let breed: StreamImport.RequiredField<String>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.inherited = Animal.ImportedFields(&fields)
                            self.breed = fields.required("breed")
                        }

                        fileprivate static let plan = StreamImport.ImportPlan(Dog.self) { fields in
                            let fields = ImportedFields(&fields)
                            return { draft in
                                Dog(draft, fields)
                            }
                        }
                    }

                    nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.breed = draft[fields.breed]
                        super.init(draft, fields.inherited)
                    }
                }
                """,
            isSubclass: true)
    }

    @Test func aFinalSubclassIsNotOpen() {
        expectExpansion(
            of: """
                @Importable
                public final class Dog: Animals.Animal<Int> {
                    public var inherited: String?
                }
                """,
            is: """
                public final class Dog: Animals.Animal<Int> {
                    public var inherited: String?

                    public nonisolated override class var importPlan: StreamImport.ImportPlan {
                        ImportedFields.plan
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let inheritedFields: Animals.Animal<Int>.ImportedFields
                        let inherited: StreamImport.OptionalField<String>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.inheritedFields = Animals.Animal<Int>.ImportedFields(&fields)
                            self.inherited = fields.optional("inherited")
                        }

                        fileprivate static let plan = StreamImport.ImportPlan(Dog.self) { fields in
                            let fields = ImportedFields(&fields)
                            return { draft in
                                Dog(draft, fields)
                            }
                        }
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.inherited = draft[fields.inherited]
                        super.init(draft, fields.inheritedFields)
                    }
                }
                """,
            isSubclass: true)
    }
}
