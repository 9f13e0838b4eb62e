/// The binder's state for one open array or object.
///
/// Frames are contiguous in one block of memory. All records reuse that block, and the memory that each frame has for
/// values. A record causes no allocations but those of its model.
@safe
struct Frame {
    enum Kind: UInt8 {
        /// An object that becomes a model.
        case object
        /// An array that becomes a collection.
        case array
        /// A value that is wrapped in an array of one element or in a dynamic value, as if it had brackets around it.
        case implicitArray
        /// A value for a field that already has one. Once the new value is complete, it replaces the old one.
        case replacement
        /// An array in which paths lead to some of the elements.
        case arrayOnPath
        /// An object that becomes a dictionary.
        case dictionary
        /// An array of keys and values in turn that becomes a dictionary.
        case pairs
        /// A value that becomes the payload of a case. Without a discriminator, the value is read for one case after
        /// another until it fits.
        case payload
    }

    var kind = Kind.implicitArray

    /// The node of the value that the frame makes; `nil` if it makes none.
    var node: Pinned<ValueNode>?
    /// The node of the elements.
    var element: Pinned<ValueNode>?
    var object: Pinned<ObjectNode>?
    /// The address that the value is stored at.
    var destination: UnsafeMutableRawPointer?

    /// The memory for the draft, for the elements, or for a replacement.
    var memory = ValueMemory()
    /// The number of elements in memory or, in an array on a path, of elements already read.
    var count = 0
    /// The index of the case that a payload is read for.
    var caseIndex = 0
    /// The number of elements that were skipped because they do not fit their type.
    var mismatchCount = 0
    /// The members of a dictionary, or the extras of a model.
    var members = MemberList()

    /// The draft that the values belong to: the frame's own or, on a path or for a replacement, that of the enclosing
    /// frame whose object becomes a model.
    var draft = Draft.placeholder
    /// The slot of the last known key or of the current path component.
    var slot: Pinned<Slot>?
    /// The spelling of the last key.
    var spelling: Pinned<KeyTable.Spelling>?
    /// The spelling that is expected for the next key.
    var expectedSpelling: Pinned<KeyTable.Spelling>?
    /// The number of required fields without a value, plus the number of mismatches that are pending until the end of
    /// the object. On a path, the change to that number.
    var missingCount = 0

    /// The number of changes in the update log when the frame was opened.
    var changeCount = 0

    /// The number of open brackets directly inside the frame: those around the frame and its own, if it has one.
    var depth = 0
    /// The offset of the frame's bracket in the text.
    var offset = 0
    /// The location of ``offset``, computed before the text at the offset leaves the window; `nil` until then.
    var location: SourceLocation?
}
