import StreamImport
import Testing

/// A broken line does not affect later lines, for any chunk size.
@Suite struct BrokenLineTests {
    @Importable
    struct Item: Equatable {
        let id: Int
    }

    @Test(arguments: [
        "{\"id\":\"ab\\", "\"\\", "{\"id\":\"ab", "{\"id\":\"\\u", "{\"id\":tru", "{\"id\":1,\"\\\\\\",
        "{\"id\":/",
    ])
    func linesAfterBrokenLineAreRead(line: String) throws {
        let text = "{\"id\":1}\n\(line)\n{\"id\":3}\n{\"id\":4}"
        let sizes = Array(1...text.utf8.count)
        let outcome = try importAllChunkSizes(to: Item.self, from: Array(text.utf8), chunkSizes: sizes) {
            $0.format = .lines
            $0.errorPolicy = .collect()
            $0.keepsRejectedText = true
        }
        #expect(outcome.records?.map(\.id) == [1, 3, 4])
        #expect(outcome.summary?.rejectedRecords.map(\.text) == [line])
    }
}
