import BenchmarkSupport
import Foundation
import StreamImport
import Synchronization

extension Contenders {
    /// Imports records one by one, and keeps none of them.
    static func streamImport(_ dump: Dump) throws -> Outcome { try streamImport(dump, parser: .automatic) }

    /// Imports records one by one, with libyajl as the only parser.
    static func streamImportWithLibyajl(_ dump: Dump) throws -> Outcome {
        try streamImport(dump, parser: .libyajl)
    }

    private static func streamImport(_ dump: Dump, parser: RecordParser) throws -> Outcome {
        var options = ImportOptions()
        options.parser = parser
        var sum = Checksum()
        try StreamImporter.objects(of: Person.self, from: dump.url, options: options).forEach { sum.add($0) }
        return .bound(sum)
    }

    /// Takes records from an iterator, and keeps none of them.
    static func streamImportIterator(_ dump: Dump) throws -> Outcome {
        var sum = Checksum()
        let records = StreamImporter.objects(of: Person.self, from: dump.url).makeIterator()
        while let record = try records.next() { sum.add(record) }
        return .bound(sum)
    }

    /// Takes records with `for try await`, on a task for which this thread waits, and keeps none of them.
    static func streamImportForAwait(_ dump: Dump) throws -> Outcome {
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

    /// Collects all records in one array.
    static func streamImportCollect(_ dump: Dump) throws -> Outcome {
        .bound(Checksum(of: try StreamImporter.objects(of: Person.self, from: dump.url).collect()))
    }
}
