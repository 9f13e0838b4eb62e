/// What the binder remembers of one array or object that is open.
///
/// Frames are contiguous in one piece of memory, which is reused from record to record, and so is the memory each of
/// them has for values. Nothing is allocated for a record but what its model owns.
@safe
struct Frame {
    enum Kind: UInt8 {
        /// An object that becomes a model.
        case object
        /// An array that becomes a collection.
        case array
        /// A value that is wrapped in something, as if there were brackets around it.
        case implicitArray
        /// A value for a field that has one, which it replaces once it is complete.
        case replacement
        /// An array in which paths lead to some of the elements.
        case arrayOnPath
        /// An object that becomes a dictionary.
        case dictionary
    }

    var kind = Kind.implicitArray

    /// What the frame makes; `nil` unless it makes something.
    var node: Pinned<ValueNode>?
    /// The node of the elements.
    var element: Pinned<ValueNode>?
    var object: Pinned<ObjectNode>?
    /// Where that goes.
    var destination: UnsafeMutableRawPointer?

    /// The draft or the elements.
    var memory = ValueMemory()
    /// How many elements are in memory, or have passed.
    var count = 0
    /// How many fit there.
    var capacity = 0
    /// How many elements were left out, because they do not fit their type.
    var mismatchCount = 0
    /// A dictionary's members, or the members of an object that mean no field.
    var members = MemberList()

    /// The draft that values go into: the frame's own, or, on a path from a model's object, that of the model.
    var draft = Draft.placeholder
    /// The slot that the last known key, or the current step of a path, means.
    var slot: Pinned<Slot>?
    /// The last key.
    var spelling: Pinned<KeyTable.Spelling>?
    /// The guess at the next key.
    var expectedSpelling: Pinned<KeyTable.Spelling>?
    /// How many required fields have no value yet, and how many mismatches wait for the end of the object; on a path the
    /// change to that number.
    var missingCount = 0

    /// How many changes updates had made when the frame was opened.
    var changeCount = 0

    /// How many brackets are open inside of the frame.
    var depth = 0
    /// Where the frame's bracket is in the text.
    var offset = 0
    /// The same as a line and a column, once the text has gone.
    var location: SourceLocation?
}
