/// Objects that become dictionaries.
extension ModelBinder {
    /// Stores the key of the next member.
    mutating func dictionaryKey(_ key: KeyText) -> EventResult {
        let frame = frames.top
        guard let (collector, value) = frame.value.node?.value.dictionary else {
            preconditionFailure("a dictionary member has no collector")
        }
        if let scalarKey = frame.value.node?.value.scalarKey { return self.scalarKey(key, scalarKey) }
        // SAFETY: the address has room for a value until the next member is added.
        guard let address = unsafe frame.value.members.add(key, collector) else {
            return rejectToken(.invalidKey(key.text))
        }
        node = value.value.type == DynamicValue.self ? plan.modelNode(under: key) ?? value : value
        unsafe destination = address
        return .continue
    }

    /// Makes a dictionary from the members in the innermost frame.
    mutating func finishDictionary() -> EventResult {
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
        let (frame, context) = (frames.top, context)
        summary.reportedEquivalentKeys.add(key, type: type, limit: options.maximumListedUnknownKeys) {
            frame.value.location ?? context.value.source.location(of: frame.value.offset)
        }
    }
}

/// Dictionaries whose keys are scalars. They are made from objects, and from arrays of keys and values in turn.
extension ModelBinder {
    /// Stores the key of the next member: a string, or a number that is spelled as a key.
    private mutating func scalarKey(_ key: KeyText, _ node: Pinned<ValueNode>) -> EventResult {
        prepareForKey()
        let text = unsafe Span(_unsafeStart: key.bytes, count: key.count)
        for kind in [ImportToken.Kind.string, .number] {
            let token = ImportToken(kind: kind, bytes: text, policies: node.value.policies)
            // SAFETY: the destination has room for a key. The caller keeps the key's bytes alive for the call.
            guard (try? unsafe node.value.scalar?._store(token, at: destination!)) != nil else { continue }
            partOfPairStored()
            return .continue
        }
        return rejectToken(.invalidKey(key.text))
    }

    /// Starts an array of keys and values in turn.
    mutating func startPairs(_ node: Pinned<ValueNode>) -> EventResult {
        open(.pairs, node)
        frames.top.value.members.start()
        prepareForKey()
        return .continue
    }

    mutating func finishPairs() -> EventResult {
        frames.top.value.members.hasKeyOnly ? rejectObject(.keyWithoutValue()) : finishDictionary()
    }

    private mutating func prepareForKey() {
        let frame = frames.top
        guard let (collector, _) = frame.value.node?.value.dictionary else {
            preconditionFailure("the keys have no collector")
        }
        node = frame.value.node?.value.scalarKey
        // SAFETY: the address has room for a key until the member is complete.
        unsafe destination = frame.value.members.addKey(collector)
    }

    /// Receives a key, or a value of an array of keys and values in turn.
    mutating func partOfPairStored() {
        let frame = frames.top
        guard !frame.value.members.hasKeyOnly, let (collector, value) = frame.value.node?.value.dictionary
        else {
            frame.value.members.valueAdded()
            return prepareForKey()
        }
        node = value
        // SAFETY: the address has room for a value until the next member is added.
        unsafe destination = frame.value.members.keyAdded(collector)
    }
}
