import Foundation
import StreamImport
import Testing

/// The behavior of Jastor, which the preset `jastor` reproduces.
@Suite struct JastorTests {
    // MARK: - Examples

    @Test func flatObjectBecomesModel() async throws {
        let outcome = try await importWithPreset(#"{"name":"Foo","amount":13}"#, to: Product.self, .jastor)
        #expect(outcome.records == [Product(name: "Foo", amount: 13)])
    }

    @Test func nestedObjectBecomesModel() async throws {
        let object = #"{"name":"Foo","category":{"name":"Bar Category"}}"#
        let outcome = try await importWithPreset(object, to: Product.self, .jastor)
        #expect(outcome.records == [Product(name: "Foo", category: Category(name: "Bar Category"))])
    }

    @Test func typedArrayHoldsModels() async throws {
        let object = """
            {"name":"Foo","categories":[
                {"name":"Bar Category 1"},{"name":"Bar Category 2"},{"name":"Bar Category 3"}]}
            """
        let product = try #require(
            try await importWithPreset(object, to: Product.self, .jastor).records?.first)
        #expect(product.name == "Foo")
        #expect(product.categories.count == 3)
        #expect(product.categories[1].name == "Bar Category 2")
    }

    private static let tree = """
        {"name":"1","children":[
            {"name":"1.1"},
            {"name":"1.2","children":[
                {"name":"1.2.1","children":[{"name":"1.2.1.1"},{"name":"1.2.1.2"}]},
                {"name":"1.2.2"}]},
            {"name":"1.3"}]}
        """

