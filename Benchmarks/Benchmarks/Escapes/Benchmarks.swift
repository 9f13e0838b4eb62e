import Benchmark
import BenchmarkSuite

let benchmarks: @Sendable () -> Void = {
    let suite = Suite(.escapes, of: Snippet.self)
    suite.baseline()
    suite.forEach()
    suite.collect()
    suite.jsonDecoder()
    suite.jsonSerialization()
}
