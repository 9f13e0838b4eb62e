import Foundation
import StreamImport
import Testing

/// Options that a type declares for itself.
@Suite struct TypePresetTests {
    @Importable
    struct Contact: Equatable {
        var name: String?

        static var importOptions: ImportOptions { .rzImport }
        static var exportOptions: ExportOptions {
            var options = ExportOptions()
            options.nils = .write
            return options
        }
    }

    @Importable
    class Animal {
        var name: String?

        class var importOptions: ImportOptions { .rzImport }
    }

    @Importable
    class Dog: Animal {
        var legs = 4
    }

    @Importable
    class Cat: Animal {
        override class var importOptions: ImportOptions { ImportOptions() }
    }

    private static let object = #"{"name":true}"#

    @Test func everyImportUsesOptionsOfType() async throws {
        let members: [String: Any] = ["name": true]
        var updated = [Contact](repeating: Contact(), count: 3)
        try updated[0].update(from: Self.object)
        try updated[1].update(from: Data(Self.object.utf8))
        try updated[2].update(from: members)
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
        try Data(Self.object.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let stream = AsyncStream<[UInt8]> {
            $0.yield(Array(Self.object.utf8)); $0.finish()
        }
        let object = Self.object
        var contacts = updated
        contacts.append(try Contact(json: object))
        contacts.append(try Contact(json: Data(object.utf8)))
        contacts.append(try Contact(json: Array(object.utf8)))
        contacts.append(try Contact(dictionary: members))
        contacts.append(try DictionaryImporter<Contact>().object(from: members))
        contacts += try [Contact](json: object)
        contacts += try [Contact](dictionaries: [members])
        contacts += try StreamImporter.objects(of: Contact.self, from: object).collect()
        contacts += try StreamImporter.objects(of: Contact.self, from: url).collect()
        contacts += try await StreamImporter.objects(of: Contact.self, from: stream).collect()
        try StreamImporter.objects(of: [Contact].self, from: "[[\(object)]]").forEach { contacts += $0 }
        try StreamImporter.objects(of: Contact?.self, from: object).forEach { contacts.append($0!) }
        try StreamImporter.objects(of: [String: Contact].self, from: "{\"a\":\(object)}").forEach {
            contacts += $0.values
        }
        #expect(contacts.count == 16)
        #expect(contacts.allSatisfy { $0.name == "1" })
    }

    @Test func callOptionsReplaceOptionsOfType() {
        #expect(throws: ImportError.self) {
            var options = ImportOptions()
            options.coercion = .strict
            _ = try Contact(json: Self.object, options: options)
        }
    }

    @Test func everyExportUsesOptionsOfType() throws {
        let text = #"{"name":null}"#
        #expect(try Contact().jsonString() == text)
        #expect(try Contact().jsonData() == Data(text.utf8))
        #expect(try Contact().dictionary()["name"] is NSNull)
        #expect(try [Contact()].dictionaries()[0]["name"] is NSNull)
        #expect(try StreamExporter.bytes(of: [Contact()]).starts(with: "[\(text)".utf8))
        #expect(try [Contact()].jsonString() == "[\(text)]")
    }

    @Test func subclassInheritsOrOverridesOptions() throws {
        #expect(try Dog(json: Self.object).name == "1")
        #expect(try Cat(json: Self.object).name == "true")
        #expect(try [Dog](json: Self.object)[0].name == "1")
    }

    @Test(arguments: [ExportOptions.rzImport, .shModelObject, .jastor, .classMapper])
    func libraryPresetOmitsNilByDefault(options: ExportOptions) throws {
        #expect(try MigrationTests.User.Job().dictionary(options: options).isEmpty)
    }
}
