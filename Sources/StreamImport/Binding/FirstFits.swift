/// The open searches for the first case that an array or object fits, and the outcomes of the searches inside the outermost
/// one.
///
/// Each case of an outer enum replays its value, and with it the values of the enums inside. Only the first replay searches
/// for the case of a value inside. Otherwise the time would grow exponentially with the depth.
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
    private struct Search {
        let value: Value
        /// The index of the payload's frame.
        let frame: Int
        /// The mismatches and unknown keys before the search.
        let lists: Lists
        var errors: [(name: String, error: ImportError)] = []
        /// Whether a value did not fit because a search around this one is open at the same place. The outcome does not
        /// hold once that search has ended.
        var isConditional = false
    }

    /// The mismatches and unknown keys that do not reject their record. Those of a case that does not fit are discarded.
    struct Lists {
        let summary: ImportSummary
        let mismatches: PendingMismatches
    }

    /// The maximum number of outcomes for which memory is kept.
    private static let maximumRetainedCount = 1_024

    /// The open searches, innermost last.
    private var searches: [Search] = []
    /// The outcomes of the values inside the outermost search.
    private var outcomes: [Value: Outcome] = [:]

    /// Returns the outcome of a value if it was read before.
    ///
    /// - Parameter start: the index of the value's first event on the tape.
    func outcome(of node: Pinned<ValueNode>, at start: Int) -> Outcome? {
        searches.isEmpty ? nil : outcomes[Value(start: start, node: node)]
    }

    /// Returns whether a search for the case of a value is open. If so, the searches inside it depend on it.
    ///
    /// - Parameter start: the index of the value's first event on the tape.
    mutating func isOpen(_ node: Pinned<ValueNode>, at start: Int) -> Bool {
        // The searches at one place are innermost.
        let here = searches.indices.reversed().prefix { searches[$0].value.start == start }
        guard let open = here.first(where: { searches[$0].value.node.unwrapped == node.unwrapped }) else {
            return false
        }
        for index in searches.indices where index > open { searches[index].isConditional = true }
        return true
    }

    /// Starts to read a value for one case after another.
    ///
    /// - Parameters:
    ///   - start: the index of the value's first event on the tape.
    ///   - frame: the index of the payload's frame.
    ///   - lists: the mismatches and unknown keys so far.
    mutating func start(_ node: Pinned<ValueNode>, at start: Int, frame: Int, lists: Lists) {
        if searches.isEmpty { removeOutcomes(from: 0) }
        searches.append(Search(value: Value(start: start, node: node), frame: frame, lists: lists))
    }

    /// Whether a value is being read for one case after another.
    var isSearching: Bool { !searches.isEmpty }

    /// The mismatches and unknown keys before the innermost search.
    var lists: Lists {
        guard let last = searches.last else { preconditionFailure("no search is open") }
        return last.lists
    }

    /// The errors of the innermost search.
    var errors: [(name: String, error: ImportError)] { searches.last?.errors ?? [] }

    /// Adds the error of a case that the value of the innermost search does not fit.
    mutating func addError(_ error: ImportError, name: String) {
        searches[searches.count - 1].errors.append((name, error))
    }

    /// Keeps the outcome of the innermost search if its value may be read again.
    mutating func setOutcome(_ outcome: Outcome) {
        guard searches.count > 1, let last = searches.last, !last.isConditional else { return }
        outcomes[last.value] = outcome
    }

    /// Ends the search in a frame, if there is one.
    mutating func end(frame: Int) {
        if searches.last?.frame == frame { searches.removeLast() }
    }

    /// Removes the outcomes of values that begin at or after an index on the tape.
    mutating func removeOutcomes(from start: Int) {
        guard !outcomes.isEmpty else { return }
        guard start == 0 else {
            outcomes = outcomes.filter { $0.key.start < start }
            return
        }
        // The memory that one very large value took is not kept for other values.
        outcomes.removeAll(keepingCapacity: outcomes.count <= Self.maximumRetainedCount)
    }
}
