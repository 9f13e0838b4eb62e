internal import JSONRecords

/// A line of a transcript, with the number of its record.
package struct TranscriptLine {
    let record: Int
    let text: String
}

/// The transcript of a consumer, and its position in the record.
struct TranscriptState {
    /// The treatment of a value.
    enum ValueAction {
        case receive, skip, takeText, suppressScalars, ask, reject, stop

        /// Creates the treatment for the first letter of a key; `nil` if no treatment has the letter.
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

    /// An open array or object.
    struct Level {
        let isArray: Bool
        /// The treatment of each value whose key does not determine another treatment.
        let action: ValueAction
        /// The offset of the opening bracket, if the consumer marks brackets.
        let offset: Int?
        var location: SourceLocation?
        var index = 0
        var key: String?
    }

    let behavior: ConsumerBehavior
    private let context: Pinned<EventContext>
    private(set) var lines: [TranscriptLine] = []
    var open: [Level] = []
    /// Whether an event of a record arrived after the last record that was completed or discarded.
    private(set) var isInRecord = false

    init(_ context: Pinned<EventContext>, _ behavior: ConsumerBehavior) {
        self.context = context
        self.behavior = behavior
    }

    var path: [JSONPath.Component] {
        open.compactMap { $0.isArray ? .index($0.index) : $0.key.map { .key($0) } }
    }

    var suppressesScalars: Bool { behavior.records == .suppressesScalars && !open.isEmpty }

    /// The treatment of the next value.
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

    mutating func append(_ line: String) {
        lines.append(TranscriptLine(record: context.value.source.recordNumber, text: line))
    }

    /// Appends an event to the transcript.
    mutating func appendEvent(_ event: String) {
        isInRecord = true
        append(event)
    }

    /// Returns and removes the lines.
    mutating func takeLines() -> [TranscriptLine] {
        defer { lines = [] }
        return lines
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
