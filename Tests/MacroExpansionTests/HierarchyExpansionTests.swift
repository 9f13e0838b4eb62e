import Testing

/// The expansion of classes that have subclasses or superclasses.
@Suite struct HierarchyExpansionTests {
    @Test func nonFinalClassSupportsSubclasses() {
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
            is: #"""
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
                            return StreamImport.ModelOperations(
                                make: { draft in
                                    Animal(draft, fields)
                                },
                                update: { draft, old in
                                    try old.update(draft, fields)
                                    return old
                                },
                                decompose: { model, values in
                                    model.decompose(fields, to: &values)
                                },
                                properties: {
                                    Animal.properties(fields, of: Animal.self)
                                })
                        }
                    }

                    nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.name = draft[fields.name]
                    }

                    nonisolated func update(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields) throws {
                        if draft.has(fields.name) {
                            self.name = draft.updated(self.name, fields.name)
                        }
                    }

                    nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.name, fields.name)
                    }

                    nonisolated static func properties<ImportedSubclass: Animal>(
                        _ fields: ImportedFields, of type: ImportedSubclass.Type
                    ) -> [PartialKeyPath<ImportedSubclass>: String] {
                        [\.name: "name"]
                    }

                    required convenience init(importing source: some StreamImport.ImportSource) throws(StreamImport.ImportError) {
                        try self.init(instanceOf: source)
                    }
                }

                extension Animal: nonisolated StreamImport.Importable {
                }
                """#)
    }

    @Test func openClassHasOpenPlanAndPublicFields() {
        expectExpansion(
            of: """
                @Importable
                open class Animal {
                    public var name: String
                    private var legs = 4
                }
                """,
            is: #"""
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
                            return StreamImport.ModelOperations(
                                make: { draft in
                                    Animal(draft, fields)
                                },
                                update: { draft, old in
                                    try old.update(draft, fields)
                                    return old
                                },
                                decompose: { model, values in
                                    model.decompose(fields, to: &values)
                                },
                                properties: {
                                    Animal.properties(fields, of: Animal.self)
                                })
                        }
                    }

                    public nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.name = draft[fields.name]
                        if let value = draft[fields.legs] {
                            self.legs = value
                        }
                    }

                    public nonisolated func update(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields) throws {
                        if draft.has(fields.name) {
                            self.name = draft.updated(self.name, fields.name)
                        }
                        if draft.has(fields.legs) {
                            self.legs = draft.updated(self.legs, fields.legs, default: 4)
                        }
                    }

                    public nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.name, fields.name)
                        values.add(self.legs, fields.legs)
                    }

                    public nonisolated static func properties<ImportedSubclass: Animal>(
                        _ fields: ImportedFields, of type: ImportedSubclass.Type
                    ) -> [PartialKeyPath<ImportedSubclass>: String] {
                        [\.name: "name", \.legs: "legs"]
                    }

                    public required convenience init(importing source: some StreamImport.ImportSource) throws(StreamImport.ImportError) {
                        try self.init(instanceOf: source)
                    }
                }

                extension Animal: nonisolated StreamImport.Importable {
                }
                """#)
    }

    @Test func subclassIncludesFieldsOfSuperclass() {
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
            is: #"""
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
                            return StreamImport.ModelOperations(
                                make: { draft in
                                    Dog(draft, fields)
                                },
                                update: { draft, old in
                                    try old.update(draft, fields)
                                    return old
                                },
                                decompose: { model, values in
                                    model.decompose(fields, to: &values)
                                },
                                properties: {
                                    Dog.properties(fields, of: Dog.self)
                                })
                        }
                    }

                    nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.breed = draft[fields.breed]
                        super.init(draft, fields.inherited)
                    }

                    nonisolated func update(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields) throws {
                        try super.update(draft, fields.inherited)
                        if draft.has(fields.breed) {
                            self.breed = draft.updated(self.breed, fields.breed)
                        }
                    }

                    nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        super.decompose(fields.inherited, to: &values)
                        values.add(self.breed, fields.breed)
                    }

                    nonisolated static func properties<ImportedSubclass: Dog>(
                        _ fields: ImportedFields, of type: ImportedSubclass.Type
                    ) -> [PartialKeyPath<ImportedSubclass>: String] {
                        var properties = super.properties(fields.inherited, of: type)
                        properties[\.breed] = "breed"
                        return properties
                    }

                    required convenience init(importing source: some StreamImport.ImportSource) throws(StreamImport.ImportError) {
                        try self.init(instanceOf: source)
                    }
                }
                """#,
            inherited: ["Importable"])
    }

    @Test func finalSubclassHasPrivateFields() {
        expectExpansion(
            of: """
                @Importable
                public final class Dog: Animals.Animal<Int> {
                    public var inherited: String?
                }
                """,
            is: #"""
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
                            return StreamImport.ModelOperations(
                                make: { draft in
                                    Dog(draft, fields)
                                },
                                update: { draft, old in
                                    try old.update(draft, fields)
                                    return old
                                },
                                decompose: { model, values in
                                    model.decompose(fields, to: &values)
                                },
                                properties: {
                                    var properties = Dog.properties(fields.inheritedFields, of: Dog.self)
                                    properties[\.inherited] = "inherited"
                                    return properties
                                })
                        }
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.inherited = draft[fields.inherited]
                        super.init(draft, fields.inheritedFields)
                    }

                    private nonisolated func update(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields) throws {
                        try super.update(draft, fields.inheritedFields)
                        if draft.has(fields.inherited) {
                            self.inherited = draft.updated(self.inherited, fields.inherited)
                        }
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        super.decompose(fields.inheritedFields, to: &values)
                        values.add(self.inherited, fields.inherited)
                    }

                    public required convenience init(importing source: some StreamImport.ImportSource) throws(StreamImport.ImportError) {
                        try self.init(instanceOf: source)
                    }
                }
                """#,
            inherited: ["Importable"])
    }
}
