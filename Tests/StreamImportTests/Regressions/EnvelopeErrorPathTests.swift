import StreamImport
import Testing

/// An error outside the path of the records reports the path of the outermost value that is not on the path of the
/// records.
@Suite struct EnvelopeErrorPathTests {
    @Importable
    struct Item {
        var id: Int
    }

    @Test(arguments: [
        (#"{"data":[{"x":tru},{"items":[]}]}"#, "$.data[0]"),
        (#"{"data":[1,[[tru]],{"items":[]}]}"#, "$.data[1]"),
        (#"{"data":[\#(String(repeating: "[", count: 600))"#, "$.data[0]"),
    ])
    func errorOutsideRecordPathNamesEnvelopeElement(text: String, path: String) throws {
        let error = #expect(throws: ImportError.self) {
            try StreamImporter.objects(of: Item.self, from: text, at: "data[2].items").collect()
        }
        #expect(error?.path?.description == path)
    }
}
