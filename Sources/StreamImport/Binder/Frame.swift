/// What the binder remembers of one array or object that is open.
///
/// Frames lie one behind the other in one piece of memory, which is reused from record to record, and so is
/// the memory each of them has for values. Nothing is allocated for a record but what its model owns.
@safe
struct Frame {
    enum Kind: UInt8 {
        /// The text itself, where it is one value.
        case text
        /// An array or object on the way to the records.
        case way
        /// The array whose elements are the records, or the text where its values are.
        case records
        /// An object that becomes a model.
        case object
        /// An array that becomes a collection.
        case array
        /// A value that is wrapped in something, as if there were brackets around it.
        case single
        /// An array in which paths lead to some of the elements.
        case steps
        /// An object that becomes a dictionary.
        case dictionary

        /// Whether the values directly inside may be records.
        var isAroundRecords: Bool {
            switch self {
            case .text, .way, .records: true
            case .object, .array, .single, .steps, .dictionary: false
            }
        }
    }

    var kind = Kind.text

    /// What the frame makes; `nil` unless it makes something.
    var node: Pinned<ValueNode>?
    /// The node of the elements.
    var element: Pinned<ValueNode>?
    var object: Pinned<ObjectNode>?
    /// Where that goes.
    var destination: UnsafeMutableRawPointer?

    /// The draft or the elements.
    var memory = FrameMemory()
    /// How many elements are in memory, or have passed.
    var count = 0
    /// How many fit there.
    var capacity = 0
    /// How many elements were left out, because they do not fit their type.
    var leftOut = 0
    /// A dictionary's entries, or the members of an object that mean no field.
    var entries = EntryList()

    /// The draft that values go into: the frame's own, or, on a path from a model's object, that of the model.
    var draft: UnsafeMutableRawPointer?
    /// The state of each field.
    var states: UnsafeMutablePointer<UInt8>?
    /// The slot that the last known key, or the current step of a path, means.
    var slot: Pinned<Slot>?
    /// The last key.
    var spelling: Pinned<KeyTable.Spelling>?
    /// The guess at the next key.
    var expected: Pinned<KeyTable.Spelling>?
    /// How many required fields have no value yet; on a path the change to that number.
    var missing = 0

    /// Around records: whether the frame is an array.
    var isArray = false
    /// On the way: how many components of the path lead to this frame.
    var level = 0
    /// Whether the current member is the next step of the path.
    var isOnWay = false

    /// How many changes updates had made when the frame was opened.
    var changes = 0

    /// How many brackets are open inside of the frame.
    var depth = 0
    /// Where the frame's bracket is in the text.
    var offset = 0
    /// The same as a line and a column, once the text has gone.
    var location: SourceLocation?

    /// The slot into which the value of the current member is to be read again.
    @inline(__always)
    var again: Pinned<Slot>? {
        slot?.value.again
    }
}

/// Memory for values, owned by a frame and reused.
@safe
struct FrameMemory {
    /// The largest alignment a value may ask for, in bytes.
    static let alignment = 16

    private(set) var start: UnsafeMutableRawPointer?
    private(set) var size = 0

    /// Makes room for at least `size` bytes. What was in the memory is lost.
    mutating func reserve(_ size: Int) {
        guard size > self.size else { return }
        free()
        // SAFETY: freed by `free()`.
        unsafe start = .allocate(byteCount: size, alignment: Self.alignment)
        self.size = size
    }

    /// Makes room for at least `size` bytes; `move` takes what is in the old memory to the new.
    mutating func grow(to size: Int, move: (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void) {
        var larger = FrameMemory()
        larger.reserve(max(size, self.size * 2, 256))
        if let start = unsafe start, let new = unsafe larger.start { unsafe move(start, new) }
        free()
        self = larger
    }

    mutating func free() {
        unsafe start?.deallocate()
        unsafe start = nil
        size = 0
    }
}
