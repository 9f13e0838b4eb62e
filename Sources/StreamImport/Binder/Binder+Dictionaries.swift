/// Objects that become dictionaries.
extension Binder {
    /// Stores the key of the next entry.
    mutating func entryKey(_ key: KeyText) -> Bool {
        let frame = frames.top
        guard let (collector, value) = frame.value.node?.value.dictionary else { return true }
        let (stride, valueOffset) = collector.entryLayout
        if frame.value.count == frame.value.capacity { growEntries(frame, collector) }
        // SAFETY: the memory has room for `capacity` entries, which is more than `count`; the key's bytes
        // outlive the call.
        let entry = unsafe frame.value.memory.start! + frame.value.count * stride
        let text = unsafe Span(_unsafeStart: key.bytes, count: key.count)
        guard unsafe collector.putKey(text, at: entry) else {
            return rejectToken(.invalidKey(key.text))
        }
        frame.value.hasKeyOnly = true
        node = value
        unsafe destination = entry + valueOffset
        return true
    }

    private func growEntries(_ frame: Pinned<Frame>, _ collector: any DictionaryCollector.Type) {
        let stride = collector.entryLayout.stride
        let count = frame.value.count
        if (count + 1) * stride > frame.value.memory.size {
            // SAFETY: `count` entries are moved to memory of at least twice the size.
            unsafe frame.value.memory.grow(to: (count + 1) * stride) {
                unsafe collector.relocateEntries($0, count: count, to: $1)
            }
        }
        frame.value.capacity = frame.value.memory.size / stride
    }

    /// Makes a dictionary of the entries in the innermost frame.
    mutating func finishDictionary() -> Bool {
        let frame = frames.top
        guard let (collector, _) = frame.value.node?.value.dictionary else { return true }
        if frame.value.count == 0 { growEntries(frame, collector) }
        // SAFETY: the memory holds `count` entries, which are not touched again.
        let twice = unsafe collector.collect(
            frame.value.memory.start!, count: frame.value.count, duplicates: options.duplicateKeys,
            into: frame.value.destination!)
        frame.value.count = 0
        if let twice { return reject(.duplicateKey(twice)) }
        return close()
    }
}
