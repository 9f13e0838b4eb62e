/// Objects that become dictionaries.
extension Binder {
    /// Stores the key of the next entry.
    mutating func entryKey(_ key: KeyText) -> Bool {
        let frame = frames.top
        guard let (collector, value) = frame.value.node?.value.dictionary else { return true }
        guard let place = unsafe frame.value.entries.add(key, collector) else {
            return rejectToken(.invalidKey(key.text))
        }
        node = value.value.type == DynamicValue.self ? nodes.modelNode(under: key) ?? value : value
        unsafe destination = place
        return true
    }

    /// Makes a dictionary of the entries in the innermost frame.
    mutating func finishDictionary() -> Bool {
        let frame = frames.top
        guard let (collector, _) = frame.value.node?.value.dictionary else { return true }
        // SAFETY: the destination has room for the dictionary.
        let twice = unsafe frame.value.entries.collect(
            collector, duplicates: options.duplicateKeys, into: frame.value.destination!)
        if let twice { return reject(.duplicateKey(twice)) }
        return close()
    }
}
