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
            adds: Expansion(.structure, "Note", [.defaulted("size", "Int"), .required("text", "String")]) {
                $0.statements = [#"fields.ignore("isSelected", "(row, column)", "constant")"#]
                $0.copies = [
                    "self.isSelected = old.isSelected", "self.row = old.row", "self.column = old.column",
                    "#if DEBUG",
                    "self.trace = old.trace", "#elseif TEST", "#else", "self.isFast = old.isFast", "#endif",
                ]
            })
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

                    required convenience init(importing source: StreamImport.ImportSource) throws(StreamImport.ImportError) {
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
            adds: Expansion(
                .finalClass, "Loose", of: "Base",
                [
                    .dynamic(.required("a", "StreamImport.DynamicValue")),
                    .constant(.dynamic(.optional("b", "[StreamImport.DynamicValue]"))),
                    .dynamic(.defaulted("c", "[Swift.String: StreamImport.DynamicValue]")),
                    .dynamic(.defaulted("d", "StreamImport.DynamicValue?")),
                    .extras("extras", "[String: JSONValue]"),
                ]
            ) {
                $0.update = """
                    try draft.requireUnchanged(self.b.map([StreamImport.DynamicValue].init(value:)), fields.b, property: "b")
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
                    """
            })
    }

    @Test func subclassWithoutFieldsDelegatesToSuperclass() {
        expectExpansion(
            of: """
                @Importable
                class Dog: Animal {}
                """,
            adds: Expansion(.openClass, "Dog", of: "Animal"))
    }
}
