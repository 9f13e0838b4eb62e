/// The arrays and objects that are being read as the first case that they fit, and what is known about the values inside
/// them.
///
/// Each case of an outer enum replays its value, and with it the values of the enums inside. Only the first time is a
/// value inside read for one case after another. Otherwise the time would grow exponentially with the depth.
struct FirstFits {
    enum Outcome {
        case fits(case: Int)
        case failed(ImportError)
    }

    private struct Value: Hashable {
        /// The index of the value's first event on the tape.
        let start: Int
        let node: Pinned<ValueNode>
    }

    /// A value that is being read for one case after another.
    private struct Attempt {
        let value: Value
        /// The index of the payload's frame.
        let frame: Int
        var errors: [(name: String, error: ImportError)] = []
    }

    /// The maximum number of outcomes for which memory is kept.
    private static let maximumRetainedCount = 1_024

    /// The open attempts, innermost last.
    private var attempts: [Attempt] = []
    /// The outcomes of the values inside the outermost attempt.
    private var outcomes: [Value: Outcome] = [:]

    /// Returns the outcome of a value if it was read before.
    ///
    /// - Parameter start: the index of the value's first event on the tape.
    func outcome(of node: Pinned<ValueNode>, at start: Int) -> Outcome? {
        attempts.isEmpty ? nil : outcomes[Value(start: start, node: node)]
    }

    /// Starts to read a value for one case after another.
    ///
    /// - Parameters:
    ///   - start: the index of the value's first event on the tape.
    ///   - frame: the index of the payload's frame.
    mutating func start(_ node: Pinned<ValueNode>, at start: Int, frame: Int) {
        if attempts.isEmpty, !outcomes.isEmpty {
            // The memory that one very large value took is not kept for other values.
            outcomes.removeAll(keepingCapacity: outcomes.count <= Self.maximumRetainedCount)
        }
        attempts.append(Attempt(value: Value(start: start, node: node), frame: frame))
    }

    /// The errors of the innermost attempt.
    var errors: [(name: String, error: ImportError)] { attempts.last?.errors ?? [] }

    /// Adds the error of a case that the value of the innermost attempt does not fit.
    mutating func addError(_ error: ImportError, name: String) {
        attempts[attempts.count - 1].errors.append((name, error))
    }

    /// Keeps the outcome of the innermost attempt if its value may be read again.
    mutating func setOutcome(_ outcome: Outcome) {
        guard attempts.count > 1, let last = attempts.last else { return }
        outcomes[last.value] = outcome
    }

    /// Ends the attempt in a frame, if there is one.
    mutating func end(frame: Int) {
        if attempts.last?.frame == frame { attempts.removeLast() }
    }

    /// Removes the outcomes of values that begin at or after an index on the tape.
    mutating func removeOutcomes(from start: Int) {
        if !outcomes.isEmpty { outcomes = outcomes.filter { $0.key.start < start } }
    }
}
