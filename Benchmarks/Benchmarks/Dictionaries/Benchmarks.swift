import Benchmark
import BenchmarkSuite

/// The contenders that make models of dictionaries: functions in the other files of this folder.
enum Contenders {}

let benchmarks: @Sendable () -> Void = {
    let suite = Suite(.people, of: Person.self)
    suite.contender(
        "StreamImport", iterations: 9, preparing: Contenders.dictionaries, run: Contenders.streamImport)
    suite.contender(
        "StreamImport one by one", iterations: 9, preparing: Contenders.dictionaries,
        run: Contenders.streamImportOneByOne)
    suite.contender(
        "JSONDecoder", iterations: 3, preparing: Contenders.dictionaries, run: Contenders.jsonDecoder)
}
