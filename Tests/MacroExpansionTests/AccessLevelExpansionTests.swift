import Testing

/// The effects of access levels and enclosing declarations on an expansion.
@Suite struct AccessLevelExpansionTests {
    @Test func publicTypeHasPublicPlan() {
        expectExpansion(
            of: """
                @Importable
                public struct Point {
                    public var x: Int
                }
                """,
            adds: Expansion(.structure, "Point", [.required("x", "Int")]) { $0.access = "public " })
    }

    @Test func packageTypeHasPackagePlan() {
        expectExpansion(
            of: """
                @Importable
                package class Point {
                    package var x = 0
                }
                """,
            is: #"""
                package class Point {
                    package var x = 0

                    package nonisolated class var importPlan: StreamImport.ImportPlan {
                        ImportedFields.plan
                    }

                    package nonisolated struct ImportedFields: Sendable {
                        fileprivate let x: StreamImport.OptionalField<Int>

                        package init(_ fields: inout StreamImport.ImportFields) {
                            self.x = fields.defaulted("x")
                        }

                        fileprivate static let plan = StreamImport.ImportPlan(Point.self) { fields in
                            let fields = ImportedFields(&fields)
                            return StreamImport.ModelOperations(
                                make: { draft in
                                    Point(draft, fields)
                                },
                                update: { draft, old in
                                    try old.update(draft, fields)
                                    return old
                                },
                                decompose: { model, values in
                                    model.decompose(fields, to: &values)
                                },
                                properties: {
                                    Point.properties(fields, of: Point.self)
                                })
                        }
                    }

                    package nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        if let value = draft[fields.x] {
                            self.x = value
                        }
                    }

                    package nonisolated func update(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields) throws {
                        if draft.has(fields.x) {
                            self.x = draft.updated(self.x, fields.x, default: 0)
                        }
                    }

                    package nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.x, fields.x)
                    }

                    package nonisolated static func properties<ImportedSubclass: Point>(
                        _ fields: ImportedFields, of type: ImportedSubclass.Type
                    ) -> [PartialKeyPath<ImportedSubclass>: String] {
                        [\.x: "x"]
                    }

                    init() {
                    }

                    package required convenience init(importing source: StreamImport.ImportSource) throws(StreamImport.ImportError) {
                        try self.init(instanceOf: source)
                    }
                }

                extension Point: nonisolated StreamImport.Importable {
                }
                """#)
    }

    @Test func privateTypeExpandsWithoutAccessModifiers() {
        expectExpansion(
            of: """
                @Importable
                private class Point {
                    fileprivate var x = 0
                }
                """,
            adds: Expansion(.openClass, "Point", [.defaulted("x", "Int", "0")]) {
                $0.hasImplicitInitializer = true
            })
    }

    @Test func typeInPublicExtensionHasPublicPlan() {
        expectExpansion(
            of: """
                public extension Outer {
                    @Importable
                    struct Inner {
                        var x: Int
                    }
                }
                """,
            adds: Expansion(.structure, "Inner", [.required("x", "Int")]) {
                $0.access = "public "
                $0.isPlanComputed = true
                $0.outerTypes = "Outer."
            })
    }

    @Test func nestedTypeStoresItsPlan() {
        expectExpansion(
            of: """
                enum Outer {
                    @Importable
                    fileprivate struct Inner {
                        var x: Int
                    }
                }
                """,
            adds: Expansion(.structure, "Inner", [.required("x", "Int")]) { $0.outerTypes = "Outer." })
    }

    @Test func availabilityIsCopiedToExtension() {
        expectExpansion(
            of: """
                @available(macOS 26, *)
                struct Outer {
                    @Importable
                    @available(*, deprecated, message: "old")
                    struct Inner {
                        var id: Int
                    }
                }
                """,
            adds: Expansion(.structure, "Inner", [.required("id", "Int")]) {
                $0.outerTypes = "Outer."
                $0.extensionAttributes = [
                    "@available(*, deprecated, message: \"old\")", "@available(macOS 26, *)",
                ]
            })
    }
}
