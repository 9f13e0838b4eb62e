import Foundation
import StreamImport
import Testing

/// The behavior of SHModelObject, which the preset `shModelObject` reproduces.
@Suite struct SHModelObjectTests {
    // MARK: - Names

    @Test(arguments: [
        "user_name", "USER_NAME", "USERNAME", "UserName", "userName", "_userName", "user-name", "User Name",
    ])
    func keySpellingVariantsMatchProperty(key: String) async throws {
        let outcome = try await importWithPreset(#"{"\#(key)":"Shan"}"#, to: User.self, .shModelObject)
        #expect(outcome.records == [User(userName: "Shan")])
    }

    @Test func keysWithoutMatchingPropertyAreIgnored() async throws {
        let object = #"{"":"a"," ":"b","_":"c","-":"d","(null)":"e","user\tname":"f"}"#
        let outcome = try await importWithPreset(object, to: User.self, .shModelObject)
        #expect(outcome.records == [User()])
    }

    @Test func serviceResponseBecomesModel() async throws {
        let object = """
            {"user_name":"Shan Ul Haq","user_id":34567,"user_role":"Author","user_x_values":["abcd",777,"efgh",true,false]}
            """
        let outcome = try await importWithPreset(object, to: User.self, .shModelObject)
        let values: [JSONValue] = [
            .string("abcd"), .number("777"), .string("efgh"), .bool(true), .bool(false),
        ]
        #expect(
            outcome.records == [
                User(userName: "Shan Ul Haq", userId: 34567, userRole: "Author", userXValues: values)
            ])
    }

    @Test func subclassReadsInheritedProperties() throws {
        let dog = try Dog(dictionary: ["NAME": "Rex", "_breed": "Collie"], options: .shModelObject)
        #expect(dog.name == "Rex" && dog.breed == "Collie")
    }

    // MARK: - Nested objects

    @Test func nestedObjectBecomesModel() async throws {
        let image = #"{"image_id":234,"image_url":"http://image_url","orientation":"portrait"}"#
        let object = #"{"name":"Shan Ul Haq","person_id":123,"image":\#(image)}"#
        let outcome = try await importWithPreset(object, to: Person.self, .shModelObject)
        let expected = Image(imageId: 234, imageUrl: "http://image_url", orientation: "portrait")
        #expect(outcome.records == [Person(name: "Shan Ul Haq", personId: 123, image: expected)])
    }

    private static let arrayOfModels = """
        {"aKey":"aValue","arrayOfModels":[
            {"modelId":2,"modelName":"My Model 2","modelType":"My Model Type 2"},
            {"modelId":3,"modelName":"My Model 3","modelType":"My Model Type 3"},
            {"modelId":4,"modelName":"My Model 4","modelType":"My Model Type 4"}]}
        """

    private static let models = (2...4).map { (id: Int) in
        AModel(modelId: id, modelName: "My Model \(id)", modelType: "My Model Type \(id)")
    }

    @Test func typedArrayHoldsModels() async throws {
        let outcome = try await importWithPreset(Self.arrayOfModels, to: MyObject.self, .shModelObject)
        #expect(outcome.records == [MyObject(aKey: "aValue", arrayOfModels: Self.models)])
    }

