import Testing

/// The updates of ignored variables, constants, extras and values of any type.
@Suite struct UpdateExpansionTests {
    @Test func updateOfStructCopiesIgnoredVariables() {
        expectExpansion(
            of: """
                @Importable
                struct Note {
                    var size = 1
                    let text: String
                    @Ignored var isSelected = false
                    @Ignored private var (row, column) = (0, 0)
                    @Ignored let constant = 1
                    #if DEBUG
                        @Ignored var trace = ""
                        #if os(Linux)
                            let isLinux = true
                        #endif
                    #elseif TEST
                        let isTest = true
                    #else
                        @Ignored var isFast = true
                    #endif
                    #if TEST
                        func test() {}
                    #endif
                }
                """,
            is: #"""
                struct Note {
                    var size = 1
                    let text: String
                    @Ignored var isSelected = false
                    @Ignored private var (row, column) = (0, 0)
                    @Ignored let constant = 1
                    #if DEBUG
                        @Ignored var trace = ""
                        #if os(Linux)
                            let isLinux = true
                        #endif
                    #elseif TEST
                        let isTest = true
                    #else
                        @Ignored var isFast = true
                    #endif
                    #if TEST
                        func test() {}
                    #endif

                    nonisolated static let importPlan = StreamImport.ImportPlan(Note.self) { fields in
                        let fields = ImportedFields(&fields)
                        return StreamImport.ModelOperations(
                            make: { draft in
                                Note(draft, fields)
                            },
                            update: { draft, old in
                                Note(draft, fields, updating: old)
                            },
                            decompose: { model, values in
                                model.decompose(fields, to: &values)
                            },
                            properties: {
                                [\.size: "size", \.text: "text"]
                            })
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let size: StreamImport.OptionalField<Int>
                        let text: StreamImport.RequiredField<String>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.size = fields.defaulted("size")
                            self.text = fields.required("text")
                            fields.ignore("isSelected", "(row, column)", "constant")
                        }
                    }
                }

                extension Note: nonisolated StreamImport.Importable {
                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        if let value = draft[fields.size] {
                            self.size = value
                        }
                        self.text = draft[fields.text]
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields, updating old: Self) {
                        self.text = draft.updated(old.text, fields.text)
                        self.size = draft.updated(old.size, fields.size, default: self.size)
                        self.isSelected = old.isSelected
                        self.row = old.row
                        self.column = old.column
                        #if DEBUG
                        self.trace = old.trace
                        #elseif TEST
                        #else
                        self.isFast = old.isFast
                        #endif
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.size, fields.size)
                        values.add(self.text, fields.text)
                    }
                }
                """#)
    }

    @Test func subclassUpdateChecksConstantsFirst() {
        expectExpansion(
            of: """
                @Importable
                class Dog: Animal {
                    let breed: String
                    var legs = 4
                    let code: Int?
                    @Extras let extras: [String: JSONValue]
                    @Ignored var note = ""
                    lazy var text = ""
                }
                """,
            is: #"""
                class Dog: Animal {
                    let breed: String
                    var legs = 4
                    let code: Int?
                    @Extras let extras: [String: JSONValue]
                    @Ignored var note = ""
                    lazy var text = ""

                    nonisolated override class var importPlan: StreamImport.ImportPlan {
                        ImportedFields.plan
                    }

                    nonisolated struct ImportedFields: Sendable {
                        fileprivate let inherited: Animal.ImportedFields
                        fileprivate let breed: StreamImport.RequiredField<String>
                        fileprivate let legs: StreamImport.OptionalField<Int>
                        fileprivate let code: StreamImport.OptionalField<Int>
                        fileprivate let extras: StreamImport.RequiredField<[String: JSONValue]>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.inherited = Animal.ImportedFields(&fields)
                            self.breed = fields.required("breed")
                            self.legs = fields.defaulted("legs")
                            self.code = fields.optional("code")
                            self.extras = fields.extras("extras")
                            fields.ignore("note")
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
                        if let value = draft[fields.legs] {
                            self.legs = value
                        }
                        self.code = draft[fields.code]
                        self.extras = draft[fields.extras]
                        super.init(draft, fields.inherited)
                    }

                    nonisolated func update(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields) throws {
                        try draft.requireUnchanged(self.breed, fields.breed, property: "breed")
                        try draft.requireUnchanged(self.code, fields.code, property: "code")
                        try draft.requireUnchanged(self.extras, merging: fields.extras, property: "extras")
                        try super.update(draft, fields.inherited)
                        if draft.has(fields.legs) {
                            self.legs = draft.updated(self.legs, fields.legs, default: 4)
                        }
                    }

                    nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        super.decompose(fields.inherited, to: &values)
                        values.add(self.breed, fields.breed)
                        values.add(self.legs, fields.legs)
                        values.add(self.code, fields.code)
                        values.add(self.extras, fields.extras)
                    }

                    nonisolated static func properties<ImportedSubclass: Dog>(
                        _ fields: ImportedFields, of type: ImportedSubclass.Type
                    ) -> [PartialKeyPath<ImportedSubclass>: String] {
                        var properties = super.properties(fields.inherited, of: type)
                        properties[\.breed] = "breed"
                        properties[\.legs] = "legs"
                        properties[\.code] = "code"
                        return properties
                    }

                    required convenience init(importing source: some StreamImport.ImportSource) throws(StreamImport.ImportError) {
                        try self.init(instanceOf: source)
                    }
                }
                """#, inherited: ["Importable"])
    }

    @Test func updateMergesExtrasAndWrapsDynamicValues() {
        expectExpansion(
            of: """
                @Importable
                final class Loose: Base {
                    var a: Any
                    let b: [Any]?
                    var c: [String: Any] = [:]
                    var d: Any? = 1
                    @Extras var extras: [String: JSONValue]
                }
                """,
            is: #"""
                final class Loose: Base {
                    var a: Any
                    let b: [Any]?
                    var c: [String: Any] = [:]
                    var d: Any? = 1
                    @Extras var extras: [String: JSONValue]

                    nonisolated override class var importPlan: StreamImport.ImportPlan {
                        ImportedFields.plan
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let inherited: Base.ImportedFields
                        let a: StreamImport.RequiredField<StreamImport.DynamicValue>
                        let b: StreamImport.OptionalField<StreamImport.DynamicArray>
                        let c: StreamImport.OptionalField<StreamImport.DynamicObject>
                        let d: StreamImport.OptionalField<StreamImport.DynamicValue?>
                        let extras: StreamImport.RequiredField<[String: JSONValue]>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.inherited = Base.ImportedFields(&fields)
                            self.a = fields.required("a")
                            self.b = fields.optional("b")
                            self.c = fields.defaulted("c")
                            self.d = fields.defaulted("d")
                            self.extras = fields.extras("extras")
                        }

                        fileprivate static let plan = StreamImport.ImportPlan(Loose.self) { fields in
                            let fields = ImportedFields(&fields)
                            return StreamImport.ModelOperations(
                                make: { draft in
                                    Loose(draft, fields)
                                },
                                update: { draft, old in
                                    try old.update(draft, fields)
                                    return old
                                },
                                decompose: { model, values in
                                    model.decompose(fields, to: &values)
                                },
                                properties: {
                                    var properties = Loose.properties(fields.inherited, of: Loose.self)
                                    properties[\.a] = "a"
                                    properties[\.b] = "b"
                                    properties[\.c] = "c"
                                    properties[\.d] = "d"
                                    return properties
                                })
                        }
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.a = draft[fields.a].value
                        self.b = draft[fields.b]?.value
                        if let value = draft[fields.c] {
                            self.c = value.value
                        }
                        if let value = draft[fields.d] {
                            self.d = value?.value
                        }
                        self.extras = draft[fields.extras]
                        super.init(draft, fields.inherited)
                    }

                    private nonisolated func update(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields) throws {
                        try draft.requireUnchanged(self.b.map(StreamImport.DynamicArray.init(value:)), fields.b, property: "b")
                        try super.update(draft, fields.inherited)
                        if draft.has(fields.a) {
                            self.a = draft.updated(StreamImport.DynamicValue(value: self.a), fields.a).value
                        }
                        if let value = draft[fields.c] {
                            self.c = value.value
                        } else if draft.has(fields.c) {
                            self.c = [:]
                        }
                        if let value = draft[fields.d] {
                            self.d = value?.value
                        } else if draft.has(fields.d) {
                            self.d = 1
                        }
                        if draft.has(fields.extras) {
                            self.extras = draft.updated(self.extras, merging: fields.extras)
                        }
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        super.decompose(fields.inherited, to: &values)
                        values.add(StreamImport.DynamicValue(value: self.a), fields.a)
                        values.add(self.b.map(StreamImport.DynamicArray.init(value:)), fields.b)
                        values.add(StreamImport.DynamicObject(value: self.c), fields.c)
                        values.add(self.d.map(StreamImport.DynamicValue.init(value:)), fields.d)
                        values.add(self.extras, fields.extras)
                    }

                    required convenience init(importing source: some StreamImport.ImportSource) throws(StreamImport.ImportError) {
                        try self.init(instanceOf: source)
                    }
                }
                """#, inherited: ["Importable"])
    }

    @Test func subclassWithoutFieldsDelegatesToSuperclass() {
        expectExpansion(
            of: """
                @Importable
                class Dog: Animal {}
                """,
            is: """
                class Dog: Animal {

                    nonisolated override class var importPlan: StreamImport.ImportPlan {
                        ImportedFields.plan
                    }

                    nonisolated struct ImportedFields: Sendable {
                        fileprivate let inherited: Animal.ImportedFields

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.inherited = Animal.ImportedFields(&fields)
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
                        super.init(draft, fields.inherited)
                    }

                    nonisolated func update(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields) throws {
                        try super.update(draft, fields.inherited)
                    }

                    nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        super.decompose(fields.inherited, to: &values)
                    }

                    nonisolated static func properties<ImportedSubclass: Dog>(
                        _ fields: ImportedFields, of type: ImportedSubclass.Type
                    ) -> [PartialKeyPath<ImportedSubclass>: String] {
                        super.properties(fields.inherited, of: type)
                    }

                    required convenience init(importing source: some StreamImport.ImportSource) throws(StreamImport.ImportError) {
                        try self.init(instanceOf: source)
                    }
                }
                """, inherited: ["Importable"])
    }
}
