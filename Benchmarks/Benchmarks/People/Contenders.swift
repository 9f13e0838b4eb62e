import BenchmarkSupport
import Foundation
import StreamImport
import Synchronization

/// The contenders that only this workload has.
enum Contenders {
    /// Takes records from an iterator, and keeps none of them.
    static func iterator(_ dump: Dump) throws -> Outcome {
        var sum = Checksum()
        let records = StreamImporter.objects(of: Person.self, from: dump.url).makeIterator()
        while let record = try records.next() { sum.add(record) }
        return .bound(sum)
    }

    /// Takes records with `for try await`, on a task for which this thread waits, and keeps none of them.
    static func forAwait(_ dump: Dump) throws -> Outcome {
        let outcome = Mutex(Result<Outcome, any Error>.success(.bound(Checksum())))
        let hasEnded = DispatchSemaphore(value: 0)
        Task {
            do {
                var sum = Checksum()
                for try await record in StreamImporter.objects(of: Person.self, from: dump.url) {
                    sum.add(record)
                }
                outcome.withLock { [sum] in $0 = .success(.bound(sum)) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
            hasEnded.signal()
        }
        hasEnded.wait()
        return try outcome.withLock { try $0.get() }
    }
}
