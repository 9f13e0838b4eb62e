import Benchmark
import BenchmarkSuite

let benchmarks: @Sendable () -> Void = {
    let suite = Suite(.people, of: Person.self)
    suite.baseline()
    suite.forEach()
    suite.contender("StreamImport iterator", iterations: 9, run: Contenders.iterator)
    suite.contender("StreamImport for await", iterations: 9, run: Contenders.forAwait)
    suite.collect()
    suite.jsonDecoder()
    suite.jsonSerialization()
}
