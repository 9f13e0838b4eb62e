import Foundation
import StreamImport
import Testing

/// The behavior of the earlier libraries for classes, hooks and values without a declared type.
extension MigrationTests {
    // MARK: - Classes

    @Test(arguments: Library.allCases)
    func subclassReadsInheritedProperties(library: Library) throws {
        let dog = try Dog(dictionary: ["name": "Rex", "breed": "Collie"], options: library.options)
        #expect(dog.name == "Rex" && dog.breed == "Collie")
        try dog.update(from: ["name": "Max"], options: library.options)
        try dog.update(from: #"{"breed":"Pug"}"#, options: library.options)
        #expect(dog.name == "Max" && dog.breed == "Pug")
        let other = try Dog(dictionary: ["NAME": "Rex", "_breed": "Pug"], options: library.options)
        let isExact = library.options.keyMatching == .exact
        #expect(other.name == (isExact ? nil : "Rex") && other.breed == (isExact ? nil : "Pug"))
        let members = isExact ? #"{"name":null,"breed":null}"# : #"{"NAME":null,"BREED":null}"#
        try dog.update(from: members, options: library.options)
        let isReset = library == .rzImport || library == .classMapper
        #expect(dog.name == (isReset ? nil : "Max") && dog.breed == (isReset ? nil : "Pug"))
    }

    @Test func observerRunsForMemberWithUnchangedValue() throws {
        let dog = try Dog(dictionary: ["name": "Rex"])
        let changesOfInitialImport = dog.changes
        try dog.update(from: ["breed": "Collie"], options: .rzImport)
        #expect(dog.changes == changesOfInitialImport)
        try dog.update(from: ["name": "Rex"], options: .rzImport)
        #expect(dog.changes == changesOfInitialImport + 1)
    }

    @Importable
    final class Player: ImportValidating {
        var score = 0 { didSet { changes += 1 } }
        @Ignored var changes = 0
        @Ignored var level = 0

        func validate() { level = score / 100 }
    }

    @Test func observersRunInUpdatesOnly() throws {
        let player = try Player(dictionary: ["score": 250], options: .rzImport)
        #expect((player.score, player.changes, player.level) == (250, 0, 2))
        try player.update(from: ["score": 300], options: .rzImport)
        #expect((player.score, player.changes, player.level) == (300, 1, 3))
    }

    @Importable(ignoring: ["debug", "meta.trace"])
    class Account {
        var name: String?
        var created: Date?
        @Key("meta.trace.id") var trace: Int?
        @Key("meta.version") var version: Int?
    }

    @Importable(only: ["name"], dates: ["created": .unixMilliseconds])
    final class Guest: Account {
        @Key("table") var seat: Int?
    }

    @Test func macroArgumentsApplyToTheirClass() throws {
        let members = try dictionary(
            #"{"name":"Ann","debug":{"name":"Bob"},"meta":{"trace":{"id":1}},"created":5,"table":3,"seat":4,"Debug":6}"#
        )
        var accounts: [Account] = []
        let summary = try DictionaryImporter(of: Account.self, options: .rzImport)
            .collect(from: [members], into: &accounts)
        let account = try #require(accounts.first)
        #expect((account.name, account.trace) == ("Ann", nil))
        #expect(account.created == Date(timeIntervalSince1970: 5))
        #expect(Set(summary.unknownKeys.map(\.key)) == ["table", "seat", "Debug"])
        let guest = try Guest(dictionary: members, options: .rzImport)
        #expect((guest.name, guest.created, guest.seat) == ("Ann", nil, 3))
    }

    /// A class of entries that are equal if they have the same identifier, which is not `nil`.
    @Importable
    class Entry: Codable, Equatable {
        var objectId: String?

        static func == (left: Entry, right: Entry) -> Bool {
            left.objectId != nil && left.objectId == right.objectId
        }
    }

    @Importable
    final class Book: Entry {
        var title: String?
        @Extras var extras: [String: JSONValue]
    }

    @Test func instancesWithSameIdentifierAreEqual() throws {
        let books = try [Book](
            dictionaries: [
                ["id": 1, "title": "a"], ["id": 1, "title": "b"], ["title": "a"], ["title": "a"],
            ], options: .jastor)
        #expect(books[0] == books[1] && books[0] != books[2] && books[2] != books[3])
    }

    @Test(
        arguments: [
            (#"{"id":"a"}"#, "a"), (#"{"id":5}"#, "5"), (#"{"id":null}"#, nil), ("{}", nil),
            (#"{"objectId":"b"}"#, "b"), (#"{"objectId":"b","id":"a"}"#, "a"), (#"{"ID":"a"}"#, nil),
        ] as [(String, String?)])
    func idKeyIsReadAsInheritedObjectId(object: String, id: String?) throws {
        #expect(try Book(dictionary: try dictionary(object), options: .jastor).objectId == id)
    }

    @Test func archiveHasInheritedAndNestedProperties() throws {
        let book = try Book(dictionary: ["id": 1, "title": "Emma", "pages": 474], options: .jastor)
        for decoded in [
            try JSONDecoder().decode(Book.self, from: JSONEncoder().encode(book)),
            try PropertyListDecoder().decode(Book.self, from: PropertyListEncoder().encode(book)),
        ] {
            #expect(
                (decoded.objectId, decoded.title, decoded.extras) == ("1", "Emma", ["pages": .number("474")]))
        }
        let tree = try Category(json: #"{"name":"1","children":[{"name":"1.1","children":[{"id":2}]}]}"#)
        #expect(try JSONDecoder().decode(Category.self, from: JSONEncoder().encode(tree)) == tree)
    }

    // MARK: - Updates in place

    private func bar() throws -> Bar {
        try Bar(
            json: #"""
                {"name":"Moe's","house":{"name":"Duff","rank":1},"menu":{"cheap":{"name":"c","rank":3}},
                "taps":[{"name":"a","rank":1},{"name":"b","rank":2}]}
                """#)
    }

    /// The description of the updated object, and the number of elements that are the same objects as before.
    @Test(
        arguments: [
            (#"{"house":{"rank":9}}"#, #"Moe's, Duff 9, [a 1, b 2], ["cheap": c 3]"#, 2),
            (
                #"{"taps":[{"rank":8},{},{"name":"n"}]}"#,
                #"Moe's, Duff 1, [a 8, b 2, n 0], ["cheap": c 3]"#, 2
            ),
            (#"{"taps":[{"rank":8}]}"#, #"Moe's, Duff 1, [a 8], ["cheap": c 3]"#, 1),
            (#"{"menu":{"dear":{"name":"d"}}}"#, #"Moe's, Duff 1, [a 1, b 2], ["dear": d 0]"#, 2),
            (#"{"house":null,"taps":null}"#, #"Moe's, -, [], ["cheap": c 3]"#, 0),
            (#"{"house":{"rank":9},"name":"x","taps":[{"rank":8},"c"]}"#, nil, 2),
        ] as [(String, String?, Int)])
    func nestedObjectsAreUpdatedInPlace(object: String, expected: String?, kept: Int) throws {
        let members = try dictionary(object)
        for update in [
            { try $0.update(from: object, options: .classMapper) },
            { try $0.update(from: members, options: .classMapper) },
        ] as [(Bar) throws -> Void] {
            let bar = try bar()
            let (house, taps, unchanged) = (bar.house, bar.taps, "\(bar)")
            if expected != nil {
                try update(bar)
            } else {
                #expect(throws: ImportError.self) { try update(bar) }
            }
            #expect("\(bar)" == expected ?? unchanged)
            #expect(bar.house == nil || bar.house === house)
            #expect(zip(bar.taps, taps).count { $0 === $1 } == kept)
        }
    }

    // MARK: - Existing instances

    @Test func existingInstanceIsUpdatedAndReturned() throws {
        let existingContact = try #require(Contact.known[100])
        let contacts = try [Contact](
            dictionaries: [["id": 7, "name": "a"], ["ID": 100, "NAME": "b", "boss": ["id": 100]]],
            options: .rzImport)
        #expect(contacts[1] === existingContact && existingContact.name == "b")
        #expect(existingContact.boss === existingContact)
        #expect(contacts[0].id == 7)
        existingContact.boss = nil
    }

    @Test func insertedInstanceIsReusedByLaterImports() throws {
        for contact in try [Contact](dictionaries: [["id": 101, "name": "Ann"]], options: .rzImport) {
            Contact.known.insert(contact)
        }
        let contact = try Contact(dictionary: ["id": 101, "name": "Anne"], options: .rzImport)
        #expect(contact === Contact.known[101] && contact.name == "Anne")
    }

    @Test func updateDoesNotLookUpExistingInstance() throws {
        let contact = Contact(id: 100, name: "a")
        try contact.update(from: ["id": 100, "name": "c"], options: .rzImport)
        #expect(contact.name == "c")
        let error = #expect(throws: ImportError.self) {
            try contact.update(from: ["id": 8, "name": "b"], options: .rzImport)
        }
        #expect(error?.code == .constantProperty && contact.name == "c")
    }

    @Test func hookSuppliesInstanceOfType() throws {
        let record = try ManagedRecord(dictionary: ["title": "a"], options: .rzImport)
        #expect(record.context == "main" && record.title == "a")
    }

    // MARK: - Hooks

    @Test(
        arguments: [
            (#"{"zip":"02134"}"#, Customer(zip: "02134")), (#"{"zip":"021x4"}"#, Customer()),
            (#"{"zip":2134}"#, Customer()), (#"{"zip":null}"#, Customer()),
            (#"{"ZIP":"x"}"#, Customer(zip: "x")),
            (#"{"address":{"STREET":"Main St"}}"#, Customer(address: .init(street: "Main St"))),
            (#"{"address":"Main St"}"#, Customer()),
            (#"{"friends":[{"zip":"x"},{"zip":"1"}]}"#, Customer(friends: [Customer(), Customer(zip: "1")])),
            (
                #"{"friends":{"zip":"1","friends":{"zip":"2"}}}"#,
                Customer(friends: [Customer(zip: "1", friends: [Customer(zip: "2")])])
            ),
            (#"{"numberVALUE":"72.5 kg","unit":"kg"}"#, Customer(numberValue: 72.5, unit: "kg")),
            (#"{"numberVALUE":72.5}"#, Customer(numberValue: 72.5)),
            (#"{"number_value":72.5,"UNIT":null,"other":1}"#, Customer(numberValue: 72.5)),
        ])
    func modelInterceptsItsMembers(object: String, customer: Customer) async throws {
        for options in [ImportOptions.rzImport, .shModelObject] {
            let outcome = try await importWithPreset(object, to: Customer.self, options)
            #expect(outcome.records == [customer])
        }
    }

    @Test(arguments: [#"{"unit":"kg","secret":5}"#, #"{"secret":null}"#])
    func modelInterceptsUnknownAndNullMembers(object: String) async throws {
        let outcome = try await importWithPreset(object, to: Customer.self, .shModelObject)
        #expect(outcome.error?.code == .rejectedByModel)
        #expect(outcome.error?.path?.description == "$[0].secret")
    }

    @Test func ignoredMemberIsNotIntercepted() async throws {
        var options = ImportOptions.rzImport
        options.ignore("address")
        let outcome = try await importWithPreset(#"{"address":{"street":"a"}}"#, to: Customer.self, options)
        #expect(outcome.records == [Customer()])
    }

    /// Options with a transform from numbers to a color or to the raw value of a color.
    private var colored: ImportOptions {
        var options = ImportOptions.classMapper
        options.transform(Shirt.Color.self) { raw in
            switch raw as? Int {
            case 1: Shirt.Color.red
            case 2: "green"
            default: raw is NSNull ? Shirt.Color.green : raw
            }
        }
        return options
    }

    @Test(arguments: [
        (#"{"color":1,"lining":2}"#, Shirt(color: .red, lining: .green)), ("{}", Shirt()),
        (#"{"color":null,"lining":"red"}"#, Shirt(color: .green, lining: .red)),
        (#"{"size":1}"#, Shirt(size: 1)), (#"{"spare":["red"]}"#, Shirt(spare: [.red])),
        (#"{"color":"red"}"#, Shirt(color: .red)),
    ])
    func transformConvertsValueOfItsType(object: String, shirt: Shirt) async throws {
        let outcome = try await importWithPreset(object, to: Shirt.self, colored)
        #expect(outcome.records == [shirt])
        var updated = [Shirt(), Shirt()]
        try updated[0].update(from: object, options: colored)
        try updated[1].update(from: try dictionary(object), options: colored)
        #expect(updated == [shirt, shirt])
    }

    @Test func transformDoesNotApplyToArrayElements() async throws {
        let outcome = try await importWithPreset(#"{"spare":[1]}"#, to: Shirt.self, colored)
        #expect(outcome.error?.path?.description == "$[0].spare[0]")
    }

    // MARK: - Values without a declared type

    /// Returns the model of an object twice: imported from a dictionary and from a text.
    private func untyped(_ object: String, _ options: ImportOptions) throws -> [Untyped] {
        [
            try Untyped(dictionary: try dictionary(object), options: options),
            try Untyped(json: object, options: options),
        ]
    }

    @Test(arguments: Library.allCases)
    func untypedObjectBecomesDynamicModelOfItsKey(library: Library) throws {
        let object = #"{"examples":{"Twitter":{"title":"boo"}},"list":[{"rank":2},{"rank":3}]}"#
        for model in try untyped(object, library.options) {
            #expect((model.examples["Twitter"] as? [String: Any])?["title"] as? String == "boo")
            #expect(model.list.count == 2 && model.list[0] is [String: Any])
        }
        var options = library.options
        options.dynamicModels = ["Twitter": User.Job.self, "list": User.Job.self]
        for model in try untyped(object, options) {
            #expect(model.examples["Twitter"] as? User.Job == User.Job(title: "boo"))
            #expect(model.list as? [User.Job] == [User.Job(rank: 2), User.Job(rank: 3)])
        }
    }

    @Test(arguments: [
        (#"{"anything":5}"#, "5"), (#"{"anything":"a"}"#, "a"), (#"{"anything":[1]}"#, "[1]"),
        (#"{"anything":null}"#, "nil"),
    ])
    func untypedPropertyHoldsAnyValue(object: String, value: String) throws {
        for library in Library.allCases {
            for model in try untyped(object, library.options) {
                #expect(model.anything.map { "\($0)" } ?? "nil" == value)
            }
        }
    }

    @Test func untypedPropertyIsReplaced() throws {
        var options = ImportOptions.classMapper
        options.dynamicModels["anything"] = Brand.self
        var model = try Untyped(dictionary: ["anything": ["name": "a", "rank": 1]], options: options)
        let old = try #require(model.anything as? Brand)
        try model.update(from: #"{"anything":{"rank":2}}"#, options: options)
        let new = try #require(model.anything as? Brand)
        #expect(new !== old && "\(new), \(old)" == "- 2, a 1")
    }

    @Importable
    struct Item: Equatable {
        var title: String?
        var count = 0
        var price: Decimal?
        var width: CGFloat = 0
        var isNew = false
        var tags: [String] = []
        var sizes: [String: Double] = [:]
        var anything: JSONValue?
    }

    @Test func foundationValuesBecomeSwiftValues() throws {
        let item = try Item(dictionary: [
            "title": "Lamp" as NSString, "count": NSNumber(value: 2), "isNew": NSNumber(value: true),
            "price": NSDecimalNumber(string: "1.50"), "width": NSNumber(value: 0.5),
            "tags": ["a" as NSString] as NSArray, "sizes": ["s": 1] as NSDictionary,
            "anything": ["b": NSNull()] as NSDictionary,
        ])
        let expected = Item(
            title: "Lamp", count: 2, price: 1.5, width: 0.5, isNew: true, tags: ["a"], sizes: ["s": 1],
            anything: .object(["b": .null]))
        #expect(item == expected)
    }

    // MARK: - Exports

    /// The import and the export options map the same keys, so that the exported object equals the imported one.
    @Test func modelIsExportedUnderImportedKeys() throws {
        try expectExport(
            of: Category.self, #"{"children":[{"children":[],"id":"2"}],"id":"1","name":"a"}"#, .jastor,
            .jastor)
        try expectExport(
            of: Category.self, #"{"children":[{"children":[],"name":"b"}],"name":"a"}"#, .shModelObject,
            .shModelObject)
        try expectExport(
            of: Location.self, #"{"city":{"country":"de"},"cityName":"Ulm","id":5,"inner":[],"zip":"1"}"#,
            .rzImport, .rzImport)
        var (importOptions, exportOptions) = (ImportOptions.classMapper, ExportOptions.classMapper)
        try expectExport(of: User.Job.self, #"{"rank":1}"#, importOptions, exportOptions)
        let empty =
            #""pastJobs":[],"rounds":[],"names":{},"anything":[],"gaps":[],"rows":[],"raw":{},"knownJobs":[]"#
        try expectExport(
            of: User.self, #"{"userName":"a","userRole":"b","job":{"rank":1},\#(empty)}"#, importOptions,
            exportOptions)
        importOptions.map("label", to: "title")
        exportOptions.map("label", to: "title")
        try expectExport(of: User.Job.self, #"{"label":"a","rank":1}"#, importOptions, exportOptions)
        exportOptions.nils = .write
        try expectExport(of: User.Job.self, #"{"label":null,"rank":1}"#, importOptions, exportOptions)
        try expectExport(
            of: User.self,
            #"{"userId":null,"userName":"a","userRole":"b","job":{"label":null,"rank":1},\#(empty)}"#,
            importOptions, exportOptions)
    }

    private func expectExport<Model: Importable & Equatable>(
        of model: Model.Type, _ object: String, _ importOptions: ImportOptions, _ exportOptions: ExportOptions
    ) throws {
        let record = try model.init(dictionary: try dictionary(object), options: importOptions)
        let exported = try record.dictionary(options: exportOptions)
        #expect(exported as NSDictionary == (try dictionary(object)) as NSDictionary)
        #expect(try model.init(dictionary: exported, options: importOptions) == record, "\(object)")
    }

    @Test func cyclicObjectThrowsTooDeepError() throws {
        let contact = Contact(id: 1, name: "a")
        contact.boss = contact
        defer { contact.boss = nil }
        let error = #expect(throws: ImportError.self) { try contact.dictionary() }
        #expect(error?.code == .tooDeep)
    }
}
