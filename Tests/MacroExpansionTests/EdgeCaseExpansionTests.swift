import Testing

/// The expansion of rare names, types and kinds.
@Suite struct EdgeCaseExpansionTests {
    @Test func rarePropertyNamesAreEscaped() {
        expectExpansion(
            of: """
                @Importable
                class `Type`: Base {
                    var fields: Int
                    var draft: Int?
                    var value = 0
                    var inherited = 0
                    var `default`: Int
                    var `self`: Int
                    var `init`: Int
                    var `first "name"`: Int
                    var größe: Double
                    @Ignored var `class` = 0
                }
                """,
            is: #"""
                class `Type`: Base {
                    var fields: Int
                    var draft: Int?
                    var value = 0
                    var inherited = 0
                    var `default`: Int
                    var `self`: Int
                    var `init`: Int
                    var `first "name"`: Int
                    var größe: Double
                    @Ignored var `class` = 0

                    nonisolated override class var importPlan: StreamImport.ImportPlan {
                        ImportedFields.plan
                    }

                    nonisolated struct ImportedFields: Sendable {
                        fileprivate let inheritedFields: Base.ImportedFields
                        fileprivate let fields: StreamImport.RequiredField<Int>
                        fileprivate let draft: StreamImport.OptionalField<Int>
                        fileprivate let value: StreamImport.OptionalField<Int>
                        fileprivate let inherited: StreamImport.OptionalField<Int>
                        fileprivate let `default`: StreamImport.RequiredField<Int>
                        fileprivate let `self`: StreamImport.RequiredField<Int>
                        fileprivate let `init`: StreamImport.RequiredField<Int>
                        fileprivate let `first "name"`: StreamImport.RequiredField<Int>
                        fileprivate let größe: StreamImport.RequiredField<Double>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.inheritedFields = Base.ImportedFields(&fields)
                            self.fields = fields.required("fields")
                            self.draft = fields.optional("draft")
                            self.value = fields.defaulted("value")
                            self.inherited = fields.defaulted("inherited")
                            self.`default` = fields.required("default")
                            self.`self` = fields.required("self")
                            self.`init` = fields.required("init")
                            self.`first "name"` = fields.required(#"first "name""#)
                            self.größe = fields.required("größe")
                            fields.ignore("class")
                        }

                        fileprivate static let plan = StreamImport.ImportPlan(`Type`.self) { fields in
                            let fields = ImportedFields(&fields)
                            return StreamImport.ModelOperations(
                                make: { draft in
                                    `Type`(draft, fields)
                                },
                                update: { draft, old in
                                    try old.update(draft, fields)
                                    return old
                                },
                                decompose: { model, values in
                                    model.decompose(fields, to: &values)
                                },
                                properties: {
                                    `Type`.properties(fields, of: `Type`.self)
                                })
                        }
                    }

                    nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.fields = draft[fields.fields]
                        self.draft = draft[fields.draft]
                        if let value = draft[fields.value] {
                            self.value = value
                        }
                        if let value = draft[fields.inherited] {
                            self.inherited = value
                        }
                        self.`default` = draft[fields.`default`]
                        self.`self` = draft[fields.`self`]
                        self.`init` = draft[fields.`init`]
                        self.`first "name"` = draft[fields.`first "name"`]
                        self.größe = draft[fields.größe]
                        super.init(draft, fields.inheritedFields)
                    }

                    nonisolated func update(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields) throws {
                        try super.update(draft, fields.inheritedFields)
                        if draft.has(fields.fields) {
                            self.fields = draft.updated(self.fields, fields.fields)
                        }
                        if draft.has(fields.draft) {
                            self.draft = draft.updated(self.draft, fields.draft)
                        }
                        if draft.has(fields.value) {
                            self.value = draft.updated(self.value, fields.value, default: 0)
                        }
                        if draft.has(fields.inherited) {
                            self.inherited = draft.updated(self.inherited, fields.inherited, default: 0)
                        }
                        if draft.has(fields.`default`) {
                            self.`default` = draft.updated(self.`default`, fields.`default`)
                        }
                        if draft.has(fields.`self`) {
                            self.`self` = draft.updated(self.`self`, fields.`self`)
                        }
                        if draft.has(fields.`init`) {
                            self.`init` = draft.updated(self.`init`, fields.`init`)
                        }
                        if draft.has(fields.`first "name"`) {
                            self.`first "name"` = draft.updated(self.`first "name"`, fields.`first "name"`)
                        }
                        if draft.has(fields.größe) {
                            self.größe = draft.updated(self.größe, fields.größe)
                        }
                    }

                    nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        super.decompose(fields.inheritedFields, to: &values)
                        values.add(self.fields, fields.fields)
                        values.add(self.draft, fields.draft)
                        values.add(self.value, fields.value)
                        values.add(self.inherited, fields.inherited)
                        values.add(self.`default`, fields.`default`)
                        values.add(self.`self`, fields.`self`)
                        values.add(self.`init`, fields.`init`)
                        values.add(self.`first "name"`, fields.`first "name"`)
                        values.add(self.größe, fields.größe)
                    }

                    nonisolated static func properties<ImportedSubclass: `Type`>(
                        _ fields: ImportedFields, of type: ImportedSubclass.Type
                    ) -> [PartialKeyPath<ImportedSubclass>: String] {
                        var properties = super.properties(fields.inheritedFields, of: type)
                        properties[\.fields] = "fields"
                        properties[\.draft] = "draft"
                        properties[\.value] = "value"
                        properties[\.inherited] = "inherited"
                        properties[\.`default`] = "default"
                        properties[\.`self`] = "self"
                        properties[\.`init`] = "init"
                        properties[\.`first "name"`] = #"first "name""#
                        properties[\.größe] = "größe"
                        return properties
                    }

                    required convenience init(importing source: some StreamImport.ImportSource) throws(StreamImport.ImportError) {
                        try self.init(instanceOf: source)
                    }
                }
                """#,
            inherited: ["Importable"])
    }

    @Test func dynamicPropertiesUseDynamicFields() {
        expectExpansion(
            of: """
                @Importable
                struct Loose {
                    var a: Any
                    let b: Any?
                    var c: [Any]
                    var d: [Any] = []
                    var e: [String: Any]?
                    var f: [String: Any] = [:]
                    var g: Any? = 1
                    var h: Array<Any>?
                    var i: Dictionary<String, Any>!
                }
                """,
            is: #"""
                struct Loose {
                    var a: Any
                    let b: Any?
                    var c: [Any]
                    var d: [Any] = []
                    var e: [String: Any]?
                    var f: [String: Any] = [:]
                    var g: Any? = 1
                    var h: Array<Any>?
                    var i: Dictionary<String, Any>!

