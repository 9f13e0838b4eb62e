import Foundation
import Testing

@testable import JSONRecords
@testable import StreamImport

/// A cancelled iteration continued to read while no record arrived, or ended as if there were no more records.
@Suite struct CancellationTests {
    @Test func iterationCancelledWhileWaitingThrowsAtEachCall() async throws {
        let pipe = Pipe()
        let (firstRecord, arrival) = AsyncStream.makeStream(of: Void.self)
        let iteration = Task {
            var iterator = StreamImporter.objects(of: Int.self, from: pipe.fileHandleForReading)
                .makeAsyncIterator()
            _ = try await iterator.next()
            arrival.finish()
            await #expect(throws: CancellationError.self) { try await iterator.next() }
            // The next call must not report the end of the input.
            await #expect(throws: CancellationError.self) { try await iterator.next() }
        }
        try pipe.fileHandleForWriting.write(contentsOf: Data("[1,".utf8))
        for await _ in firstRecord {}
        iteration.cancel()
        _ = try await iteration.value
        try pipe.fileHandleForWriting.close()
    }

    @Test func iterationCancelledBetweenCallsThrowsAtEachCall() async throws {
        let pipe = Pipe()
        let input = pipe.fileHandleForReading
        try pipe.fileHandleForWriting.write(contentsOf: Data("[1,".utf8))
        try await expectErrorsAfterCancellation {
            StreamImporter.objects(of: Int.self, from: input).makeAsyncIterator()
        }
        try pipe.fileHandleForWriting.close()
        let (chunks, writer) = AsyncStream.makeStream(of: [UInt8].self)
        writer.yield(Array("[1,".utf8))
        try await expectErrorsAfterCancellation {
            StreamImporter.objects(of: Int.self, from: chunks).makeAsyncIterator()
        }
    }

    @Test func iterationCancelledAfterLastRecordThrows() async throws {
        try await expectErrorsAfterCancellation {
            StreamImporter.objects(of: Int.self, from: "[1]").makeAsyncIterator()
        }
        let (chunks, writer) = AsyncStream.makeStream(of: [UInt8].self)
        writer.yield(Array("[1]".utf8))
        writer.finish()
        try await expectErrorsAfterCancellation {
            StreamImporter.objects(of: Int.self, from: chunks).makeAsyncIterator()
        }
    }

    /// A value that an import retains, until its thread has ended.
    private final class Token: Sendable {
        let onEnd: @Sendable () -> Void

        init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

        deinit { onEnd() }
    }

    /// The thread waited for the writer, although nothing awaited its records.
    @Test func threadOfAbandonedIterationEndsWhileWriterIsSilent() async throws {
        let pipe = Pipe()
        let (end, continuation) = AsyncStream.makeStream(of: Void.self)
        func readFirst(_ token: Token) async throws {
            var options = ImportOptions()
            options.onProgress = { [token] _ in withExtendedLifetime(token) {} }
            let records = StreamImporter.objects(
                of: Int.self, from: pipe.fileHandleForReading, options: options)
            for try await _ in records { break }
        }
        try pipe.fileHandleForWriting.write(contentsOf: Data("[1,".utf8))
        try await readFirst(Token { continuation.finish() })
        for await _ in end {}
        try pipe.fileHandleForWriting.close()
    }

    /// Reads one record, cancels the task, and requires a `CancellationError` from each later call.
    private func expectErrorsAfterCancellation(
        _ makeIterator: @escaping @Sendable () -> AsyncImportIterator<Int>
    ) async throws {
        let iteration = Task {
            var iterator = makeIterator()
            let first = try await iterator.next()
            #expect(first == 1)
            // SAFETY: the unsafe task is valid while the closure runs, and the closure does not store it.
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            for _ in 1...3 {
                await #expect(throws: CancellationError.self) { try await iterator.next() }
            }
        }
        try await iteration.value
    }
}
