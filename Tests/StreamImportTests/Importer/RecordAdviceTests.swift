import Foundation
import StreamImport
import Testing

/// The paths of records that an error names, if the input has others than the model.
@Suite struct RecordAdviceTests {
    @Importable
    struct Item {
        let id: Int
        let name: String
    }

    private func error(_ input: some ImportInputConvertible, at path: JSONPath) -> ImportError? {
        do {
            _ = try StreamImporter.objects(of: Item.self, from: input, at: path).collect()
            return nil
        } catch {
            return error as? ImportError
        }
    }

    @Test(
        arguments: [
            (
                #"{"total":1,"items":[{"id":1,"name":"a"}]}"#, "",
                #"for the records in the input, use at: "items""#
            ),
            (
                #"{"total":1,"items":[{"id":1,"name":"a"}]}"#, "item",
                #"for the records in the input, use at: "items""#
            ),
            (
                #"{"data":{"items":[{"id":1}]}}"#, "items",
                #"for the records in the input, use at: "data.items""#
            ),
            (#"{"a":[{}],"b":[{}]}"#, "", #"for the records in the input, use at: "a" or at: "b""#),
            (
                #"{"users":{"u1":{"id":1},"u2":{"id":2}}}"#, "",
                #"for the records in the input, use at: "users.*""#
            ),
            (#"[{"items":[{"id":1}]}]"#, "", nil), (#"{"total":1}"#, "", nil),
            (#"{"total":1}"#, "items", nil),
        ] as [(String, String, String?)])
    func errorNamesPathsOfRecords(text: String, path: String, advice: String?) throws {
        let path = path.isEmpty ? JSONPath() : try JSONPath(path)
        #expect(error(text, at: path)?.advice == advice)
        let file = FileManager.default.temporaryDirectory.appending(path: "advice-\(UUID().uuidString).json")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let found = error(file, at: path)
        #expect(found?.advice == advice)
        #expect([.missingKeys, .pathNotFound].contains(found?.code))
    }

    /// A page is a model as well.
    @Test func pageIsRecordOfModel() throws {
        let pages = try StreamImporter.objects(of: Page.self, from: #"{"items":[{"id":1,"name":"a"}]}"#)
            .collect()
        #expect(pages.map(\.items.count) == [1])
    }

    @Importable
    struct Page {
        let items: [Item]
    }
}
