import Foundation
import StreamImport
import Testing

/// The behavior of ClassMapper, which the preset `classMapper` reproduces.
@Suite struct ClassMapperTests {
    // MARK: - Examples

    @Test func flatObjectBecomesModel() async throws {
        let outcome = try await importWithPreset(
            #"{"name":"Pabst Blue Ribbon","rank":1}"#, to: Beer.self, .classMapper)
        #expect(outcome.records == [Beer(name: "Pabst Blue Ribbon", rank: 1)])
    }

    @Test func nestedObjectBecomesModel() async throws {
        let object = #"{"beer":{"name":"Pabst Blue Ribbon","rank":1},"name":"He-Man"}"#
        let outcome = try await importWithPreset(object, to: User.self, .classMapper)
        #expect(
            outcome.records == [User(name: "He-Man", beer: Beer(name: "Pabst Blue Ribbon", rank: 1))])
    }

    @Test func objectBecomesDictionaryProperty() async throws {
        let object = #"{"parts":{"first":"Conan","middle":"the","last":"Barbarian"}}"#
        let outcome = try await importWithPreset(object, to: Name.self, .classMapper)
        #expect(
            outcome.records == [Name(parts: ["first": "Conan", "middle": "the", "last": "Barbarian"])])
    }

    private static let examples = #"{"networkExamples":{"Twitter":{"ex":"boo #sopa"}}}"#

    /// Returns the keyword of an object twice: imported from a dictionary and from a text.
    private func keywords(_ object: String, _ options: ImportOptions) throws -> [Keyword] {
        [
            try Keyword(dictionary: try dictionary(object), options: options),
            try #require(
                try StreamImporter.objects(of: Keyword.self, from: object, options: options).collect().first),
        ]
    }

    @Test func untypedNestedObjectBecomesDictionary() throws {
        for keyword in try keywords(Self.examples, .classMapper) {
            let example = try #require(keyword.networkExamples["Twitter"] as? [String: Any])
            #expect(example["ex"] as? String == "boo #sopa")
        }
    }

    @Test func objectUnderDynamicModelKeyBecomesModel() throws {
        var options = ImportOptions.classMapper
        options.dynamicModels["Twitter"] = SocialNetworkExample.self
        for keyword in try keywords(Self.examples, options) {
            let example = try #require(keyword.networkExamples["Twitter"] as? SocialNetworkExample)
            #expect(example.ex == "boo #sopa")
        }
    }

    @Test func typedDictionaryHoldsModelsUnderAnyKey() async throws {
        let outcome = try await importWithPreset(Self.examples, to: TypedKeyword.self, .classMapper)
        #expect(outcome.records?.first?.networkExamples["Twitter"] == .init(ex: "boo #sopa"))
    }

    // MARK: - Objects

    @Test func nestedArraysBecomeArraysOfModels() throws {
        let text = #"[[{"name":"a"}],[],[{"name":"b"},{"name":"c"}]]"#
        let rounds = try StreamImporter.objects(of: [Beer].self, from: text, options: .classMapper).collect()
        #expect(rounds.map { $0.map(\.name) } == [["a"], [], ["b", "c"]])
    }

    @Test func nestedArrayPropertyHoldsModels() async throws {
        let outcome = try await importWithPreset(
            #"{"rounds":[[{"name":"a"}],[]],"favourites":[{"rank":1},{"rank":2}]}"#, to: User.self,
            .classMapper)
        #expect(
            outcome.records == [
                User(favourites: [Beer(rank: 1), Beer(rank: 2)], rounds: [[Beer(name: "a")], []])
            ])
    }

    @Test func subclassReadsInheritedProperties() throws {
        let dog = try Dog(dictionary: ["name": "Rex", "breed": "Collie"], options: .classMapper)
        #expect(dog.name == "Rex" && dog.breed == "Collie")
    }

    @Test(arguments: ["Name", "NAME", "_name", "na_me"])
    func keyIsMatchedExactly(key: String) async throws {
        let outcome = try await importWithPreset(#"{"\#(key)":"a"}"#, to: Beer.self, .classMapper)
        #expect(outcome.records == [Beer()])
    }

    @Test func mappedKeyAppliesOnlyToImportWithItsOptions() async throws {
        var options = ImportOptions.classMapper
        options.map("title", to: "name", of: Beer.self)
        let object = #"{"name":"He-Man","title":"x","beer":{"title":"Pabst"},"favourites":[{"name":"own"}]}"#
        let outcome = try await importWithPreset(object, to: User.self, options)
        #expect(
            outcome.records == [
                User(name: "He-Man", beer: Beer(name: "Pabst"), favourites: [Beer(name: "own")])
            ])
        let unmappedOutcome = try await importWithPreset(object, to: User.self, .classMapper)
        #expect(unmappedOutcome.records?.first?.beer == Beer())
    }

    // MARK: - Values

    @Test(arguments: [
        (#"{"name":null,"beer":null,"favourites":null}"#, User()), (#"{"name":5}"#, User(name: "5")),
        (#"{"beer":{"rank":"1"}}"#, User(beer: Beer(rank: 1))),
        (#"{"beer":{"name":null,"rank":null}}"#, User(beer: Beer())),
    ])
    func nullOrCoercibleValueIsAccepted(object: String, user: User) async throws {
        let outcome = try await importWithPreset(object, to: User.self, .classMapper)
        #expect(outcome.records == [user])
    }

    @Test(arguments: [
        (#"{"beer":"Pabst"}"#, #"expected an object, found "Pabst""#),
        (#"{"name":{"a":1}}"#, "expected a value for String, found '{'"),
        (#"{"favourites":[null]}"#, "expected an object, found null"),
        (#"{"beer":{"rank":"first"}}"#, #"expected an integer, found "first""#),
    ])
    func valueOfWrongTypeIsAnError(object: String, message: String) async throws {
        let outcome = try await importWithPreset(object, to: User.self, .classMapper)
        #expect(outcome.error?.message == message)
    }

    @Test func untypedPropertyHoldsAnyValue() throws {
        for (object, value) in [
            (#"{"anything":5}"#, "5"), (#"{"anything":"a"}"#, "a"), (#"{"anything":[1]}"#, "[1]"),
            (#"{"anything":null}"#, "nil"),
        ] {
            for keyword in try keywords(object, .classMapper) {
                #expect(keyword.anything.map { "\($0)" } ?? "nil" == value)
            }
        }
    }

    // MARK: - Transforms

    /// Options with a transform from numbers to a color or to the raw value of a color.
    private var colored: ImportOptions {
        var options = ImportOptions.classMapper
        options.transform(Color.self) { raw in
            switch raw as? Int {
            case 1: Color.red
            case 2: "green"
            default: raw
            }
        }
        return options
    }

    @Test(arguments: [
        (#"{"color":1,"lining":2}"#, Shirt(color: .red, lining: .green)),
        (#"{"color":"red"}"#, Shirt(color: .red)),
        (#"{"size":1}"#, Shirt(size: 1)), (#"{"spare":["red"]}"#, Shirt(spare: [.red])),
    ])
    func transformConvertsValueOfItsType(object: String, shirt: Shirt) async throws {
        let outcome = try await importWithPreset(object, to: Shirt.self, colored)
        #expect(outcome.records == [shirt])
        #expect(try updated(Shirt(), by: object, colored) == shirt)
    }

    @Test func transformReceivesNull() async throws {
        var options = ImportOptions.classMapper
        options.transform(Color.self) { $0 is NSNull ? Color.green : $0 }
        let outcome = try await importWithPreset(#"{"color":null,"lining":"red"}"#, to: Shirt.self, options)
        #expect(outcome.records == [Shirt(color: .green, lining: .red)])
        #expect(try updated(Shirt(), by: #"{"color":null}"#, options) == Shirt(color: .green))
        #expect(try updated(Shirt(), by: #"{}"#, options) == Shirt())
    }

    @Test func transformDoesNotApplyToArrayElements() async throws {
        let outcome = try await importWithPreset(#"{"spare":[1]}"#, to: Shirt.self, colored)
        #expect(outcome.error?.path?.description == "$[0].spare[0]")
    }
}
