import Benchmark
import BenchmarkSuite

let benchmarks: @Sendable () -> Void = {
    let suite = Suite(.events, of: FeedEvent.self)
    suite.baseline()
    suite.forEach()
    suite.jsonSerialization()
    Suite(.eventsTypeLast, of: FeedEvent.self).forEach("StreamImport type last")
}
