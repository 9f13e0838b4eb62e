import Foundation
import StreamImport
import Testing

/// The effects of the arguments of `@Importable` on declared and inherited properties.
@Suite struct AdjustedModelTests {
    @Importable(ignoring: ["debug", "meta.trace"])
    class Animal {
        var name: String?
        @DateFormat(.iso8601) var born: Date?
        @Key("meta.trace.id") var trace: Int?
        @Key("meta.version") var version: Int?
        private(set) var legs = 4
    }

    @Importable(ignoring: ["tag"], keys: ["name": ["nick", "call.name"]], dates: ["born": .unixSeconds])
    class Dog: Animal {
        var tag: String?
    }

    @Importable(only: ["name"])
    final class Puppy: Dog {
        @Key("kg") var weight = 1.5
    }

    @Test(arguments: [
        #"{"name":"a","debug":1,"meta":{"trace":{"id":1},"version":2}}"#,
        #"{"name":"a","debug":{"name":"b"},"meta":{"version":2,"trace":null}}"#,
    ])
    func ignoredKeyAndPathAreSkipped(text: String) throws {
        var options = ImportOptions()
        options.unknownKeys = .rejectRecord
        for model in [
            try Animal(json: text, options: options), try Dog(json: text, options: options),
            try Animal(dictionary: try dictionary(text), options: options),
        ] {
            #expect(model.name == "a")
            #expect(model.trace == nil)
            #expect(model.version == 2)
        }
    }

    @Test func subclassIgnoredKeyDoesNotAffectSuperclass() throws {
        #expect(try Dog(json: #"{"tag":"a"}"#).tag == nil)
        var options = ImportOptions()
        options.unknownKeys = .rejectRecord
        #expect(throws: ImportError.self) { try Animal(json: #"{"tag":"a"}"#, options: options) }
    }

    @Test func subclassOverridesDateFormatOfInheritedProperty() throws {
        #expect(try Dog(json: #"{"born":1}"#).born == Date(timeIntervalSince1970: 1))
        #expect(throws: ImportError.self) { try Dog(json: #"{"born":"1970-01-01T00:00:01Z"}"#) }
        #expect(throws: ImportError.self) { try Animal(json: #"{"born":1}"#) }
        #expect(try Dog(json: #"{"born":1}"#).dictionary()["born"] as? Int == 1)
    }

    @Test(arguments: [
        (#"{"nick":"a","name":"b"}"#, "a"), (#"{"call":{"name":"a"},"name":"b"}"#, "a"),
        (#"{"NAME":"b"}"#, "b"),
    ])
    func subclassAddsKeysToInheritedProperty(text: String, name: String) throws {
        #expect(try Dog(json: text).name == name)
    }

    @Test func unlistedPropertyIsNotReadByItsName() throws {
        let text = #"{"name":"a","born":1,"legs":3,"weight":9,"meta":{"version":2}}"#
        var options = ImportOptions()
        options.unknownKeys = .rejectRecord
        let puppy = try Puppy(json: text, options: options)
        #expect((puppy.name, puppy.born, puppy.legs, puppy.weight, puppy.version) == ("a", nil, 4, 1.5, 2))
        #expect(try Dog(json: text).legs == 3)
    }

    @Test func explicitKeySetsUnlistedProperty() throws {
        #expect(try Puppy(json: #"{"kg":2}"#).weight == 2)
    }

    @Test func mappedKeySetsUnlistedProperty() throws {
        var options = ImportOptions()
        options.map("paws", to: "legs", of: Puppy.self)
        #expect(try Puppy(json: #"{"paws":3}"#, options: options).legs == 3)
    }

    @Test func propertyWithoutKeyIsNotExported() throws {
        let puppy = try Puppy(json: #"{"nick":"a","kg":2}"#)
        #expect(try puppy.dictionary() as? [String: AnyHashable] == ["nick": "a", "kg": 2])
    }

    @Importable(only: ["nam"])
    struct Misspelled { var name: String? }

    @Importable(dates: ["day": .iso8601])
    struct OtherDate { var date: Date? }

    @Importable(keys: ["other": ["o"]])
    struct OtherKey { var date: Date? }

    @Importable(only: [])
    struct RequiredName { var name: String }

    @Test(
        arguments: [
            (
                Misspelled.self,
                #"unknown property "nam" of Misspelled in the arguments of @Importable or adjust"#
            ),
            (
                OtherDate.self,
                #"unknown property "day" of OtherDate in the arguments of @Importable or adjust"#
            ),
            (
                OtherKey.self,
                #"unknown property "other" of OtherKey in the arguments of @Importable or adjust"#
            ),
            (RequiredName.self, #"the required property "name" of RequiredName has no key"#),
        ] as [(any Importable.Type, String)])
    func invalidAdjustmentReportsInvalidPlan(model: any Importable.Type, message: String) {
        let error = expectError(.invalidPlan) { try model.init(json: "{}") }
        #expect(error?.message == message)
    }

    struct HandwrittenModel: Importable {
        var date: Date?
        var note: String?

        static let importPlan = ImportPlan(HandwrittenModel.self) { fields in
            let date = fields.optional("date", Date.self)
            let note = fields.optional("note", String.self)
            fields.adjust(ignoring: ["debug"], only: ["date"], dates: ["date": .unixMilliseconds])
            return { draft in HandwrittenModel(date: draft[date], note: draft[note]) }
        }
    }

    @Test func handwrittenPlanIsAdjusted() throws {
        var options = ImportOptions()
        options.unknownKeys = .rejectRecord
        let model = try HandwrittenModel(json: #"{"date":1000,"note":"a","debug":1}"#, options: options)
        #expect(model.date == Date(timeIntervalSince1970: 1))
        #expect(model.note == nil)
    }
}
