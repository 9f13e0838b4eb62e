import BenchmarkSupport
import Foundation
import StreamImport

extension Contenders {
    /// Each record handed on and dropped.
    static func streamImport(_ dump: Dump) throws -> Outcome {
        var sum = Checksum()
        try StreamImporter.objects(of: Person.self, from: dump.url).forEach { sum.add($0) }
        return .bound(sum)
    }

    /// All records in one array.
    static func streamImportCollect(_ dump: Dump) throws -> Outcome {
        .bound(Checksum(of: try StreamImporter.objects(of: Person.self, from: dump.url).collect()))
    }
}
