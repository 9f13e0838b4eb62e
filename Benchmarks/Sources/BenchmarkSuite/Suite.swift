import Benchmark
import BenchmarkSupport
import FixtureGenerator

/// The contenders of one workload, whose records are of a type.
public struct Suite<Record: Summable>: Sendable {
    private let dump: Dump

    /// Creates a suite that reads the dump of a workload.
    public init(_ workload: Fixture.Workload, of type: Record.Type) { dump = Dump(workload) }

    /// Registers a contender.
    ///
    /// The contender's first run is a warm-up and is not timed. The outcome of the warm-up must agree with the
    /// reference.
    ///
    /// - Parameters:
    ///   - name: The name of the contender in the results.
    ///   - iterations: The number of timed runs. Fewer runs are timed if they take more than 20 seconds together.
    ///   - run: A closure that reads the dump once.
    public func contender(
        _ name: String, iterations: Int, run: @escaping @Sendable (Dump) throws -> Outcome
    ) {
        contender(name, iterations: iterations, preparing: { $0 }, run: run)
    }

    /// Registers a contender whose input is prepared from the dump.
    ///
    /// - Parameters:
    ///   - name: The name of the contender in the results.
    ///   - iterations: The number of timed runs. Fewer runs are timed if they take more than 20 seconds together.
    ///   - prepare: A closure that prepares the input. It runs once and is not timed.
    ///   - run: A closure that reads the input once.
    public func contender<Input>(
        _ name: String, iterations: Int, preparing prepare: @escaping @Sendable (Dump) throws -> Input,
        run: @escaping @Sendable (Input) throws -> Outcome
    ) {
        let configuration = Benchmark.Configuration(
            metrics: [.wallClock, .peakMemoryResident], timeUnits: .microseconds,
            units: [.peakMemoryResident: .mega], warmupIterations: 0, maxDuration: .seconds(20),
            maxIterations: iterations)
        Benchmark(name, configuration: configuration) { _, input in
            blackHole(try withAutoreleasePool { try run(input) })
        } setup: {
            let reference = try dump.prepare(for: Record.self)
            let input = try prepare(dump)
            let outcome = try withAutoreleasePool { try run(input) }
            guard outcome.agrees(with: reference) else {
                throw Disagreement(contender: name, outcome: outcome, reference: reference)
            }
            return input
        }
    }
}
