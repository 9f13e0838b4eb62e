import Foundation
import Testing

@testable import JSONRecords
@testable import StreamImport

/// A cancelled iteration once read on where no record came, and once ended as if there were no more records.
@Suite(.timeLimit(.minutes(10)))
struct CancellationTests {
    @Test func aCancelledIterationIsNotOver() async throws {
        let pipe = Pipe()
        let (first, arrival) = AsyncStream.makeStream(of: Void.self)
        let iteration = Task {
            var iterator = StreamImporter.objects(of: Int.self, from: pipe.fileHandleForReading)
                .makeAsyncIterator()
            _ = try await iterator.next()
            arrival.finish()
            await #expect(throws: CancellationError.self) { try await iterator.next() }
            // Asked again it must not pretend that the input has ended.
            await #expect(throws: CancellationError.self) { try await iterator.next() }
        }
        try pipe.fileHandleForWriting.write(contentsOf: Data("[1,".utf8))
        for await _ in first {}
        iteration.cancel()
        _ = try await iteration.value
        try pipe.fileHandleForWriting.close()
    }
}
