import BenchmarkSupport
import Foundation

extension Contenders {
    /// Foundation's decoder on the whole file.
    static func jsonDecoder(_ dump: Dump) throws -> Outcome {
        .bound(Checksum(of: try JSONDecoder().decode([Measurement].self, from: dump.data())))
    }
}