    @Test func untypedArrayUsesDynamicModelOfItsKey() throws {
        var options = ImportOptions.shModelObject
        options.dynamicModels["arrayOfModels"] = AModel.self
        let withDynamicModel = try Untyped(dictionary: try dictionary(Self.arrayOfModels), options: options)
        #expect(withDynamicModel.arrayOfModels as? [AModel] == Self.models)
        let withoutDynamicModel = try Untyped(
            dictionary: try dictionary(Self.arrayOfModels), options: .shModelObject)
        #expect(
            withoutDynamicModel.arrayOfModels.count == 3
                && withoutDynamicModel.arrayOfModels[0] is [String: Any])
    }

    @Test func nonObjectElementIsSkippedOnlyIfLenient() async throws {
        let object = #"{"arrayOfModels":[{"modelId":2},5,null,{"modelId":3}]}"#
        let rejected = try await importWithPreset(object, to: MyObject.self, .shModelObject)
        #expect(rejected.error?.message == "expected an object, found 5")
        let lenient = try await importWithPreset(object, to: Patient.self, .shModelObject)
        #expect(lenient.records == [Patient(arrayOfModels: [AModel(modelId: 2), AModel(modelId: 3)])])
        #expect(lenient.summary?.mismatchCount == 2)
    }

    @Test func nestedKeySpellingVariantsMatchProperties() async throws {
        let object = #"{"nAme":"Shan Ul Haq","_AGE":26,"cars":[{"moDEL":"Honda"},{"model":"Toyota"}]}"#
        let outcome = try await importWithPreset(object, to: Owner.self, .shModelObject)
        let owner = Owner(name: "Shan Ul Haq", age: 26, cars: [Car(model: "Honda"), Car(model: "Toyota")])
        #expect(outcome.records == [owner])
        #expect(try updated(owner, by: object, .shModelObject) == owner)
    }

    // MARK: - Updates

    @Test(arguments: [
        ("{}", User(userName: "a", userId: 1, userRole: "b")),
        (
            #"{"user_name":null,"user_id":null,"user_role":null}"#,
            User(userName: "a", userId: 1, userRole: "b")
        ),
        (#"{"USER_ID":2,"unknown":{"user_name":"c"}}"#, User(userName: "a", userId: 2, userRole: "b")),
    ])
    func nullAndMissingKeysKeepValues(object: String, user: User) throws {
        let old = User(userName: "a", userId: 1, userRole: "b")
        #expect(try updated(old, by: object, .shModelObject) == user)
    }

    @Test func nullIsTreatedAsMissingKeyInNewObject() async throws {
        let object = #"{"user_name":null,"user_role":null,"userXValues":null}"#
        let outcome = try await importWithPreset(object, to: User.self, .shModelObject)
        #expect(outcome.records == [User()])
    }

    @Test func updateReplacesNestedObject() throws {
        let old = Person(name: "a", image: Image(imageId: 1, orientation: "portrait"))
        let new = try updated(old, by: #"{"image":{"image_id":2}}"#, .shModelObject)
        #expect(new == Person(name: "a", image: Image(imageId: 2)))
    }

    // MARK: - Values

    @Test(arguments: [
        (#"{"numberVALUE":"72.5 kg","unit":"kg"}"#, Weight(numberValue: 72.5, unit: "kg")),
        (#"{"numberVALUE":72.5}"#, Weight(numberValue: 72.5)),
        (#"{"number_value":72.5,"UNIT":null,"other":1}"#, Weight(numberValue: 72.5)),
    ])
    func modelReplacesInterceptedValue(object: String, weight: Weight) async throws {
        let outcome = try await importWithPreset(object, to: Weight.self, .shModelObject)
        #expect(outcome.records == [weight])
    }

    @Test(arguments: [#"{"unit":"kg","secret":5}"#, #"{"secret":null}"#])
    func modelInterceptsUnknownAndNullMembers(object: String) async throws {
        let outcome = try await importWithPreset(object, to: Weight.self, .shModelObject)
        #expect(outcome.error?.code == .rejectedByModel)
        #expect(outcome.error?.path?.description == "$[0].secret")
    }

    @Test(arguments: [
        (#"{"user_id":"abc"}"#, #"expected an integer, found "abc""#),
        (#"{"user_id":{}}"#, "expected a value for Int, found '{'"),
        (#"{"user_name":["a"]}"#, "expected a value for String, found '['"),
        (#"{"userXValues":"a"}"#, #"expected an array, found "a""#),
    ])
    func mismatchIsAnError(object: String, message: String) async throws {
        let outcome = try await importWithPreset(object, to: User.self, .shModelObject)
        #expect(outcome.error?.message == message)
    }

    @Test func numberAndStringAreCoerced() async throws {
        let outcome = try await importWithPreset(
            #"{"user_name":777,"user_id":"12"}"#, to: User.self, .shModelObject)
        #expect(outcome.records == [User(userName: "777", userId: 12)])
    }
}
