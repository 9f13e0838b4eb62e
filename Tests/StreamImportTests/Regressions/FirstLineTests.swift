import StreamImport
import Testing

/// While the first line has not decided the format of a text, each record of the line is delivered, rejected or
/// reported, regardless of the outcomes of earlier records.
@Suite struct FirstLineTests {
    @Importable
    struct Item {
        var id: Int
    }

    @Test(arguments: [1, 3, 1000])
    func brokenRecordAfterRejectedRecordIsRejected(chunkBytes: Int) throws {
        var options = ImportOptions()
        options.errorPolicy = .collect()
        options.chunkBytes = chunkBytes
        var ids: [Int] = []
        let items = StreamImporter.objects(
            of: Item.self, from: #"{"id":"x"} {"id":2} {"id":3 oops}"# + "\n" + #"{"id":4}"# + "\n",
            options: options)
        let summary = try items.forEach { ids.append($0.id) }
        #expect(ids == [2, 4])
        #expect(summary.rejectedRecords.map(\.error.category) == [.data, .syntax])
    }
}
