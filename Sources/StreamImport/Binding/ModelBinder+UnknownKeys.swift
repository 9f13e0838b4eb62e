/// Unknown keys: keys that no field has.
extension ModelBinder {
    /// Receives a key that no field has. Its value is skipped.
    @inline(never)
    mutating func unknownKey(_ spelling: Pinned<KeyTable.Spelling>, _ key: KeyText) -> EventResult {
        context.value.suppressScalars(true)
        return unknownMember(spelling, key)
    }

    /// Ignores, reports or rejects a key that no field has, as ``ImportOptions/unknownKeys`` says.
    ///
    /// The key is named by its path from the object of the model, which may be outside of the object.
    mutating func unknownMember(_ spelling: Pinned<KeyTable.Spelling>, _ key: KeyText) -> EventResult {
        guard !spelling.value.isIgnored, options.unknownKeys != .ignore else { return .continue }
        let model = modelFrame
        let (type, path) = (frames[model].value.object?.value.modelName ?? "", path(of: key, from: model))
        // Until the instance is identified, the key may be one of a subclass.
        guard !ignoresKeyError() else { return .continue }
        switch options.unknownKeys {
        case .ignore: return .continue
        case .report:
            guard !restartsInKeyOrder else { return .restarted }
            // In a search for a case, the report is discarded if the case does not fit.
            if spelling.value.isRemembered, !replays.firstFits.isSearching { spelling.value.isIgnored = true }
            summary.reportedUnknownKeys.add(
                path.relativeDescription, type: type, limit: options.maximumListedUnknownKeys
            ) { context.value.source.currentLocation() }
            return .continue
        case .rejectRecord:
            let name = path.components.onlyKey ?? path.relativeDescription
            return rejectToken(
                .unknownKey(name, type: type).with(path: self.path(upTo: frames.last, [.key(key.text)])))
        }
    }

    /// Returns the path of a key from the object of the model in a frame.
    private func path(of key: KeyText, from model: Int) -> JSONPath {
        var path: [JSONPath.Component] = []
        appendComponents(from: model, upTo: frames.last, to: &path)
        return JSONPath(path + [.key(key.text)])
    }

    /// The index of the frame of the innermost object that becomes a model.
    var modelFrame: Int { modelFrame(enclosing: frames.last) }

    /// Returns the index of the frame of the innermost object that becomes a model, among the frames up to an index.
    func modelFrame(enclosing last: Int) -> Int {
        var index = last
        // SAFETY: the plan is only compared with `nil`.
        while unsafe frames[index].value.kind != .object || frames[index].value.object?.value.plan == nil {
            index -= 1
        }
        return index
    }

    /// Ignores an error in a key if the object is read only to identify its instance. Returns whether the error is
    /// ignored.
    mutating func ignoresKeyError() -> Bool {
        guard updates?.identifyingFrame != nil else { return false }
        updates?.markIncomplete()
        return true
    }
}
