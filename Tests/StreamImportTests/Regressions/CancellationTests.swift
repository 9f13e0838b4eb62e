import Foundation
import Testing

@testable import StreamImport

/// A cancelled iteration once read on where no record came, and once ended as if there were no more records.
@Suite(.timeLimit(.minutes(1)))
struct CancellationTests {
    @Test func aCancelledIterationIsNotOver() async throws {
        let pipe = Pipe()
        let iteration = Task {
            var iterator = StreamImporter.objects(of: Int.self, from: pipe.fileHandleForReading)
                .makeAsyncIterator()
            _ = try await iterator.next()
            await #expect(throws: CancellationError.self) { try await iterator.next() }
            // Asked again it must not pretend that the input has ended.
            await #expect(throws: CancellationError.self) { try await iterator.next() }
        }
        try pipe.fileHandleForWriting.write(contentsOf: Data("[1,".utf8))
        try await Task.sleep(for: .milliseconds(200))
        iteration.cancel()
        _ = try await iteration.value
        try pipe.fileHandleForWriting.close()
    }
}
