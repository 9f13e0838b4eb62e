import Testing

/// How access levels, places and names change an expansion.
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
                        storedImportPlan
                    }

                    private nonisolated static let storedImportPlan = StreamImport.ImportPlan(Point.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Point(draft, fields)
                        }
                    }

                    package nonisolated struct ImportedFields: Sendable {
                        fileprivate let x: StreamImport.OptionalField<Int>

                        package init(_ fields: inout StreamImport.ImportFields) {
                            self.x = fields.defaulted("x")
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
                        storedImportPlan
                    }

                    private nonisolated static let storedImportPlan = StreamImport.ImportPlan(Point.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Point(draft, fields)
                        }
                    }

                    nonisolated struct ImportedFields: Sendable {
                        fileprivate let x: StreamImport.OptionalField<Int>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.x = fields.defaulted("x")
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

    @Test func aTypeInAGenericTypeComputesItsPlan() {
        expectExpansion(
            of: """
                struct Outer<Element> {
                    @Importable
                    struct Inner {
                        var x: Int
                    }
                }
                """,
            is: """
                struct Outer<Element> {
                    struct Inner {
                        var x: Int

                        nonisolated static var importPlan: StreamImport.ImportPlan {
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
                        storedImportPlan
                    }

                    private nonisolated static let storedImportPlan = StreamImport.ImportPlan(`Type`.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            `Type`(draft, fields)
                        }
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
