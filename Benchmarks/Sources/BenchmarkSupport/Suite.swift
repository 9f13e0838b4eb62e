import Benchmark
import FixtureGenerator

/// The contenders of one workload.
public struct Suite: Sendable {
    private let dump: Dump
    private let add: @Sendable (JSONObject, inout Checksum) -> Void

    /// Begins a suite.
    ///
    /// - Parameters:
    ///   - workload: The records to read.
    ///   - add: Adds one record to the reference, just as the model's `add(to:)` does.
    public init(
        _ workload: Fixture.Workload, adding add: @escaping @Sendable (JSONObject, inout Checksum) -> Void
    ) {
        dump = Dump(workload)
        self.add = add
    }

    /// Lets a contender run.
    ///
    /// Its first run is not timed: it warms up, and its outcome has to agree with the reference.
    ///
    /// - Parameters:
    ///   - name: Names the contender in the results.
    ///   - iterations: How many runs are timed; fewer if they take more than 20 seconds together.
    ///   - run: Reads the dump once.
    public func contender(
        _ name: String, iterations: Int, run: @escaping @Sendable (Dump) throws -> Outcome
    ) {
        contender(name, iterations: iterations, preparing: { $0 }, run: run)
    }

    /// Lets a contender run that is given something made of the dump.
    ///
    /// - Parameters:
    ///   - name: Names the contender in the results.
    ///   - iterations: How many runs are timed; fewer if they take more than 20 seconds together.
    ///   - prepare: Makes what the contender is given, once; it is not timed.
    ///   - run: Reads that once.
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
            let reference = try dump.prepare(adding: add)
            let input = try prepare(dump)
            let outcome = try withAutoreleasePool { try run(input) }
            guard outcome.agrees(with: reference) else {
                throw Disagreement(contender: name, outcome: outcome, reference: reference)
            }
            return input
        }
    }
}
