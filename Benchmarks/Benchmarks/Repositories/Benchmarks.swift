import Benchmark
import BenchmarkSuite

let benchmarks: @Sendable () -> Void = {
    let suite = Suite(.repositories, of: Repository.self)
    suite.baseline()
    suite.forEach()
    suite.collect()
    suite.jsonDecoder()
    suite.jsonSerialization()
}
