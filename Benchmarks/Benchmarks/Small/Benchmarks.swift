import Benchmark
import BenchmarkSuite

/// The contenders that make a model of a small text: functions in the other files of this folder.
enum Contenders {}

let benchmarks: @Sendable () -> Void = {
    let suite = Suite(.people, of: Person.self)
    suite.contender("StreamImport", iterations: 9, preparing: Contenders.texts, run: Contenders.initializer)
    suite.contender("StreamImport update", iterations: 9, preparing: Contenders.texts, run: Contenders.update)
    suite.contender("JSONDecoder", iterations: 5, preparing: Contenders.texts, run: Contenders.jsonDecoder)
}
