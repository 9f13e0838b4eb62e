import Testing

/// How access levels and places change an expansion.
@Suite struct PlaceExpansionTests {
    @Test func aPublicTypeHasAPublicPlan() {
        expectExpansion(
            of: """
                @Importable
                public struct Point {
                    public var x: Int
                }
                """,
            is: """
                public struct Point {
                    public var x: Int

                    public nonisolated static let importPlan = StreamImport.ImportPlan(Point.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Point(draft, fields)
                        }
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let x: StreamImport.RequiredField<Int>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.x = fields.required("x")
                        }
                    }
                }

                nonisolated extension Point: StreamImport.Importable {
                    private init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.x = draft[fields.x]
                    }
                }
                """)
    }

    @Test func aPackageTypeHasAPlanOfThePackage() {
        expectExpansion(
            of: """
                @Importable
                package class Point {
                    package var x = 0
                }
                """,
            is: """
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
                            return { draft in
                                Point(draft, fields)
                            }
                        }
                    }

                    package nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        if let value = draft[fields.x] {
                            self.x = value
                        }
                    }

                    init() {
                    }
                }

                nonisolated extension Point: StreamImport.Importable {
                }
                """)
    }

    @Test func aPrivateTypeNeedsNoModifiers() {
        expectExpansion(
            of: """
                @Importable
                private class Point {
                    fileprivate var x = 0
                }
                """,
            is: """
                private class Point {
                    fileprivate var x = 0

                    nonisolated class var importPlan: StreamImport.ImportPlan {
                        ImportedFields.plan
                    }

                    nonisolated struct ImportedFields: Sendable {
                        fileprivate let x: StreamImport.OptionalField<Int>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.x = fields.defaulted("x")
                        }

                        fileprivate static let plan = StreamImport.ImportPlan(Point.self) { fields in
                            let fields = ImportedFields(&fields)
                            return { draft in
                                Point(draft, fields)
                            }
                        }
                    }

                    nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        if let value = draft[fields.x] {
                            self.x = value
                        }
                    }

                    init() {
                    }
                }

                nonisolated extension Point: StreamImport.Importable {
                }
                """)
    }

    @Test func aTypeIsAsPublicAsItsExtension() {
        expectExpansion(
            of: """
                public extension Outer {
                    @Importable
                    struct Inner {
                        var x: Int
                    }
                }
                """,
            is: """
                public extension Outer {
                    struct Inner {
                        var x: Int

                        public nonisolated static var importPlan: StreamImport.ImportPlan {
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

    @Test func aNestedTypeStoresItsPlan() {
        expectExpansion(
            of: """
                enum Outer {
                    @Importable
                    fileprivate struct Inner {
                        var x: Int
                    }
                }
                """,
            is: """
                enum Outer {
                    fileprivate struct Inner {
                        var x: Int

                        nonisolated static let importPlan = StreamImport.ImportPlan(Inner.self) { fields in
                            let fields = ImportedFields(&fields)
                            return { draft in
                                Inner(draft, fields)
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

    @Test func availabilityIsCopied() {
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
            is: """
                @available(macOS 26, *)
                struct Outer {
                    @available(*, deprecated, message: "old")
                    struct Inner {
                        var id: Int

                        nonisolated static let importPlan = StreamImport.ImportPlan(Inner.self) { fields in
                            let fields = ImportedFields(&fields)
                            return { draft in
                                Inner(draft, fields)
                            }
                        }

                        private nonisolated struct ImportedFields: Sendable {
                            let id: StreamImport.RequiredField<Int>

                            init(_ fields: inout StreamImport.ImportFields) {
                                self.id = fields.required("id")
                            }
                        }
                    }
                }

                @available(*, deprecated, message: "old")
                @available(macOS 26, *)
                nonisolated extension Outer.Inner: StreamImport.Importable {
                    private init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.id = draft[fields.id]
                    }
                }
                """)
    }
}
