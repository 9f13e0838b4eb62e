import Benchmark
import BenchmarkSuite

/// The contenders of the workload: functions in the other files of this folder.
enum Contenders {}

let benchmarks: @Sendable () -> Void = {
    let suite = Suite(.people, adding: Contenders.add)
    suite.contender("Baseline", iterations: 15, run: Contenders.baseline)
    suite.contender("StreamImport", iterations: 15, run: Contenders.streamImport)
    suite.contender("StreamImport libyajl", iterations: 9, run: Contenders.streamImportWithLibyajl)
    suite.contender("StreamImport iterator", iterations: 9, run: Contenders.streamImportIterator)
    suite.contender("StreamImport for await", iterations: 9, run: Contenders.streamImportForAwait)
    suite.contender("StreamImport collect", iterations: 9, run: Contenders.streamImportCollect)
    suite.contender("JSONDecoder", iterations: 3, run: Contenders.jsonDecoder)
    suite.contender("JSONSerialization", iterations: 3, run: Contenders.jsonSerialization)
}
