import BenchmarkSupport

extension Contenders {
    /// Parses with libyajl, and only counts events.
    static func baseline(_ dump: Dump) throws -> Outcome {
        .counted(keys: try Baseline.countKeys(in: dump.path))
    }
}
