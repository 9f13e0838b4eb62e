import Benchmark
import BenchmarkSuite

let benchmarks: @Sendable () -> Void = {
    let suite = Suite(.numbers, of: Measurement.self)
    suite.baseline()
    suite.forEach()
    suite.collect()
    suite.jsonDecoder()
    suite.jsonSerialization()
}