                    nonisolated static let importPlan = StreamImport.ImportPlan(Loose.self) { fields in
                        let fields = ImportedFields(&fields)
                        return StreamImport.ModelOperations(
                            make: { draft in
                                Loose(draft, fields)
                            },
                            update: { draft, old in
                                Loose(draft, fields, updating: old)
                            },
                            decompose: { model, values in
                                model.decompose(fields, to: &values)
                            },
                            properties: {
                                [
                                    \.a: "a",
                                    \.b: "b",
                                    \.c: "c",
                                    \.d: "d",
                                    \.e: "e",
                                    \.f: "f",
                                    \.g: "g",
                                    \.h: "h",
                                    \.i: "i",
                                ]
                            })
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let a: StreamImport.RequiredField<StreamImport.DynamicValue>
                        let b: StreamImport.OptionalField<StreamImport.DynamicValue>
                        let c: StreamImport.RequiredField<StreamImport.DynamicArray>
                        let d: StreamImport.OptionalField<StreamImport.DynamicArray>
                        let e: StreamImport.OptionalField<StreamImport.DynamicObject>
                        let f: StreamImport.OptionalField<StreamImport.DynamicObject>
                        let g: StreamImport.OptionalField<StreamImport.DynamicValue?>
                        let h: StreamImport.OptionalField<StreamImport.DynamicArray>
                        let i: StreamImport.OptionalField<StreamImport.DynamicObject>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.a = fields.required("a")
                            self.b = fields.optional("b")
                            self.c = fields.required("c")
                            self.d = fields.defaulted("d")
                            self.e = fields.optional("e")
                            self.f = fields.defaulted("f")
                            self.g = fields.defaulted("g")
                            self.h = fields.optional("h")
                            self.i = fields.optional("i")
                        }
                    }
                }

                extension Loose: nonisolated StreamImport.Importable {
                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.a = draft[fields.a].value
                        self.b = draft[fields.b]?.value
                        self.c = draft[fields.c].value
                        if let value = draft[fields.d] {
                            self.d = value.value
                        }
                        self.e = draft[fields.e]?.value
                        if let value = draft[fields.f] {
                            self.f = value.value
                        }
                        if let value = draft[fields.g] {
                            self.g = value?.value
                        }
                        self.h = draft[fields.h]?.value
                        self.i = draft[fields.i]?.value
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields, updating old: Self) {
                        self.a = draft.updated(StreamImport.DynamicValue(value: old.a), fields.a).value
                        self.b = draft.updated(old.b.map(StreamImport.DynamicValue.init(value:)), fields.b)?.value
                        self.c = draft.updated(StreamImport.DynamicArray(value: old.c), fields.c).value
                        self.e = draft.updated(old.e.map(StreamImport.DynamicObject.init(value:)), fields.e)?.value
                        self.h = draft.updated(old.h.map(StreamImport.DynamicArray.init(value:)), fields.h)?.value
                        self.i = draft.updated(old.i.map(StreamImport.DynamicObject.init(value:)), fields.i)?.value
                        if let value = draft[fields.d] {
                            self.d = value.value
                        } else if !draft.has(fields.d) {
                            self.d = old.d
                        }
                        if let value = draft[fields.f] {
                            self.f = value.value
                        } else if !draft.has(fields.f) {
                            self.f = old.f
                        }
                        if let value = draft[fields.g] {
                            self.g = value?.value
                        } else if !draft.has(fields.g) {
                            self.g = old.g
                        }
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(StreamImport.DynamicValue(value: self.a), fields.a)
                        values.add(self.b.map(StreamImport.DynamicValue.init(value:)), fields.b)
                        values.add(StreamImport.DynamicArray(value: self.c), fields.c)
                        values.add(StreamImport.DynamicArray(value: self.d), fields.d)
                        values.add(self.e.map(StreamImport.DynamicObject.init(value:)), fields.e)
                        values.add(StreamImport.DynamicObject(value: self.f), fields.f)
                        values.add(self.g.map(StreamImport.DynamicValue.init(value:)), fields.g)
                        values.add(self.h.map(StreamImport.DynamicArray.init(value:)), fields.h)
                        values.add(self.i.map(StreamImport.DynamicObject.init(value:)), fields.i)
                    }
                }
                """#)
    }

    @Test func enumExpandsToConformanceOnly() {
        expectExpansion(
            of: """
                @Importable
                public enum Color: String, CaseIterable {
                    case red, green
                }
                """,
            is: """
                public enum Color: String, CaseIterable {
                    case red, green
                }

                extension Color: nonisolated StreamImport.Importable {
                }
                """)
    }
}
