import Testing

/// The code that one property adds to the expansion of its struct.
@Suite struct FieldTests {
    /// A property, with the parts of the expansion that depend on the property.
    struct Field: Sendable {
        let property: String
        let type: String
        let declaration: String
        var assignment = "self.a = draft[fields.a]"
        var updated = "draft.updated(old.a, fields.a)"
        var properties = #"\.a: "a""#

        /// Returns a field with a default.
        static func defaulted(_ property: String, _ type: String) -> Field {
            Field(
                property: property, type: "OptionalField<\(type)>", declaration: #"defaulted("a")"#,
                assignment: """
                    if let value = draft[fields.a] {
                                self.a = value
                            }
                    """, updated: "draft.updated(old.a, fields.a, default: self.a)")
        }
    }

    /// Returns the line that declares a field. If the macro does not know the type, `#sourceLocation` moves errors to
    /// the line of the property.
    private func declaration(of field: Field) -> String {
        let line = "self.a = fields.\(field.declaration)"
        guard ["Color", "Kind", "Model.B", "Outer", "Page", "Shape"].contains(where: field.type.contains)
        else {
            return line
        }
        return """
            #sourceLocation(file: "test.swift", line: 3)
                        \(line)
                        #sourceLocation()
            """
    }

    private func expectExpansion(of field: Field) {
        MacroExpansionTests.expectExpansion(
            of: """
                @Importable
                struct Model {
                    \(field.property)
                }
                """,
            is: #"""
                struct Model {
                    \#(field.property)

                    nonisolated static let importPlan = StreamImport.ImportPlan(Model.self) { fields in
                        let fields = ImportedFields(&fields)
                        return StreamImport.ModelOperations(
                            make: { draft in
                                Model(draft, fields)
                            },
                            update: { draft, old in
                                Model(draft, fields, updating: old)
                            },
                            decompose: { model, values in
                                model.decompose(fields, to: &values)
                            },
                            properties: {
                                [\#(field.properties)]
                            })
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let a: StreamImport.\#(field.type)

                        init(_ fields: inout StreamImport.ImportFields) {
                            \#(declaration(of: field))
                        }
                    }
                }

                extension Model: nonisolated StreamImport.Importable {
                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        \#(field.assignment)
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields, updating old: Self) {
                        self.a = \#(field.updated)
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.a, fields.a)
                    }
                }
                """#)
    }

    @Test(arguments: [
        ("1", "Int"), ("-1", "Int"), ("~1", "Int"), ("[Self]()", "[Model]"), ("0xFF_FF", "Int"),
        ("1.5", "Double"), ("-1e3", "Double"),
        ("true", "Bool"), (#""""#, "String"), (#""\(1) of 2""#, "String"), ("#\"\"\"\n\"\"\"#", "String"),
        ("[String]()", "[String]"), ("[String?]()", "[String?]"), ("[String: [Int]]()", "[String: [Int]]"),
        ("Set<Int>()", "Set<Int>"), ("Date()", "Date"), ("Swift.Array<Int>()", "Swift.Array<Int>"),
        ("Outer.Inner()", "Outer.Inner"), ("Page<Int>.Item()", "Page<Int>.Item"),
        ("[1, 2]", "[Int]"), ("[[1], [2]]", "[[Int]]"), (#"["a": 1, "b": -2]"#, "[String: Int]"),
        (#"["a": ["b"]]"#, "[String: [String]]"),
        ("1 as UInt8", "UInt8"), ("[] as Set<String>", "Set<String>"), ("nil as Int?", "Int?"),
        (".red as Color", "Color"),
    ])
    func typeIsInferredFromEvidentDefault(value: String, type: String) {
        expectExpansion(of: .defaulted("var a = \(value)", type))
    }

    @Test(arguments: [
        ("var a: Float = 1", "Float"), ("var a: [Int] = []", "[Int]"), ("var a: Int? = 5", "Int?"),
        ("var a: Int?? = nil", "Int??"), ("var a: Optional<Int> = nil", "Int?"), ("var a: Int! = 5", "Int?"),
        ("var a: (Int) = 5", "Int"), ("var a: Color = .red", "Color"), ("public var a: Int = f()", "Int"),
        ("private(set) var a = 1", "Int"), ("var a = 1 { didSet {} }", "Int"),
        ("var a: Kind<Int>.Sub = .x", "Kind<Int>.Sub"),
    ])
    func propertyWithDefaultBecomesDefaultedField(property: String, type: String) {
        expectExpansion(of: .defaulted(property, type))
    }

    @Test(arguments: [
        ("var a: Int?", "Int"), ("let a: Int?", "Int"), ("var a: Int!", "Int"),
        ("var a: Optional<Int>", "Int"),
        ("var a: Swift.Optional<[Int]>", "[Int]"), ("var a: Int??", "Int?"), ("var a: (Int)?", "Int"),
        ("var a: ([Int: Kind])?", "[Int: Kind]"), ("@Clamped(0...1) private var a: Int?", "Int"),
    ])
    func optionalPropertyBecomesOptionalField(property: String, type: String) {
        expectExpansion(
            of: Field(property: property, type: "OptionalField<\(type)>", declaration: #"optional("a")"#))
    }

    @Test(arguments: [
        ("let a: Int", "Int"), ("var a: (Int)", "Int"), ("let a: [Self]", "[Model]"),
        ("let a: Self.B", "Model.B"), ("var a: Outer.Inner", "Outer.Inner"),
        ("var a: [Int?]", "[Int?]"), ("var a: [String: Int]", "[String: Int]"),
        ("fileprivate var a: Int", "Int"),
        ("var a: Int { willSet {} didSet {} }", "Int"), ("var a: any Shape", "any Shape"),
        ("unowned(safe) var b: Int { 1 }; let a: Int", "Int"),
    ])
    func nonOptionalPropertyBecomesRequiredField(property: String, type: String) {
        expectExpansion(
            of: Field(property: property, type: "RequiredField<\(type)>", declaration: #"required("a")"#))
    }

    @Test(arguments: [
        (#"@Key("b") var a: Double"#, #"keys: ["b"]"#),
        (
            ##"@Key("b", "c.d", "$.e[0][1].f", #"g"h"#) var a: Double"##,
            ##"keys: ["b", "c.d", "$.e[0][1].f", #"g"h"#]"##
        ),
        (#"@Key("größe", "a b", "\u{e9}\n") var a: Double"#, #"keys: ["größe", "a b", "\u{e9}\n"]"#),
        (#"@StreamImport.Key("b") var a: Double"#, #"keys: ["b"]"#),
        ("@DateFormat(.dotNet) var a: Double", "dates: .dotNet"),
        ("@DateFormat(DateStrategy.unixSeconds) var a: Double", "dates: DateStrategy.unixSeconds"),
        ("@DateFormat(Self.dates) var a: Double", "dates: Model.dates"),
        (#"@Key("b") @DateFormat(.iso8601) var a: Double"#, #"keys: ["b"], dates: .iso8601"#),
    ])
    func attributesBecomeFieldArguments(property: String, arguments: String) {
        expectExpansion(
            of: Field(
                property: property, type: "RequiredField<Double>",
                declaration: #"required("a", "# + arguments + ")"))
    }

    @Test(arguments: [
        "[Int]", "Set<Int>", "Array<Int>", "[[String: Int]]", "Swift.Set<Int>",
    ])
    func lenientCollectionBecomesLenientField(type: String) {
        expectExpansion(
            of: Field(
                property: "@Lenient var a: \(type)", type: "RequiredField<\(type)>",
                declaration: #"required("a", isLenient: true)"#))
    }

    @Test(arguments: [
        ("@Extras var a: [String: JSONValue]", "[String: JSONValue]"),
        ("@Extras let a: Dictionary<String, JSONValue>", "Dictionary<String, JSONValue>"),
        ("@Extras var a: [String: StreamImport.JSONValue] = [:]", "[String: StreamImport.JSONValue]"),
        ("@Extras var a = [String: JSONValue]()", "[String: JSONValue]"),
    ])
    func extrasDictionaryBecomesExtrasField(property: String, type: String) {
        expectExpansion(
            of: Field(
                property: property, type: "RequiredField<\(type)>", declaration: #"extras("a")"#,
                updated: "draft.updated(old.a, merging: fields.a)", properties: ":"))
    }
}
