import BenchmarkSupport
import Foundation
import StreamImport
import Synchronization
import SystemPackage

/// A way to read a dump in Swift.
enum Contender: String, CaseIterable {
    case libyajl
    case forEach = "for-each"
    case parallelForEach = "parallel-for-each"
    case concurrentForEach = "concurrent-for-each"
    case jsonDecoder = "json-decoder"

    /// Reads the file once. Only `jsonDecoder` keeps the records.
    func read<Model>(_ type: Model.Type, from path: FilePath) throws -> Outcome
    where Model: Importable & Decodable & Summable {
        switch self {
        case .libyajl: .counted(keys: try Baseline.countKeys(in: path))
        case .forEach: .bound(try sum(records(of: type, in: path, on: .none)))
        case .parallelForEach: .bound(try sum(records(of: type, in: path, on: .automatic)))
        case .concurrentForEach: .bound(try concurrentSum(records(of: type, in: path, on: .automatic)))
        case .jsonDecoder: .bound(try decodedSum(of: type, in: path))
        }
    }

    private func records<Model: Importable>(
        of type: Model.Type, in path: FilePath, on parallelism: Parallelism
    ) -> ImportSequence<Model> {
        var options = ImportOptions()
        options.parallelism = parallelism
        return StreamImporter.objects(of: type, from: URL(filePath: path.string), options: options)
    }

    private func sum<Model: Summable>(_ records: ImportSequence<Model>) throws -> Checksum {
        var sum = Checksum()
        try records.forEach { sum.add($0) }
        return sum
    }

    private func concurrentSum<Model: Summable>(_ records: ImportSequence<Model>) throws -> Checksum {
        let sum = Mutex(Checksum())
        try records.concurrentForEach { record, _ in sum.withLock { $0.add(record) } }
        return sum.withLock { $0 }
    }

    private func decodedSum<Model: Decodable & Summable>(
        of type: Model.Type, in path: FilePath
    ) throws -> Checksum {
        let data = try Data(contentsOf: URL(filePath: path.string))
        return Checksum(of: try JSONDecoder().decode([Model].self, from: data))
    }
}
