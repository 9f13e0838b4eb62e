import Benchmark
import BenchmarkSuite

let benchmarks: @Sendable () -> Void = {
    let suite = Suite(.tweets, of: Tweet.self)
    suite.baseline()
    suite.forEach()
    suite.collect()
    suite.jsonDecoder()
    suite.jsonSerialization()
}
