import JSONRecords
import StreamImport
import Testing

/// An asynchronous import whose thread the system cannot start.
@Suite struct BackgroundReaderTests {
    /// The iterator waited without end for the thread.
    @Test func threadThatCannotStartIsError() async throws {
        await DetachedThread.$stackBytes.withValue(1 << 60) {
            var iterator = StreamImporter.objects(of: Int.self, from: "[1,2]").makeAsyncIterator()
            let error = await #expect(throws: ImportError.self) { try await iterator.next() }
            #expect(error?.code == .cannotStartThread)
            #expect(await (try? iterator.next()) == nil)
        }
        var values: [Int] = []
        for try await value in StreamImporter.objects(of: Int.self, from: "[1,2]") { values.append(value) }
        #expect(values == [1, 2])
    }
}
