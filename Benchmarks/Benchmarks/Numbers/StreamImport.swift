import BenchmarkSupport
import Foundation
import StreamImport

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
        try StreamImporter.objects(of: Measurement.self, from: dump.url, options: options).forEach {
            sum.add($0)
        }
        return .bound(sum)
    }

    /// Collects all records in one array.
    static func streamImportCollect(_ dump: Dump) throws -> Outcome {
        .bound(Checksum(of: try StreamImporter.objects(of: Measurement.self, from: dump.url).collect()))
    }
}
