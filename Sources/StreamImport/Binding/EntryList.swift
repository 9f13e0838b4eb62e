/// The members of an object that are to become a dictionary, as far as they have been read.
struct EntryList {
    private var memory = ValueMemory()
    private var count = 0
    private var capacity = 0
    /// Whether the last entry has got its key, but no value yet.
    private(set) var hasKeyOnly = false

    /// Begins a list. What was left in the memory belongs to nobody.
    mutating func start() {
        count = 0
        capacity = 0
        hasKeyOnly = false
    }

    /// Adds an entry with this key.
    ///
    /// - Returns: the place of its value; `nil` if the text is no such key.
    mutating func add(
        _ key: KeyText, _ collector: any DictionaryCollector.Type
    ) -> UnsafeMutableRawPointer? {
        dropOpenKey(collector)
        let (stride, valueOffset) = collector.entryLayout
        if count == capacity { grow(collector) }
        // SAFETY: the memory has room for `capacity` entries, which is more than `count`; the key's bytes
        // outlive the call.
        let entry = unsafe memory.start! + count * stride
        let text = unsafe Span(_unsafeStart: key.bytes, count: key.count)
        guard unsafe collector.putKey(text, at: entry) else { return nil }
        hasKeyOnly = true
        return unsafe entry + valueOffset
    }

    /// Notes that the last entry has got its value.
    mutating func valueAdded() {
        count += 1
        hasKeyOnly = false
    }

    /// Moves the entries into a dictionary.
    ///
    /// - Returns: `nil`, or the key that came twice where that is forbidden; nothing was made then.
    mutating func collect(
        _ collector: any DictionaryCollector.Type, duplicates: DuplicateKeyPolicy,
        into destination: UnsafeMutableRawPointer
    ) -> String? {
        dropOpenKey(collector)
        if capacity == 0 { grow(collector) }
        defer { start() }
        // SAFETY: the memory holds `count` entries, which are not touched again.
        return unsafe collector.collect(
            memory.start!, count: count, duplicates: duplicates, into: destination)
    }

    /// Ends the life of a key whose value was passed over.
    private mutating func dropOpenKey(_ collector: any DictionaryCollector.Type) {
        guard hasKeyOnly, let start = unsafe memory.start else { return }
        // SAFETY: the entry behind the last complete one has its key.
        unsafe collector.destroyEntries(
            start + count * collector.entryLayout.stride, count: 0, hasKeyOnly: true)
        hasKeyOnly = false
    }

    mutating func drop(_ collector: any DictionaryCollector.Type) {
        guard capacity > 0, let start = unsafe memory.start else { return }
        // SAFETY: the memory holds `count` entries, and one more key if `hasKeyOnly`.
        unsafe collector.destroyEntries(start, count: count, hasKeyOnly: hasKeyOnly)
        self.start()
    }

    /// The key of the entry that has no value yet.
    func openKey(_ collector: any DictionaryCollector.Type) -> String? {
        guard hasKeyOnly, let start = unsafe memory.start else { return nil }
        // SAFETY: the entry behind the last complete one has its key.
        return unsafe collector.describeKey(of: start + count * collector.entryLayout.stride)
    }

    private mutating func grow(_ collector: any DictionaryCollector.Type) {
        let stride = collector.entryLayout.stride
        let count = count
        if (count + 1) * stride > memory.size {
            // SAFETY: `count` entries are moved to memory of at least twice the size.
            unsafe memory.grow(to: (count + 1) * stride) {
                unsafe collector.relocateEntries($0, count: count, to: $1)
            }
        }
        capacity = memory.size / stride
    }

    /// How much memory there is for entries, in bytes.
    var bytes: Int { memory.size }

    mutating func free() {
        memory.free()
    }
}
