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
            adds: Expansion(
                .openClass, "`Type`", of: "Base",
                [
                    .required("fields", "Int"), .optional("draft", "Int"), .defaulted("value", "Int", "0"),
                    .defaulted("inherited", "Int", "0"), .required("`default`", "Int"),
                    .required("`self`", "Int"),
                    .required("`init`", "Int"), .required("`first \"name\"`", "Int"),
                    .required("größe", "Double"),
                ]
            ) {
                $0.inherited = "inheritedFields"
                $0.statements = [#"fields.ignore("class")"#]
            })
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
            adds: Expansion(
                .structure, "Loose",
                [
                    .dynamic(.required("a", "StreamImport.DynamicValue")),
                    .dynamic(.optional("b", "StreamImport.DynamicValue")),
                    .dynamic(.required("c", "[StreamImport.DynamicValue]")),
                    .dynamic(.defaulted("d", "[StreamImport.DynamicValue]")),
                    .dynamic(.optional("e", "[Swift.String: StreamImport.DynamicValue]")),
                    .dynamic(.defaulted("f", "[Swift.String: StreamImport.DynamicValue]")),
                    .dynamic(.defaulted("g", "StreamImport.DynamicValue?")),
                    .dynamic(.optional("h", "[StreamImport.DynamicValue]")),
                    .dynamic(.optional("i", "[Swift.String: StreamImport.DynamicValue]")),
                ]
            ) {
                $0.update = """
                    self.a = draft.updated(StreamImport.DynamicValue(value: old.a), fields.a).value
                    self.b = draft.updated(old.b.map(StreamImport.DynamicValue.init(value:)), fields.b)?.value
                    self.c = draft.updated([StreamImport.DynamicValue](value: old.c), fields.c).value
                    self.e = draft.updated(old.e.map([Swift.String: StreamImport.DynamicValue].init(value:)), fields.e)?.value
                    self.h = draft.updated(old.h.map([StreamImport.DynamicValue].init(value:)), fields.h)?.value
                    self.i = draft.updated(old.i.map([Swift.String: StreamImport.DynamicValue].init(value:)), fields.i)?.value
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
                    """
            })
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
