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

    @Test(arguments: ["asArray: true", "asArray: true, dates: [\"y\": .iso8601]", "asArray: false"])
    func arrayReplacesKeysByPositions(arguments: String) {
        expectExpansion(
            of: """
                @Importable(\(arguments))
                struct Point {
                    let x: Double
                    var y: Date?
                    let dimensions = 2
                }
                """,
            adds: Expansion(.structure, "Point", [.required("x", "Double"), .optional("y", "Date")]) {
                $0.statements = [#"fields.ignore("dimensions")"#]
                if arguments.contains("dates") {
                    $0.statements.append(#"fields.adjust(dates: ["y": .iso8601])"#)
                }
                if arguments.contains("true") { $0.statements.append("fields.replaceKeysByPositions()") }
            })
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
            adds: Expansion(.structure, "Point", [.required("x", "Double"), .required("y", "Double")]))
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
            adds: Expansion(.structure, "Celsius", [.required("degrees", "Double")]))
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
            adds: Expansion(
                .structure, "Settings",
                [
                    .required("volume", "Int"), .defaulted("name", "String"), .optional("secret", "String"),
                    .required("count", "Int"),
                    .required("level", "Int") { $0.wrapperLine = 11 },
                ]))
    }

    @Test func structWithoutFieldsHasEmptyPlan() {
        expectExpansion(
            of: """
                @Importable
                struct Nothing {}
                """,
            adds: Expansion(.structure, "Nothing"))
    }
}
