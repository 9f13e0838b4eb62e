/// The members of an object that are to become a dictionary, as far as they have been read.
struct MemberList {
    private var memory = ValueMemory()
    private var count = 0
    private var capacity = 0
    /// Whether the last member has got its key, but no value yet.
    private(set) var hasKeyOnly = false

    /// Begins a list. What was left in the memory belongs to nobody.
    mutating func start() {
        count = 0
        capacity = 0
        hasKeyOnly = false
    }

    /// Adds an member with this key.
    ///
    /// - Returns: the place of its value; `nil` if the text is no such key.
    mutating func add(
        _ key: KeyText, _ collector: any DictionaryCollector.Type
    ) -> UnsafeMutableRawPointer? {
        deinitializeOpenKey(collector)
        let (stride, valueOffset) = collector.memberLayout
        if count == capacity { grow(collector) }
        // SAFETY: the memory has room for `capacity` members, which is more than `count`; the key's bytes
        // outlive the call.
        let member = unsafe memory.start! + count * stride
        let text = unsafe Span(_unsafeStart: key.bytes, count: key.count)
        guard unsafe collector.putKey(text, at: member) else { return nil }
        hasKeyOnly = true
        return unsafe member + valueOffset
    }

    /// Notes that the last member has got its value.
    mutating func valueAdded() {
        count += 1
        hasKeyOnly = false
    }

    /// Moves the members into a dictionary.
    ///
    /// - Returns: `nil`, or the key that came twice where that is forbidden; nothing was made then.
    mutating func collect(
        _ collector: any DictionaryCollector.Type, duplicates: DuplicateKeyPolicy,
        into destination: UnsafeMutableRawPointer
    ) -> String? {
        deinitializeOpenKey(collector)
        if capacity == 0 { grow(collector) }
        defer { start() }
        // SAFETY: the memory holds `count` members, which are not touched again.
        return unsafe collector.collect(
            memory.start!, count: count, duplicates: duplicates, into: destination)
    }

    /// Ends the life of a key whose value was passed over.
    private mutating func deinitializeOpenKey(_ collector: any DictionaryCollector.Type) {
        guard hasKeyOnly, let start = unsafe memory.start else { return }
        // SAFETY: the member behind the last complete one has its key.
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

    /// The key of the member that has no value yet.
    func openKey(_ collector: any DictionaryCollector.Type) -> String? {
        guard hasKeyOnly, let start = unsafe memory.start else { return nil }
        // SAFETY: the member behind the last complete one has its key.
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

    /// How much memory there is for members, in bytes.
    var bytes: Int { memory.size }

    mutating func free() {
        memory.free()
    }
}
