import Testing

@Suite struct StructExpansionTests {
    @Test func structGetsPlanFieldsAndInitializer() {
        expectExpansion(
            of: """
                @Importable
                struct Repo {
                    var id: Int
                    @Key("stargazers_count", "watchers") var stars = 0
                    @Key("license.spdx_id") var license: String?
                    @DateFormat(.iso8601) var pushedAt: Date?
                    @Lenient let topics: [String]
                    @Ignored var note = ""
                    let version = 2
                    @Extras var extras: [String: JSONValue]
                }
                """,
            is: #"""
                struct Repo {
                    var id: Int
                    @Key("stargazers_count", "watchers") var stars = 0
                    @Key("license.spdx_id") var license: String?
                    @DateFormat(.iso8601) var pushedAt: Date?
                    @Lenient let topics: [String]
                    @Ignored var note = ""
                    let version = 2
                    @Extras var extras: [String: JSONValue]

                    nonisolated static let importPlan = StreamImport.ImportPlan(Repo.self) { fields in
                        let fields = ImportedFields(&fields)
                        return StreamImport.ModelOperations(
                            make: { draft in
                                Repo(draft, fields)
                            },
                            update: { draft, old in
                                Repo(draft, fields, updating: old)
                            },
                            decompose: { model, values in
                                model.decompose(fields, to: &values)
                            },
                            properties: {
                                [
                                    \.id: "id",
                                    \.stars: "stars",
                                    \.license: "license",
                                    \.pushedAt: "pushedAt",
                                    \.topics: "topics",
                                ]
                            })
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let id: StreamImport.RequiredField<Int>
                        let stars: StreamImport.OptionalField<Int>
                        let license: StreamImport.OptionalField<String>
                        let pushedAt: StreamImport.OptionalField<Date>
                        let topics: StreamImport.RequiredField<[String]>
                        let extras: StreamImport.RequiredField<[String: JSONValue]>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.id = fields.required("id")
                            self.stars = fields.defaulted("stars", keys: ["stargazers_count", "watchers"])
                            self.license = fields.optional("license", keys: ["license.spdx_id"])
                            self.pushedAt = fields.optional("pushedAt", dates: .iso8601)
                            self.topics = fields.required("topics", isLenient: true)
                            self.extras = fields.extras("extras")
                            fields.ignore("note", "version")
                        }
                    }
                }

                extension Repo: nonisolated StreamImport.Importable {
                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.id = draft[fields.id]
                        if let value = draft[fields.stars] {
                            self.stars = value
                        }
                        self.license = draft[fields.license]
                        self.pushedAt = draft[fields.pushedAt]
                        self.topics = draft[fields.topics]
                        self.extras = draft[fields.extras]
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields, updating old: Self) {
                        self.id = draft.updated(old.id, fields.id)
                        self.license = draft.updated(old.license, fields.license)
                        self.pushedAt = draft.updated(old.pushedAt, fields.pushedAt)
                        self.topics = draft.updated(old.topics, fields.topics)
                        self.extras = draft.updated(old.extras, merging: fields.extras)
                        self.stars = draft.updated(old.stars, fields.stars, default: self.stars)
                        self.note = old.note
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.id, fields.id)
                        values.add(self.stars, fields.stars)
                        values.add(self.license, fields.license)
                        values.add(self.pushedAt, fields.pushedAt)
                        values.add(self.topics, fields.topics)
                        values.add(self.extras, fields.extras)
                    }
                }
                """#)
    }

    @Test func declaredInitializerIsKept() {
        expectExpansion(
            of: """
                @Importable
                struct Point {
                    let x, y: Double

                    init(x: Double) {
                        self.x = x
                        y = 0
                    }
                }
                """,
            is: #"""
                struct Point {
                    let x, y: Double

                    init(x: Double) {
                        self.x = x
                        y = 0
                    }

                    nonisolated static let importPlan = StreamImport.ImportPlan(Point.self) { fields in
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
                                [\.x: "x", \.y: "y"]
                            })
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let x: StreamImport.RequiredField<Double>
                        let y: StreamImport.RequiredField<Double>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.x = fields.required("x")
                            self.y = fields.required("y")
                        }
                    }
                }

                extension Point: nonisolated StreamImport.Importable {
                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.x = draft[fields.x]
                        self.y = draft[fields.y]
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields, updating old: Self) {
                        self.x = draft.updated(old.x, fields.x)
                        self.y = draft.updated(old.y, fields.y)
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.x, fields.x)
                        values.add(self.y, fields.y)
                    }
                }
                """#)
    }

    @Test func computedStaticAndLazyPropertiesAreNotFields() {
        expectExpansion(
            of: #"""
                @Importable
                struct Celsius {
                    static let zero = 0.0
                    static var unit: String { "C" }
                    var degrees: Double
                    var kelvin: Double { degrees + 273.15 }
                    var fahrenheit: Double {
                        get { degrees * 1.8 + 32 }
                        set { degrees = (newValue - 32) / 1.8 }
                    }
                    lazy var text = "\(degrees)"
                    var note: String { get async throws { "" } }
                }
                """#,
            is: #"""
                struct Celsius {
                    static let zero = 0.0
                    static var unit: String { "C" }
                    var degrees: Double
                    var kelvin: Double { degrees + 273.15 }
                    var fahrenheit: Double {
                        get { degrees * 1.8 + 32 }
                        set { degrees = (newValue - 32) / 1.8 }
                    }
                    lazy var text = "\(degrees)"
                    var note: String { get async throws { "" } }

                    nonisolated static let importPlan = StreamImport.ImportPlan(Celsius.self) { fields in
                        let fields = ImportedFields(&fields)
                        return StreamImport.ModelOperations(
                            make: { draft in
                                Celsius(draft, fields)
                            },
                            update: { draft, old in
                                Celsius(draft, fields, updating: old)
                            },
                            decompose: { model, values in
                                model.decompose(fields, to: &values)
                            },
                            properties: {
                                [\.degrees: "degrees"]
                            })
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let degrees: StreamImport.RequiredField<Double>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.degrees = fields.required("degrees")
                        }
                    }
                }

                extension Celsius: nonisolated StreamImport.Importable {
                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.degrees = draft[fields.degrees]
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields, updating old: Self) {
                        self.degrees = draft.updated(old.degrees, fields.degrees)
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.degrees, fields.degrees)
                    }
                }
                """#)
    }

    @Test func observedPrivateAndWrappedPropertiesAreFields() {
        expectExpansion(
            of: """
                @Importable
                struct Settings {
                    var volume: Int {
                        didSet { print(oldValue) }
                    }
                    var name = "" {
                        willSet { print(newValue) }
                    }
                    private var secret: String?
                    private(set) var count: Int
                    @Clamped(0...10) var level: Int
                }
                """,
            is: #"""
                struct Settings {
                    var volume: Int {
                        didSet { print(oldValue) }
                    }
                    var name = "" {
                        willSet { print(newValue) }
                    }
                    private var secret: String?
                    private(set) var count: Int
                    @Clamped(0...10) var level: Int

                    nonisolated static let importPlan = StreamImport.ImportPlan(Settings.self) { fields in
                        let fields = ImportedFields(&fields)
                        return StreamImport.ModelOperations(
                            make: { draft in
                                Settings(draft, fields)
                            },
                            update: { draft, old in
                                Settings(draft, fields, updating: old)
                            },
                            decompose: { model, values in
                                model.decompose(fields, to: &values)
                            },
                            properties: {
                                [
                                    \.volume: "volume",
                                    \.name: "name",
                                    \.secret: "secret",
                                    \.count: "count",
                                    \.level: "level",
                                ]
                            })
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let volume: StreamImport.RequiredField<Int>
                        let name: StreamImport.OptionalField<String>
                        let secret: StreamImport.OptionalField<String>
                        let count: StreamImport.RequiredField<Int>
                        let level: StreamImport.RequiredField<Int>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.volume = fields.required("volume")
                            self.name = fields.defaulted("name")
                            self.secret = fields.optional("secret")
                            self.count = fields.required("count")
                            self.level = fields.required("level")
                        }
                    }
                }

                extension Settings: nonisolated StreamImport.Importable {
                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.volume = draft[fields.volume]
                        if let value = draft[fields.name] {
                            self.name = value
                        }
                        self.secret = draft[fields.secret]
                        self.count = draft[fields.count]
                        self.level = draft[fields.level]
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields, updating old: Self) {
                        self.volume = draft.updated(old.volume, fields.volume)
                        self.secret = draft.updated(old.secret, fields.secret)
                        self.count = draft.updated(old.count, fields.count)
                        self.level = draft.updated(old.level, fields.level)
                        self.name = draft.updated(old.name, fields.name, default: self.name)
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        values.add(self.volume, fields.volume)
                        values.add(self.name, fields.name)
                        values.add(self.secret, fields.secret)
                        values.add(self.count, fields.count)
                        values.add(self.level, fields.level)
                    }
                }
                """#)
    }

    @Test func structWithoutFieldsHasEmptyPlan() {
        expectExpansion(
            of: """
                @Importable
                struct Nothing {}
                """,
            is: """
                struct Nothing {

                    nonisolated static let importPlan = StreamImport.ImportPlan(Nothing.self) { fields in
                        let fields = ImportedFields(&fields)
                        return StreamImport.ModelOperations(
                            make: { draft in
                                Nothing(draft, fields)
                            },
                            update: { draft, old in
                                Nothing(draft, fields, updating: old)
                            },
                            decompose: { model, values in
                                model.decompose(fields, to: &values)
                            },
                            properties: {
                                [:]
                            })
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        init(_ fields: inout StreamImport.ImportFields) {
                        }
                    }
                }

                extension Nothing: nonisolated StreamImport.Importable {
                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields, updating old: Self) {
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                    }
                }
                """)
    }
}
