/// Objects that become dictionaries.
extension ModelBinder {
    /// Stores the key of the next member.
    mutating func dictionaryKey(_ key: KeyText) -> Bool {
        let frame = frames.top
        guard let (collector, value) = frame.value.node?.value.dictionary else {
            preconditionFailure("a dictionary member has no collector")
        }
        // SAFETY: the address has room for a value until the next member is added.
        guard let address = unsafe frame.value.members.add(key, collector) else {
            return rejectToken(.invalidKey(key.text))
        }
        node = value.value.type == DynamicValue.self ? plan.modelNode(under: key) ?? value : value
        unsafe destination = address
        return true
    }

    /// Makes a dictionary from the members in the innermost frame.
    mutating func finishDictionary() -> Bool {
        let frame = frames.top
        guard let (collector, _) = frame.value.node?.value.dictionary else {
            preconditionFailure("the dictionary has no collector")
        }
        // SAFETY: the destination has room for the dictionary.
        let duplicate = unsafe frame.value.members.collect(
            collector, duplicates: options.duplicateKeys, into: frame.value.destination!
        ) { listEquivalentKey($0, type: frame.value.node?.value.modelName ?? "") }
        if let duplicate { return rejectObject(.duplicateKey(duplicate)) }
        return close()
    }

    /// Lists a key that a dictionary cannot tell from another key of the object in the innermost frame.
    mutating func listEquivalentKey(_ key: String, type: String) {
        guard options.duplicateKeys != .rejectRecord else { return }
        summary.list(
            equivalentKey: key, type: type, limit: options.maximumListedUnknownKeys, at: locationOfObject)
    }
}
