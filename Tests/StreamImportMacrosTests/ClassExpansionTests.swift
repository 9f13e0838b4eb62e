import Testing

/// What becomes of classes.
@Suite struct ClassExpansionTests {
    @Test func aFinalClassStoresItsPlan() {
        expectExpansion(
            of: """
                @Importable
                final class Node: Equatable {
                    let name: String
                    var children: [Node] = []

                    init(name: String) {
                        self.name = name
                    }
                }
                """,
            is: """
                final class Node: Equatable {
                    let name: String
                    var children: [Node] = []

                    init(name: String) {
                        self.name = name
                    }

                    nonisolated static let importPlan = StreamImport.ImportPlan(Node.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Node(draft, fields)
                        }
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let name: StreamImport.RequiredField<String>
                        let children: StreamImport.OptionalField<[Node]>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.name = fields.required("name")
                            self.children = fields.defaulted("children")
                        }
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.name = draft[fields.name]
                        if let value = draft[fields.children] {
                            self.children = value
                        }
                    }
                }

                nonisolated extension Node: StreamImport.Importable {
                }
                """)
    }

    @Test func aClassIsOpenToSubclasses() {
        expectExpansion(
            of: """
                @Importable
                class Animal {
                    var name: String

                    init(name: String) {
                        self.name = name
                    }
                }
                """,
            is: """
                class Animal {
                    var name: String

                    init(name: String) {
                        self.name = name
                    }

                    nonisolated class var importPlan: StreamImport.ImportPlan {
                        storedImportPlan
                    }

                    private nonisolated static let storedImportPlan = StreamImport.ImportPlan(Animal.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Animal(draft, fields)
                        }
                    }

                    nonisolated struct ImportedFields: Sendable {
                        fileprivate let name: StreamImport.RequiredField<String>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.name = fields.required("name")
                        }
                    }

                    nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.name = draft[fields.name]
                    }
                }

                nonisolated extension Animal: StreamImport.Importable {
                }
                """)
    }

    @Test func anOpenClassIsOpenInOtherModules() {
        expectExpansion(
            of: """
                @Importable
                open class Animal {
                    public var name: String
                    private var legs = 4
                }
                """,
            is: """
                open class Animal {
                    public var name: String
                    private var legs = 4

                    open nonisolated class var importPlan: StreamImport.ImportPlan {
                        storedImportPlan
                    }

                    private nonisolated static let storedImportPlan = StreamImport.ImportPlan(Animal.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Animal(draft, fields)
                        }
                    }

                    public nonisolated struct ImportedFields: Sendable {
                        fileprivate let name: StreamImport.RequiredField<String>
                        fileprivate let legs: StreamImport.OptionalField<Int>

                        public init(_ fields: inout StreamImport.ImportFields) {
                            self.name = fields.required("name")
                            self.legs = fields.defaulted("legs")
                        }
                    }

                    public nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.name = draft[fields.name]
                        if let value = draft[fields.legs] {
                            self.legs = value
                        }
                    }
                }

                nonisolated extension Animal: StreamImport.Importable {
                }
                """)
    }

    @Test func aSubclassReadsItsSuperclassFirst() {
        expectExpansion(
            of: """
                @Importable
                class Dog: Animal, Sendable {
                    var breed: String
                    override var name: String {
                        didSet {}
                    }
                }
                """,
            is: """
                class Dog: Animal, Sendable {
                    var breed: String
                    override var name: String {
                        didSet {}
                    }

                    nonisolated override class var importPlan: StreamImport.ImportPlan {
                        storedImportPlan
                    }

                    private nonisolated static let storedImportPlan = StreamImport.ImportPlan(Dog.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Dog(draft, fields)
                        }
                    }

                    nonisolated struct ImportedFields: Sendable {
                        fileprivate let inherited: Animal.ImportedFields
                        fileprivate let breed: StreamImport.RequiredField<String>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.inherited = Animal.ImportedFields(&fields)
                            self.breed = fields.required("breed")
                        }
                    }

                    nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.breed = draft[fields.breed]
                        super.init(draft, fields.inherited)
                    }
                }
                """,
            isSubclass: true)
    }

    @Test func aFinalSubclassIsNotOpen() {
        expectExpansion(
            of: """
                @Importable
                public final class Dog: Animals.Animal<Int> {
                    public var inherited: String?
                }
                """,
            is: """
                public final class Dog: Animals.Animal<Int> {
                    public var inherited: String?

                    public nonisolated override class var importPlan: StreamImport.ImportPlan {
                        storedImportPlan
                    }

                    private nonisolated static let storedImportPlan = StreamImport.ImportPlan(Dog.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Dog(draft, fields)
                        }
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let inheritedFields: Animals.Animal<Int>.ImportedFields
                        let inherited: StreamImport.OptionalField<String>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.inheritedFields = Animals.Animal<Int>.ImportedFields(&fields)
                            self.inherited = fields.optional("inherited")
                        }
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.inherited = draft[fields.inherited]
                        super.init(draft, fields.inheritedFields)
                    }
                }
                """,
            isSubclass: true)
    }

