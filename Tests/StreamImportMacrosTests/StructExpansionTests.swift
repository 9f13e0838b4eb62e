import Testing

/// What becomes of structs.
@Suite struct StructExpansionTests {
    @Test func aStructGetsAPlanFieldsAndAnInitializer() {
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
                    @Extras var rest: [String: JSONValue]
                }
                """,
            is: """
                struct Repo {
                    var id: Int
                    @Key("stargazers_count", "watchers") var stars = 0
                    @Key("license.spdx_id") var license: String?
                    @DateFormat(.iso8601) var pushedAt: Date?
                    @Lenient let topics: [String]
                    @Ignored var note = ""
                    let version = 2
                    @Extras var rest: [String: JSONValue]

                    nonisolated static let importPlan = StreamImport.ImportPlan(Repo.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Repo(draft, fields)
                        }
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let id: StreamImport.RequiredField<Int>
                        let stars: StreamImport.OptionalField<Int>
                        let license: StreamImport.OptionalField<String>
                        let pushedAt: StreamImport.OptionalField<Date>
                        let topics: StreamImport.RequiredField<[String]>
                        let rest: StreamImport.RequiredField<[String: JSONValue]>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.id = fields.required("id")
                            self.stars = fields.defaulted("stars", keys: ["stargazers_count", "watchers"])
                            self.license = fields.optional("license", keys: ["license.spdx_id"])
                            self.pushedAt = fields.optional("pushedAt", dates: .iso8601)
                            self.topics = fields.required("topics", isLenient: true)
                            self.rest = fields.extras("rest")
                            fields.ignore("note", "version")
                        }
                    }
                }

                nonisolated extension Repo: StreamImport.Importable {
                    private init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.id = draft[fields.id]
                        if let value = draft[fields.stars] {
                            self.stars = value
                        }
                        self.license = draft[fields.license]
                        self.pushedAt = draft[fields.pushedAt]
                        self.topics = draft[fields.topics]
                        self.rest = draft[fields.rest]
                    }
                }
                """)
    }

    @Test func ownInitializersStay() {
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
            is: """
                struct Point {
                    let x, y: Double

                    init(x: Double) {
                        self.x = x
                        y = 0
                    }

                    nonisolated static let importPlan = StreamImport.ImportPlan(Point.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Point(draft, fields)
                        }
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

                nonisolated extension Point: StreamImport.Importable {
                    private init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.x = draft[fields.x]
                        self.y = draft[fields.y]
                    }
                }
                """)
    }

    @Test func whatIsNotStoredIsNoField() {
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
                        return { draft in
                            Celsius(draft, fields)
                        }
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let degrees: StreamImport.RequiredField<Double>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.degrees = fields.required("degrees")
                        }
                    }
                }

                nonisolated extension Celsius: StreamImport.Importable {
                    private init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.degrees = draft[fields.degrees]
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
            is: """
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
                        return { draft in
                            Settings(draft, fields)
                        }
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

                nonisolated extension Settings: StreamImport.Importable {
                    private init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.volume = draft[fields.volume]
                        if let value = draft[fields.name] {
                            self.name = value
                        }
                        self.secret = draft[fields.secret]
                        self.count = draft[fields.count]
                        self.level = draft[fields.level]
                    }
                }
                """)
    }

    @Test func aStructWithoutFieldsIsMadeOfAnyObject() {
        expectExpansion(
            of: """
                @Importable
                struct Nothing {}
                """,
            is: """
                struct Nothing {

                    nonisolated static let importPlan = StreamImport.ImportPlan(Nothing.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Nothing(draft, fields)
                        }
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        init(_ fields: inout StreamImport.ImportFields) {
                        }
                    }
                }

                nonisolated extension Nothing: StreamImport.Importable {
                    private init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                    }
                }
                """)
    }
}
