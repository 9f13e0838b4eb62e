/// The binder's state for one open array or object.
///
/// Frames are contiguous in one block of memory. All records reuse that block, and the memory that each frame has for
/// values. A record causes no allocations but those of its model.
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
    var destination: ValueAddress?

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

    /// A copy of the last key whose spelling is not remembered, if a field has the name of a member as its value.
    private var unrememberedKey = KeyText.none

    #if DEBUG
        /// The number of times that the frame was opened and closed.
        fileprivate var generation = 0
    #endif
}

/// The address of an open frame.
///
/// In debug builds, an access after the frame was closed, or after all frames were moved to larger memory, traps. The tests
/// overwrite freed memory, so that a stale address does not find the generation that it expects.
@safe
struct FrameReference {
    private let frame: Pinned<Frame>
    #if DEBUG
        private let generation: Int
    #endif

    @inline(__always)
    fileprivate init(_ frame: Pinned<Frame>) {
        self.frame = frame
        #if DEBUG
            generation = frame.value.generation
        #endif
    }

    @inline(__always)
    var value: Frame {
        // SAFETY: the stack of frames keeps the memory. The binder does not use a frame after it was closed or moved.
        unsafeAddress {
            check()
            return unsafe UnsafePointer(frame.pointer)
        }
        nonmutating unsafeMutableAddress {
            check()
            return unsafe frame.pointer
        }
    }

    @inline(__always)
    private func check() {
        #if DEBUG
            precondition(frame.value.generation == generation, "the frame was closed or moved")
        #endif
    }
}

/// The frames of the open arrays and objects, contiguous in memory.
struct FrameStack {
    private var frames = PinnedArray(repeating: Frame(), count: 16)
    /// The index of the innermost frame; 0 if no array or object is open.
    private(set) var last = 0

    /// The innermost frame. Pushing a frame may change the addresses of all frames.
    private(set) var top: FrameReference

    init() {
        top = FrameReference(frames.pinned(0))
    }

    subscript(index: Int) -> FrameReference { FrameReference(frames.pinned(index)) }

    /// Pushes a frame. The caller must overwrite the state that the frame keeps from its last use.
    mutating func push() {
        if last + 1 == frames.count { grow() }
        last += 1
        generationChanged()
        top = FrameReference(frames.pinned(last))
    }

    mutating func pop() {
        generationChanged()
        last -= 1
        top = FrameReference(frames.pinned(last))
    }

    /// Makes the references to the innermost frame stale, in debug builds.
    @inline(__always)
    private func generationChanged() {
        #if DEBUG
            frames.pinned(last).value.generation += 1
        #endif
    }

    private mutating func grow() {
        let larger = PinnedArray(repeating: Frame(), count: frames.count * 2)
        for index in frames.indices { larger[index] = frames[index] }
        #if DEBUG
            for index in frames.indices { frames.pinned(index).value.generation = -1 }
        #endif
        frames.free()
        frames = larger
    }

    /// The size of the frames' memory for values and members, in bytes.
    var bytes: Int {
        frames.indices.reduce(0) { $0 + frames[$1].memory.size + frames[$1].members.bytes }
    }

    func free() {
        for index in frames.indices {
            frames[index].memory.free()
            frames[index].members.free()
            frames[index].freeKey()
        }
        frames.free()
    }

    /// Computes the locations of the open frames while their brackets are still in the window.
    func locate(in source: any RecordSource) {
        guard last > 0 else { return }
        for index in 1...last where frames[index].location == nil {
            frames[index].location = source.location(of: frames[index].offset)
        }
    }

    // MARK: - Enclosing frames

    /// The index of the frame of the innermost object that becomes a model.
    var model: Int { model(enclosing: last) }

    /// Returns the index of the frame of the innermost object that becomes a model, among the frames up to an index.
    func model(enclosing last: Int) -> Int {
        var index = last
        while frames[index].kind != .object || frames[index].object?.value.isModel != true { index -= 1 }
        return index
    }

    /// Returns the path through the frames from an index to before `end`.
    func components(from start: Int = 1, upTo end: Int) -> [JSONPath.Component] {
        (start..<max(end, start)).compactMap { frames[$0].currentComponent }
    }
}

extension Frame {
    /// The collector and the node of the values, in the frame of a dictionary.
    @inline(__always)
    var dictionary: (collector: any DictionaryCollector.Type, value: Pinned<ValueNode>) {
        guard let dictionary = node?.value.dictionary else {
            preconditionFailure("the frame of the dictionary has no collector")
        }
        return dictionary
    }
}

