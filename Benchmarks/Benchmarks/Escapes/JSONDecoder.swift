import BenchmarkSupport
import Foundation

extension Contenders {
    /// Decodes the whole file with Foundation's decoder.
    static func jsonDecoder(_ dump: Dump) throws -> Outcome {
        .bound(Checksum(of: try JSONDecoder().decode([Snippet].self, from: dump.data())))
    }
}
