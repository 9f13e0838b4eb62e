import Benchmark
import BenchmarkSuite

/// The contenders of the workloads: functions in the other files of this folder.
enum Contenders {}

let benchmarks: @Sendable () -> Void = {
    let suite = Suite(.events, adding: Contenders.add)
    suite.contender("Baseline", iterations: 15, run: Contenders.baseline)
    suite.contender("StreamImport", iterations: 15, run: Contenders.streamImport)
    suite.contender("StreamImport libyajl", iterations: 9, run: Contenders.streamImportWithLibyajl)
    suite.contender("JSONSerialization", iterations: 3, run: Contenders.jsonSerialization)
    let suiteOfTypeLast = Suite(.eventsTypeLast, adding: Contenders.add)
    suiteOfTypeLast.contender("StreamImport type last", iterations: 15, run: Contenders.streamImport)
}
