/// The state machine between events and models.
///
/// It knows plans, not models: a key becomes a slot, a value is stored in the draft of the object that is
/// open, and the draft becomes an instance when its object ends. A record that is wrong is dropped whole, and
/// the machine goes on behind it.
///
/// A binder stays at one address, where the parser's callbacks find it, and holds pinned pointers and numbers
/// for what happens at every event; only what happens rarely may use references.
@safe
struct Binder {
    /// What the next value becomes, `nil` if nothing.
    var node: Pinned<ValueNode>?
    /// Where it goes.
    var destination: UnsafeMutableRawPointer?

    var frames: FrameStack
    /// How many arrays and objects are open.
    var depth = 0
    /// How many of them are being skipped.
    var skipped = 0
    /// Whether scalars are not reported, because the last key of the object that is read means nothing.
    var isMuted = false
    let maximumDepth: Int

    /// Where the value begins that is left out and being skipped, if paths lead through it.
    var leftOut: Int?
    /// How many values are being read again, or in the place of others, one inside of the other.
    var receptions = 0
    /// Set while the rest of a rejected record is being skipped.
    var rejection: Rejection?
    /// A record that is complete, but is not handed on before what follows it is known.
    /// The offset of its end.
    var pending: Int?
    var recordStart = 0
    var valuesInLine = 0
    /// Whether a line may hold one value only.
    var expectsLines = false
    /// Whether the text of a line stays at hand until the line ends.
    var keepsLine = false
    /// Whether a record is handed on at the end of its line, as nothing else may be in it.
    var holdsLines = false
    /// How many values of the top level have begun in this line, where records are inside of them.
    var textsInLine = 0
    var hasText = false
    var foundPath = false

    /// The key of the member that a hook decides about, and room for its value.
    var hookedKey = ""
    var hookMemory = FrameMemory()

    /// The instances that objects being read update, innermost last.
    var bases = BaseStack()
    /// What updates have changed in objects of this record, to be taken back if it is rejected.
    var updates = UpdateLog()
    /// Makes a copy of the instance that the only record updates, if it does.
    var updatedInstance: (() -> Instance?)?
    /// Whether records are plain objects while none is updated.
    let recordIsPlain: Bool

    let record: Pinned<ValueNode>
    /// Room for one record.
    private var memory = FrameMemory()
    let recordMemory: UnsafeMutableRawPointer
    let path: [JSONPath.Component]
    var options: ImportOptions
    let nodes: NodeStore
    /// What is wrong with the options.
    let fault: ImportError?
    var summary = ImportSummary()
    /// Why the last event stopped the parser.
    var failure: (any Error)?
    /// Where the source of the events stands.
    var cursor = Pinned(repeating: TextCursor(), count: 1)
    /// For what happens rarely: skipping, and errors.
    weak var source: (any EventSource)?

    let deliver: RecordTaker
    /// Set if records become no values, but are sent on.
    var stream: RecordStream?

    struct Rejection {
        let error: ImportError
        let start: Int
    }

    /// - Parameters:
    ///   - type: the type of the records.
    ///   - path: the way to the array whose elements are the records.
    ///   - options: the policies and limits.
    ///   - deliver: takes each record.
    init(
        type: any Importable.Type, path: [JSONPath.Component], options: ImportOptions,
        deliver: @escaping RecordTaker
    ) {
        nodes = NodeStore(options: options)
        record = nodes.node(for: type)
        recordIsPlain = record.bare.value.object?.value.isPlain == true
        fault = options.fault ?? nodes.fault
        memory.reserve(max(record.value.stride, 1))
        unsafe recordMemory = memory.start!
        self.path = path
        self.options = options
        self.deliver = deliver
        maximumDepth = options.maximumDepth
        frames = FrameStack()
    }

    /// Makes ready for a text whose values are told apart as `framing` says.
    mutating func start(framing: Framing) {
        let base = frames.bottom
        base.value = Frame()
        if framing == .document || !path.isEmpty {
            base.value.kind = .text
            base.value.isOnWay = true
            node = nil
        } else {
            base.value.kind = .records
            prepareRecord()
        }
        expectsLines = framing == .lines
        holdsLines = framing.endsAtLines
    }

    /// Makes ready for the next line.
    mutating func startLine() {
        valuesInLine = 0
        textsInLine = 0
        if frames.top.value.kind == .records { prepareRecord() }
    }

    /// Frees what the binder owns. Called once, after the last event.
    mutating func free() {
        frames.free()
        memory.free()
        hookMemory.free()
        cursor.free(count: 1)
    }
}
