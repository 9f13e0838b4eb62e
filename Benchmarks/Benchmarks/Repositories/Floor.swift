import BenchmarkSupport

extension Contenders {
    /// libyajl with callbacks that only count.
    static func floor(_ dump: Dump) throws -> Outcome {
        .counted(keys: try Floor.countKeys(in: dump.path))
    }
}
