internal import JSONRecords

/// What a consumer has written down, and where in the record it is.
struct TranscriptState {
    /// What becomes of a value.
    enum ValueAction {
        case receive, skip, takeText, suppressScalars, ask, reject, stop

        /// What the first letter of a key says.
        init?(_ key: String) {
            switch key.utf8.first {
            case UInt8(ascii: "s"): self = .skip
            case UInt8(ascii: "t"): self = .takeText
            case UInt8(ascii: "m"): self = .suppressScalars
            case UInt8(ascii: "q"): self = .ask
            case UInt8(ascii: "r"): self = .reject
            case UInt8(ascii: "x"): self = .stop
            default: return nil
            }
        }
    }

    /// An array or object that is open.
    struct Level {
        let isArray: Bool
        /// What becomes of its values, unless their keys say otherwise.
        let action: ValueAction
        /// Where its bracket is.
        let offset: Int?
        var location: SourceLocation?
        var index = 0
        var key: String?
    }

    let behavior: ConsumerBehavior
    private(set) var lines: [String] = []
    var open: [Level] = []
    /// Whether an event of a record came after the last record that is complete or dropped.
    private(set) var isInRecord = false

    init(_ behavior: ConsumerBehavior) {
        self.behavior = behavior
    }

    var path: [JSONPath.Component] {
        open.compactMap { $0.isArray ? .index($0.index) : $0.key.map { .key($0) } }
    }

    var suppressesScalars: Bool { behavior.records == .suppressesScalars && !open.isEmpty }

    /// What becomes of the next value.
    var action: ValueAction {
        guard let last = open.last else { return recordAction }
        return last.key.flatMap { ValueAction($0) } ?? last.action
    }

    private var recordAction: ValueAction {
        switch behavior.records {
        case .takesText: .takeText
        case .asksForTokens: .ask
        case .takesEvents, .rejectsThird, .throwsAtThird, .suppressesScalars: .receive
        }
    }

    mutating func append(_ line: String) { lines.append(line) }

    /// Writes an event down.
    mutating func appendEvent(_ event: String) {
        isInRecord = true
        lines.append(event)
    }

    mutating func key(_ key: String) {
        appendEvent("\(key.debugDescription):")
        open[open.count - 1].key = key
    }

    mutating func start(isArray: Bool, offset: Int?) {
        appendEvent(isArray ? "[" : "{")
        open.append(Level(isArray: isArray, action: action, offset: offset))
    }

    mutating func end() -> Level {
        appendEvent(open.last?.isArray == true ? "]" : "}")
        return open.removeLast()
    }

    /// Counts an element.
    mutating func valueEnds() { open[open.count - 1].index += 1 }

    mutating func recordEnds() {
        open = []
        isInRecord = false
    }
}
