/// The members of an object that becomes a dictionary, or the extras of a model, as far as they are read.
struct MemberList {
    private var memory = ValueMemory()
    private var count = 0
    private var capacity = 0
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
    /// - Returns: the address for the member's value; `nil` if the text is not a valid key of the dictionary.
    mutating func add(
        _ key: KeyText, _ collector: any DictionaryCollector.Type
    ) -> UnsafeMutableRawPointer? {
        deinitializeOpenKey(collector)
        let (stride, valueOffset) = collector.memberLayout
        if count == capacity { grow(collector) }
        // SAFETY: the memory has room for `capacity` members, which is more than `count`. The caller keeps the key's
        // bytes alive for the call.
        let member = unsafe memory.start! + count * stride
        let text = unsafe Span(_unsafeStart: key.bytes, count: key.count)
        guard unsafe collector.putKey(text, at: member) else { return nil }
        hasKeyOnly = true
        return unsafe member + valueOffset
    }

    /// Makes room for another member, and returns the address for its key.
    mutating func addKey(_ collector: any DictionaryCollector.Type) -> UnsafeMutableRawPointer {
        deinitializeOpenKey(collector)
        if count == capacity { grow(collector) }
        // SAFETY: the memory has room for `capacity` members, which is more than `count`.
        return unsafe memory.start! + count * collector.memberLayout.stride
    }

    /// Receives the key of the last member, which was stored, and returns the address for the value.
    mutating func keyAdded(_ collector: any DictionaryCollector.Type) -> UnsafeMutableRawPointer {
        hasKeyOnly = true
        let (stride, valueOffset) = collector.memberLayout
        // SAFETY: `addKey` made room for the member.
        return unsafe memory.start! + count * stride + valueOffset
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
        into destination: UnsafeMutableRawPointer, equivalent: (String) -> Void
    ) -> String? {
        deinitializeOpenKey(collector)
        if capacity == 0 { grow(collector) }
        defer { start() }
        // SAFETY: the memory holds `count` members. The collector moves them out, and the list is reset afterwards.
        return unsafe collector.collect(
            memory.start!, count: count, duplicates: duplicates, into: destination, equivalent: equivalent)
    }

    /// Deinitializes a key whose value was skipped.
    private mutating func deinitializeOpenKey(_ collector: any DictionaryCollector.Type) {
        guard hasKeyOnly, let start = unsafe memory.start else { return }
        // SAFETY: the member after the last complete one has an initialized key.
        unsafe collector.deinitializeMembers(
            start + count * collector.memberLayout.stride, count: 0, hasKeyOnly: true)
        hasKeyOnly = false
    }

    mutating func deinitialize(_ collector: any DictionaryCollector.Type) {
        guard capacity > 0, let start = unsafe memory.start else { return }
        // SAFETY: the memory holds `count` members, and one more key if `hasKeyOnly`.
        unsafe collector.deinitializeMembers(start, count: count, hasKeyOnly: hasKeyOnly)
        self.start()
    }

    /// Returns the key of the member that has no value yet.
    func openKey(_ collector: any DictionaryCollector.Type) -> String? {
        guard hasKeyOnly, let start = unsafe memory.start else { return nil }
        // SAFETY: the member after the last complete one has an initialized key.
        return unsafe collector.describeKey(of: start + count * collector.memberLayout.stride)
    }

    private mutating func grow(_ collector: any DictionaryCollector.Type) {
        let stride = collector.memberLayout.stride
        let count = count
        if (count + 1) * stride > memory.size {
            // SAFETY: `count` members are moved to memory of at least twice the size.
            unsafe memory.grow(to: (count + 1) * stride) {
                unsafe collector.relocateMembers($0, count: count, to: $1)
            }
        }
        capacity = memory.size / stride
    }

    /// The size of the memory for members, in bytes.
    var bytes: Int { memory.size }

    mutating func free() {
        memory.free()
    }
}
