import BenchmarkSupport

extension Contenders {
    /// libyajl with callbacks that only count.
    static func baseline(_ dump: Dump) throws -> Outcome {
        .counted(keys: try Baseline.countKeys(in: dump.path))
    }
}
