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
            is: #"""
                public struct Point {
                    public var x: Int

                    public nonisolated static let importPlan = StreamImport.ImportPlan(Point.self) { fields in
                        let fields = ImportedFields(&fields)
                        return StreamImport.ModelOperations(
                            make: { draft in
                                Point(draft, fields)
                            },
                            update: { draft, old in
                                Point(draft, fields, updating: old)
                            },
                            decompose: { model, values in
                                model.decompose(fields, to: &values)
                            },
                            properties: {
                                [\.x: "x"]
                            })
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let x: StreamImport.RequiredField<Int>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.x = fields.required("x")
                        }
                    }
                }

                extension Point: nonisolated StreamImport.Importable {
                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.x = draft[fields.x]
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields, updating old: Self) {
                        self.x = draft.updated(old.x, fields.x)
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.x, fields.x)
                    }
                }
                """#)
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

                    package required convenience init(importing source: some StreamImport.ImportSource) throws(StreamImport.ImportError) {
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
            is: #"""
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

                    nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        if let value = draft[fields.x] {
                            self.x = value
                        }
                    }

                    nonisolated func update(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields) throws {
                        if draft.has(fields.x) {
                            self.x = draft.updated(self.x, fields.x, default: 0)
                        }
                    }

                    nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.x, fields.x)
                    }

                    nonisolated static func properties<ImportedSubclass: Point>(
                        _ fields: ImportedFields, of type: ImportedSubclass.Type
                    ) -> [PartialKeyPath<ImportedSubclass>: String] {
                        [\.x: "x"]
                    }

                    init() {
                    }

                    required convenience init(importing source: some StreamImport.ImportSource) throws(StreamImport.ImportError) {
                        try self.init(instanceOf: source)
                    }
                }

                extension Point: nonisolated StreamImport.Importable {
                }
                """#)
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
            is: #"""
                public extension Outer {
                    struct Inner {
                        var x: Int

                        public nonisolated static var importPlan: StreamImport.ImportPlan {
                            StreamImport.ImportPlan(Inner.self) { fields in
                                let fields = ImportedFields(&fields)
                                return StreamImport.ModelOperations(
                                    make: { draft in
                                        Inner(draft, fields)
                                    },
                                    update: { draft, old in
                                        Inner(draft, fields, updating: old)
                                    },
                                    decompose: { model, values in
                                        model.decompose(fields, to: &values)
                                    },
                                    properties: {
                                        [\.x: "x"]
                                    })
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

                extension Outer.Inner: nonisolated StreamImport.Importable {
                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.x = draft[fields.x]
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields, updating old: Self) {
                        self.x = draft.updated(old.x, fields.x)
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.x, fields.x)
                    }
                }
                """#)
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
            is: #"""
                enum Outer {
                    fileprivate struct Inner {
                        var x: Int

                        nonisolated static let importPlan = StreamImport.ImportPlan(Inner.self) { fields in
                            let fields = ImportedFields(&fields)
                            return StreamImport.ModelOperations(
                                make: { draft in
                                    Inner(draft, fields)
                                },
                                update: { draft, old in
                                    Inner(draft, fields, updating: old)
                                },
                                decompose: { model, values in
                                    model.decompose(fields, to: &values)
                                },
                                properties: {
                                    [\.x: "x"]
                                })
                        }

                        private nonisolated struct ImportedFields: Sendable {
                            let x: StreamImport.RequiredField<Int>

                            init(_ fields: inout StreamImport.ImportFields) {
                                self.x = fields.required("x")
                            }
                        }
                    }
                }

                extension Outer.Inner: nonisolated StreamImport.Importable {
                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.x = draft[fields.x]
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields, updating old: Self) {
                        self.x = draft.updated(old.x, fields.x)
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.x, fields.x)
                    }
                }
                """#)
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
            is: #"""
                @available(macOS 26, *)
                struct Outer {
                    @available(*, deprecated, message: "old")
                    struct Inner {
                        var id: Int

                        nonisolated static let importPlan = StreamImport.ImportPlan(Inner.self) { fields in
                            let fields = ImportedFields(&fields)
                            return StreamImport.ModelOperations(
                                make: { draft in
                                    Inner(draft, fields)
                                },
                                update: { draft, old in
                                    Inner(draft, fields, updating: old)
                                },
                                decompose: { model, values in
                                    model.decompose(fields, to: &values)
                                },
                                properties: {
                                    [\.id: "id"]
                                })
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
                extension Outer.Inner: nonisolated StreamImport.Importable {
                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.id = draft[fields.id]
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields, updating old: Self) {
                        self.id = draft.updated(old.id, fields.id)
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.id, fields.id)
                    }
                }
                """#)
    }
}