    @Test func recursiveTypeBecomesTree() async throws {
        let root = try #require(
            try await importWithPreset(Self.tree, to: Category.self, .jastor).records?.first)
        #expect(root.name == "1")
        #expect(root.children.count == 3)
        #expect(root.children[1].name == "1.2")
        #expect(root.children[1].children[0].name == "1.2.1")
        #expect(root.children[1].children[0].children[1].name == "1.2.1.2")
    }

    @Test(arguments: [#"{name:"1"}"#, #"{"name":"1","children":[{"name":"1.1"},]}"#])
    func invalidJSONThrowsSyntaxError(text: String) {
        let error = #expect(throws: ImportError.self) {
            try StreamImporter.objects(of: Category.self, from: text, options: .jastor).collect()
        }
        #expect(error?.category == .syntax)
    }

    @Test(arguments: [
        #"{"first_name":"John","last_name":"Doe"}"#, #"{"firstName":"John","lastName":"Doe"}"#,
        #"{"firstName":"Jane","first_name":"John","last_name":"Doe"}"#,
    ])
    func explicitKeyTakesPrecedenceOverPropertyName(object: String) async throws {
        let outcome = try await importWithPreset(object, to: Person.self, .jastor)
        #expect(outcome.records == [Person(firstName: "John", lastName: "Doe")])
    }

    // MARK: - Names

    @Test(arguments: ["Name", "NAME", "_name", "na_me", "name "])
    func keyIsMatchedExactly(key: String) async throws {
        let outcome = try await importWithPreset(#"{"\#(key)":"a"}"#, to: Product.self, .jastor)
        #expect(outcome.records == [Product()])
    }

    @Test(
        arguments: [
            (#"{"id":"a"}"#, "a"), (#"{"id":5}"#, "5"), (#"{"id":null}"#, nil), ("{}", nil),
            (#"{"objectId":"b"}"#, "b"), (#"{"objectId":"b","id":"a"}"#, "a"), (#"{"ID":"a"}"#, nil),
        ] as [(String, String?)])
    func idKeyIsReadAsObjectId(object: String, id: String?) async throws {
        let outcome = try await importWithPreset(object, to: Category.self, .jastor)
        #expect(outcome.records == [Category(objectId: id)])
        let item = try Item(dictionary: try dictionary(object), options: .jastor)
        #expect(item.objectId == id)
    }

    @Test func idKeyOfNestedObjectIsReadAsObjectId() async throws {
        let object = #"{"id":1,"children":[{"id":2,"children":[{"id":"x"}]}]}"#
        let outcome = try await importWithPreset(object, to: Category.self, .jastor)
        let leaf = Category(objectId: "x")
        #expect(
            outcome.records == [
                Category(objectId: "1", children: [Category(objectId: "2", children: [leaf])])
            ])
    }

    @Test func ignoredAndComputedPropertiesAreNotAssigned() async throws {
        let object = #"{"fooRate":2,"cached":3,"twice":9,"@type":"t"}"#
        let rated = try #require(try await importWithPreset(object, to: Rated.self, .jastor).records?.first)
        #expect(rated == Rated(fooRate: 2, type: "t"))
        #expect(rated.twice == 4)
    }

    // MARK: - Values

    @Test(arguments: [
        (#"{"names":["a","b"]}"#, Lists(names: ["a", "b"])),
        (#"{"gaps":["a",null]}"#, Lists(gaps: ["a", nil])),
        (#"{"rows":[[1,2],[],[3]]}"#, Lists(rows: [[1, 2], [], [3]])),
        (
            #"{"mixed":["a",1,{"b":true},null,[]]}"#,
            Lists(mixed: [.string("a"), .number("1"), .object(["b": .bool(true)]), .null, .array([])])
        ),
        (#"{"raw":{"a":{"b":1}}}"#, Lists(raw: ["a": .object(["b": .number("1")])])),
        (#"{"names":null,"gaps":null,"rows":null}"#, Lists()),
    ])
    func arrayElementsMatchDeclaredType(object: String, lists: Lists) async throws {
        let outcome = try await importWithPreset(object, to: Lists.self, .jastor)
        #expect(outcome.records == [lists])
    }

    @Test(arguments: [
        (#"{"name":{"a":1}}"#, "expected a value for String, found '{'"),
        (#"{"amount":{"a":1}}"#, "expected a value for Int, found '{'"),
        (#"{"amount":"many"}"#, #"expected an integer, found "many""#),
        (#"{"category":"Bar"}"#, #"expected an object, found "Bar""#),
        (#"{"categories":["Bar"]}"#, #"expected an object, found "Bar""#),
        (#"{"categories":{"name":"Bar"}}"#, "expected an array, found '{'"),
    ])
    func valueOfWrongTypeIsAnError(object: String, message: String) async throws {
        let outcome = try await importWithPreset(object, to: Product.self, .jastor)
        #expect(outcome.error?.message == message)
    }

    @Test func numberAndStringAreCoerced() async throws {
        let outcome = try await importWithPreset(#"{"name":5,"amount":"13"}"#, to: Product.self, .jastor)
        #expect(outcome.records == [Product(name: "5", amount: 13)])
    }

    @Test func dateIsReadFromDateOrISO8601String() throws {
        let now = Date()
        #expect(try Product(dictionary: ["createdAt": now], options: .jastor) == Product(createdAt: now))
        let read = try Product(dictionary: ["createdAt": "2014-05-01T08:00:00Z"], options: .jastor)
        #expect(read == Product(createdAt: Date(timeIntervalSince1970: 1_398_931_200)))
    }

    @Test func nullAndMissingKeysKeepValues() throws {
        let old = Product(name: "a", amount: 1, category: Category(name: "b"))
        #expect(try updated(old, by: #"{"name":null,"category":null,"categories":null}"#, .jastor) == old)
        #expect(try updated(old, by: "{}", .jastor) == old)
    }

    // MARK: - Instances

    @Test func instancesWithSameIdentifierAreEqual() throws {
        let items = try [Item](
            dictionaries: [
                ["id": 1, "title": "a"], ["id": 1, "title": "b"], ["title": "a"], ["title": "a"],
            ],
            options: .jastor)
        #expect(items[0] == items[1] && items[0] != items[2] && items[2] != items[3])
    }

    @Test func instancesRoundTripThroughCodable() throws {
        let tree = try Category(dictionary: try dictionary(Self.tree), options: .jastor)
        let archive = try JSONEncoder().encode(tree)
        #expect(try JSONDecoder().decode(Category.self, from: archive) == tree)
    }
}
