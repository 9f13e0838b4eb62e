import BenchmarkSupport
import Foundation
import StreamImport

extension Contenders {
    /// Imports records one by one, and keeps none of them.
    static func streamImport(_ dump: Dump) throws -> Outcome {
        var sum = Checksum()
        try StreamImporter.objects(of: Person.self, from: dump.url).forEach { sum.add($0) }
        return .bound(sum)
    }

    /// Collects all records in one array.
    static func streamImportCollect(_ dump: Dump) throws -> Outcome {
        .bound(Checksum(of: try StreamImporter.objects(of: Person.self, from: dump.url).collect()))
    }
}
