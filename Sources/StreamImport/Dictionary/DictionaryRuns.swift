/// Runs that wait to be used, so that a plan is not compiled for each import.
@usableFromInline
final class DictionaryRuns: Sendable {
    /// How many are kept: more than are ever used at once.
    private static let limit = 64

    private let model: any Importable.Type
    private let options: ImportOptions
    private let keepsSummary: Bool
    private let state = Locked(State())

    private struct State {
        var waiting: [DictionaryRun] = []
        var summary: ImportSummary?
    }

    init(of model: any Importable.Type, options: ImportOptions, keepsSummary: Bool = true) {
        self.model = model
        self.options = options
        self.keepsSummary = keepsSummary
    }

    /// What the latest import came to.
    var summary: ImportSummary? { state.withLock { $0.summary } }

    /// A run that nobody else uses.
    @usableFromInline
    func take() -> DictionaryRun {
        state.withLock { $0.waiting.popLast() } ?? DictionaryRun(of: model, options: options)
    }

    /// Ends an import, and keeps its run for the next one.
    @usableFromInline
    func giveBack(_ run: DictionaryRun) {
        let summary = keepsSummary ? run.summary : nil
        run.finish()
        state.withLock {
            $0.summary = summary
            if run.isReusable, $0.waiting.count < Self.limit { $0.waiting.append(run) }
        }
    }
}

extension DictionaryRuns {
    private static let shared = Locked<[ObjectIdentifier: DictionaryRuns]>([:])

    /// The runs of a type with the default options, which all imports share.
    static func shared(of model: any Importable.Type) -> DictionaryRuns {
        shared.withLock { runs in
            if let known = runs[ObjectIdentifier(model)] { return known }
            let new = DictionaryRuns(of: model, options: ImportOptions(), keepsSummary: false)
            runs[ObjectIdentifier(model)] = new
            return new
        }
    }
}