    @Test func aGenericClassComputesItsPlan() {
        expectExpansion(
            of: """
                @Importable
                public class Box<Content: Importable> {
                    public var content: Content
                }
                """,
            is: """
                public class Box<Content: Importable> {
                    public var content: Content

                    public nonisolated class var importPlan: StreamImport.ImportPlan {
                        StreamImport.ImportPlan(Box.self) { fields in
                            let fields = ImportedFields(&fields)
                            return { draft in
                                Box(draft, fields)
                            }
                        }
                    }

                    public nonisolated struct ImportedFields: Sendable {
                        fileprivate let content: StreamImport.RequiredField<Content>

                        public init(_ fields: inout StreamImport.ImportFields) {
                            self.content = fields.required("content")
                        }
                    }

                    public nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.content = draft[fields.content]
                    }
                }

                nonisolated extension Box: StreamImport.Importable {
                }
                """)
    }

    @Test func aGenericSubclassComputesItsPlan() {
        expectExpansion(
            of: """
                @Importable
                class Crate<Content: Importable>: Box<[Content]> {
                    var weight: Double
                }
                """,
            is: """
                class Crate<Content: Importable>: Box<[Content]> {
                    var weight: Double

                    nonisolated override class var importPlan: StreamImport.ImportPlan {
                        StreamImport.ImportPlan(Crate.self) { fields in
                            let fields = ImportedFields(&fields)
                            return { draft in
                                Crate(draft, fields)
                            }
                        }
                    }

                    nonisolated struct ImportedFields: Sendable {
                        fileprivate let inherited: Box<[Content]>.ImportedFields
                        fileprivate let weight: StreamImport.RequiredField<Double>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.inherited = Box<[Content]>.ImportedFields(&fields)
                            self.weight = fields.required("weight")
                        }
                    }

                    nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.weight = draft[fields.weight]
                        super.init(draft, fields.inherited)
                    }
                }
                """,
            isSubclass: true)
    }

    @Test func aSuperclassThatIsNotImportableIsMadeByItsOwnInitializer() {
        expectExpansion(
            of: """
                @Importable
                final class Record: NSObject {
                    var id: Int
                }
                """,
            is: """
                final class Record: NSObject {
                    var id: Int

                    nonisolated static let importPlan = StreamImport.ImportPlan(Record.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Record(draft, fields)
                        }
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let id: StreamImport.RequiredField<Int>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.id = fields.required("id")
                        }
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.id = draft[fields.id]
                    }
                }

                nonisolated extension Record: StreamImport.Importable {
                }
                """)
    }

    @Test func theImplicitInitializerStays() {
        expectExpansion(
            of: """
                @Importable
                public final class Settings: Codable, Sendable {
                    var volume = 5
                    var name: String?
                }
                """,
            is: """
                public final class Settings: Codable, Sendable {
                    var volume = 5
                    var name: String?

                    public nonisolated static let importPlan = StreamImport.ImportPlan(Settings.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Settings(draft, fields)
                        }
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let volume: StreamImport.OptionalField<Int>
                        let name: StreamImport.OptionalField<String>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.volume = fields.defaulted("volume")
                            self.name = fields.optional("name")
                        }
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        if let value = draft[fields.volume] {
                            self.volume = value
                        }
                        self.name = draft[fields.name]
                    }

                    init() {
                    }
                }

                nonisolated extension Settings: StreamImport.Importable {
                }
                """)
    }

    @Test func convenienceInitializersMayUseTheImplicitOne() {
        expectExpansion(
            of: """
                @Importable
                class Settings {
                    var volume = 5

                    convenience init(volume: Int) {
                        self.init()
                        self.volume = volume
                    }
                }
                """,
            is: """
                class Settings {
                    var volume = 5

                    convenience init(volume: Int) {
                        self.init()
                        self.volume = volume
                    }

                    nonisolated class var importPlan: StreamImport.ImportPlan {
                        storedImportPlan
                    }

                    private nonisolated static let storedImportPlan = StreamImport.ImportPlan(Settings.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Settings(draft, fields)
                        }
                    }

                    nonisolated struct ImportedFields: Sendable {
                        fileprivate let volume: StreamImport.OptionalField<Int>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.volume = fields.defaulted("volume")
                        }
                    }

                    nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        if let value = draft[fields.volume] {
                            self.volume = value
                        }
                    }

                    init() {
                    }
                }

                nonisolated extension Settings: StreamImport.Importable {
                }
                """)
    }

    @Test func withoutAllDefaultsThereIsNoImplicitInitializer() {
        expectExpansion(
            of: """
                @Importable
                final class Settings {
                    var volume: Optional<Int>
                    let name: String?
                }
                """,
            is: """
                final class Settings {
                    var volume: Optional<Int>
                    let name: String?

                    nonisolated static let importPlan = StreamImport.ImportPlan(Settings.self) { fields in
                        let fields = ImportedFields(&fields)
                        return { draft in
                            Settings(draft, fields)
                        }
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let volume: StreamImport.OptionalField<Int>
                        let name: StreamImport.OptionalField<String>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.volume = fields.optional("volume")
                            self.name = fields.optional("name")
                        }
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.volume = draft[fields.volume]
                        self.name = draft[fields.name]
                    }
                }

                nonisolated extension Settings: StreamImport.Importable {
                }
                """)
    }
}
