import Testing

/// Names, types and kinds that are not as usual.
@Suite struct SpecialExpansionTests {
    @Test func namesMayBeAnything() {
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
            is: """
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
                            return { draft in
                                `Type`(draft, fields)
                            }
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
                }
                """,
            isSubclass: true)
    }

    @Test func dynamicValuesAreRead() {
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
            is: """
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
                        return { draft in
                            Loose(draft, fields)
                        }
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

                nonisolated extension Loose: StreamImport.Importable {
                    private init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
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
                }
                """)
    }

    @Test func anEnumHasItsPlanAlready() {
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

                nonisolated extension Color: StreamImport.Importable {
                }
                """)
    }
}
