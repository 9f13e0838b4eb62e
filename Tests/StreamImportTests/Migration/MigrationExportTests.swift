import Foundation
import StreamImport
import Testing

/// Exports of models to the dictionaries that the earlier libraries created.
@Suite struct MigrationExportTests {
    @Test func jastorModelIsExportedUnderImportedKeys() throws {
        var options = ExportOptions()
        options.map("id", to: "objectId")
        let object = #"{"children":[{"children":[],"id":"2"}],"id":"1","name":"a"}"#
        let category = try JastorTests.Category(dictionary: try dictionary(object), options: .jastor)
        #expect(try text(category.dictionary(options: options)) == object)
        let person = JastorTests.Person(firstName: "John")
        #expect(try text(person.dictionary()) == #"{"first_name":"John"}"#)
    }

    @Test func classMapperModelIsExportedWithNulls() throws {
        var options = ExportOptions()
        let user = ClassMapperTests.User(name: "He-Man", beer: .init(rank: 1))
        #expect(
            try text(user.dictionary(options: options))
                == #"{"beer":{"rank":1},"favourites":[],"name":"He-Man","rounds":[]}"#)
        options.nils = .write
        #expect(
            try text(user.dictionary(options: options))
                == #"{"beer":{"name":null,"rank":1},"favourites":[],"name":"He-Man","rounds":[]}"#)
    }

    @Test func cyclicObjectThrowsTooDeepError() throws {
        let contact = RZImportTests.Contact(id: 1, name: "a")
        contact.boss = contact
        defer { contact.boss = nil }
        let error = #expect(throws: ImportError.self) { try contact.dictionary() }
        #expect(error?.code == .tooDeep)
    }

    @Test func mappedKeyAppliesToImportAndExport() throws {
        var (importOptions, exportOptions) = (ImportOptions.classMapper, ExportOptions())
        importOptions.map("title", to: "name")
        exportOptions.map("title", to: "name")
        let object = #"{"rank":1,"title":"Pabst"}"#
        let beer = try ClassMapperTests.Beer(dictionary: try dictionary(object), options: importOptions)
        #expect(try text(beer.dictionary(options: exportOptions)) == object)
    }

    @Test func shModelObjectModelIsExported() throws {
        let object = #"{"age":26,"cars":[{"model":"Honda"}],"name":"Shan"}"#
        let owner = try SHModelObjectTests.Owner(dictionary: try dictionary(object), options: .shModelObject)
        #expect(try text(owner.dictionary()) == object)
    }

    @Test func rzImportModelIsExportedUnderFirstUnusedKey() throws {
        let place = RZImportTests.Place(
            objectID: 5, zipCode: "1", cityName: "Ulm", city: .init(country: "de"))
        let object = #"{"city":{"country":"de"},"cityName":"Ulm","id":5,"inner":[],"zip":"1"}"#
        #expect(try text(place.dictionary()) == object)
        #expect(try RZImportTests.Place(dictionary: place.dictionary(), options: .rzImport) == place)
    }
}