/// The paths of members and elements.
extension Frame {
    /// The slot of the current element of an array on a path; `nil` if no path leads to it.
    var slotOfElement: Pinned<Slot>? {
        guard let path = node?.value.path else {
            preconditionFailure("the node of an array on a path has no path")
        }
        let elements = path.value.elements
        // Found without a search if paths lead to all elements before it, as in an array that becomes a model.
        if count < elements.count, elements[count].index == count { return elements[count].slot }
        return elements.indices.first { elements[$0].index == count }.map { elements[$0].slot }
    }

    /// Whether the frame is that of an array that becomes a model.
    var isModelOfElements: Bool { kind == .object && object?.value.elements != nil }

    /// The path component of the current member or element.
    fileprivate var currentComponent: JSONPath.Component? {
        switch kind {
        case .object: memberKey.map(JSONPath.Component.key)
        case .array, .arrayOnPath: .index(count + mismatchCount)
        case .implicitArray, .replacement, .payload: nil
        case .dictionary:
            members.openKey(dictionary.collector).map(JSONPath.Component.key)
        case .pairs: .index(members.partCount)
        }
    }

    /// The key of the current member of an object that becomes a model.
    private var memberKey: String? {
        if let extras = object?.value.extras, extras.member == slot {
            return members.openKey(extras.collector)
        }
        guard let spelling else { return nil }
        let isKept = !spelling.value.isRemembered && unrememberedKey.count >= 0
        let key = isKept ? unrememberedKey : spelling.value.key
        // The shared spelling of unknown keys beyond the cache limit has no text.
        return key.count < 0 ? nil : key.text
    }

    /// Keeps a copy of the last key, whose spelling has another text or none.
    mutating func keepKey(_ key: KeyText) {
        freeKey()
        unrememberedKey = key.copied()
    }

    fileprivate func freeKey() { unrememberedKey.free() }
}

/// The values in the memory of a frame. The frame's kind, its counts and the states in its draft say which values the memory holds,
/// and change with the values.
extension Frame {
    mutating func deinitializeContents() {
        switch kind {
        case .arrayOnPath, .replacement, .payload: break
        case .object:
            if let object { deinitializeDraft(object) }
        case .array, .implicitArray:
            // An array without elements may have no memory yet.
            guard let start = memory.start else { return }
            guard let element else { preconditionFailure("the array has no element type") }
            element.value.type.deinitialize(start, count: count)
        case .dictionary, .pairs:
            members.deinitialize(dictionary.collector)
        }
    }

    /// Deinitializes all values of a draft that were not moved out.
    mutating func deinitializeDraft(_ object: Pinned<ObjectNode>) {
        // On a path, the draft belongs to another frame.
        guard object.value.isModel else { return }
        if let extras = object.value.extras {
            completeExtra(extras)
            members.deinitialize(extras.collector)
        }
        deinitializeFields(object)
    }

    /// Deinitializes the values of fields that were not moved out.
    mutating func deinitializeFields(_ object: Pinned<ObjectNode>) {
        for word in 0..<object.value.layout.fieldWords
        where draft[stateWord: word * 8] & DraftState.anyPresent != 0 {
            deinitializeFields(inWord: word, object)
        }
    }

    @inline(never)
    private mutating func deinitializeFields(inWord word: Int, _ object: Pinned<ObjectNode>) {
        // Only fields have values in the draft's memory. The states after those of the fields belong to other slots.
        for index in word * 8..<min(word * 8 + 8, object.value.layout.fieldCount) {
            deinitializeValue(of: object.value.slots.pinned(index))
        }
    }

    /// Deinitializes the value of a field, if it has one.
    private mutating func deinitializeValue(of slot: Pinned<Slot>) {
        let index = slot.value.index
        if draft[state: index] & DraftState.kindMask == DraftState.present {
            slot.value.value.value.type.deinitialize(draft.address(slot.value.offset), count: 1)
            missingCount += slot.value.requiredCount
        }
        draft[state: index] = DraftState.missing
    }

    /// Replaces the value of a field by a value that is moved to the field.
    func replaceValue(of slot: Pinned<Slot>, with value: ValueAddress) {
        // The field had a value when the replacement's frame was opened, and still has it, because paths inside the new value lead
        // to other fields.
        if !slot.value.isPath {
            let type = slot.value.value.value.type
            type.deinitialize(draft.address(slot.value.offset), count: 1)
            type.relocate(value, count: 1, to: draft.address(slot.value.offset))
        }
        draft[state: slot.value.index] = slot.value.state
    }

    /// Makes room for one more element than ``count``.
    @inline(never)
    mutating func growElements(_ element: Pinned<ValueNode>) {
        let count = count
        memory.grow(to: (count + 1) * element.value.stride) {
            element.value.type.relocate($0, count: count, to: $1)
        }
    }

    // MARK: - Extras

    // The extras are collected like the members of a dictionary. The state of their slot is never `missing`, so that each of
    // their keys is handled like a repeated one. Keys that map to a field therefore cost no more than in other models.

