/// How far a binder is with the record whose events it sends to a receiver.
@safe
struct RecordStream {
    /// Kept by the run, so that this can be looked at without counting a reference.
    unowned(unsafe) let receiver: any RecordReceiver
    let handlers: RecordHandlers
    let context: UnsafeMutableRawPointer

    /// Whether a record has begun, and was neither handed on nor dropped.
    var isOpen = false
    /// How many of the record's brackets are open whose contents are sent.
    var depth = 0
    /// The value that is being skipped on the receiver's wish.
    var skippedValue = SkippedValue.none
    /// Where the record begins, once that text has gone.
    var location: SourceLocation?
    /// Where the record ends that is to be handed on.
    var end = 0

    /// What becomes of a value whose events are not sent.
    enum SkippedValue: Equatable {
        case none
        case forgotten
        /// Its text is sent, which begins at this offset.
        case text(from: Int)
    }

    init(to receiver: any RecordReceiver) {
        unsafe self.receiver = receiver
        handlers = receiver.handlers
        unsafe context = receiver.context
    }

    /// Whether an event is one of the record's own.
    var isInside: Bool { depth > 0 }
}