    /// Completes the last extra member if its value has been stored.
    mutating func completeExtra(_ extras: ObjectNode.Extras) {
        let state = draft[state: extras.member.value.index] & DraftState.kindMask
        guard state == DraftState.present else { return }
        members.valueAdded()
        setExtraState(extras, DraftState.null)
    }

    func setExtraState(_ extras: ObjectNode.Extras, _ state: UInt8) {
        draft[state: extras.member.value.index] = state
    }

    /// Discards the dictionary of extras if it is empty, so that an update does not change the instance's extras.
    mutating func discardEmptyExtras(_ extras: ObjectNode.Extras) {
        // The members were collected, and an extras field always has the type `[String: JSONValue]`.
        let members = draft.address(extras.field.value.offset)
        if members[as: [String: JSONValue].self].isEmpty { deinitializeValue(of: extras.field) }
    }
}

/// The members of an object that becomes a dictionary, or the extras of a model, as far as they are read.
struct MemberList {
    private var memory = ValueMemory()
    private var count = 0
    private var capacity = 0
    /// The stride of a member, and the offset of its value, in bytes; set when the memory grows for the first member.
    private var layout = (stride: 0, valueOffset: 0)
    /// Whether the last member has a key but no value yet.
    private(set) var hasKeyOnly = false

    /// Starts an empty list. The values that the memory held must have been moved out or deinitialized.
    mutating func start() {
        count = 0
        capacity = 0
        hasKeyOnly = false
    }

    /// Adds a member with this key.
    ///
    /// - Returns: the address for the member's value, which has room until the next member is added; `nil` if the text is not a
    ///   valid key of the dictionary.
    mutating func add(_ key: KeyText, _ collector: any DictionaryCollector.Type) -> ValueAddress? {
        let member = addKey(collector)
        // SAFETY: the caller keeps the key's bytes alive for the call.
        let text = unsafe Span(_unsafeStart: key.bytes, count: key.count)
        return collector.putKey(text, at: member) ? keyAdded() : nil
    }

    /// Makes room for another member, and returns the address for its key.
    @inline(__always)  // Saves 0.5% of the instructions of an import with dictionaries.
    mutating func addKey(_ collector: any DictionaryCollector.Type) -> ValueAddress {
        deinitializeOpenKey(collector)
        if count == capacity { grow(collector) }
        return memory.start! + count * layout.stride
    }

    /// Receives the key of the last member, which was stored, and returns the address for the value.
    mutating func keyAdded() -> ValueAddress {
        hasKeyOnly = true
        return memory.start! + (count * layout.stride + layout.valueOffset)
    }

    /// The number of complete keys and values.
    var partCount: Int { 2 * count + (hasKeyOnly ? 1 : 0) }

    /// Completes the last member, whose value has been stored.
    mutating func valueAdded() {
        count += 1
        hasKeyOnly = false
    }

    /// Moves the members into a dictionary.
    ///
    /// - Parameter equivalent: receives each key that equals an earlier key, but is spelled with other characters.
    /// - Returns: a duplicate key if `duplicates` forbids it, in which case no dictionary is made; otherwise `nil`.
    mutating func collect(
        _ collector: any DictionaryCollector.Type, duplicates: DuplicateKeyPolicy,
        into destination: ValueAddress, equivalent: (String) -> Void
    ) -> String? {
        deinitializeOpenKey(collector)
        if capacity == 0 { grow(collector) }
        defer { start() }
        return collector.collect(
            memory.start!, count: count, duplicates: duplicates, into: destination, equivalent: equivalent)
    }

    /// Deinitializes a key whose value was skipped.
    private mutating func deinitializeOpenKey(_ collector: any DictionaryCollector.Type) {
        guard hasKeyOnly, let start = memory.start else { return }
        collector.deinitializeMembers(start + count * layout.stride, count: 0, hasKeyOnly: true)
        hasKeyOnly = false
    }

    mutating func deinitialize(_ collector: any DictionaryCollector.Type) {
        guard capacity > 0, let start = memory.start else { return }
        collector.deinitializeMembers(start, count: count, hasKeyOnly: hasKeyOnly)
        self.start()
    }

    /// Returns the key of the member that has no value yet.
    func openKey(_ collector: any DictionaryCollector.Type) -> String? {
        guard hasKeyOnly, let start = memory.start else { return nil }
        return collector.describeKey(of: start + count * layout.stride)
    }

    private mutating func grow(_ collector: any DictionaryCollector.Type) {
        layout = collector.memberLayout
        let (stride, count) = (layout.stride, count)
        if (count + 1) * stride > memory.size {
            memory.grow(to: (count + 1) * stride) { collector.relocateMembers($0, count: count, to: $1) }
        }
        capacity = memory.size / stride
    }

    var bytes: Int { memory.size }

    mutating func free() { memory.free() }
}
