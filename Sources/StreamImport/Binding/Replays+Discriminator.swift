/// The result of a search for the discriminator of an object.
enum FoundDiscriminator {
    /// The object has no discriminator, or it is null, an array or an object.
    case missing
    /// The discriminator names the case with this index. The value of the discriminator is at an index on the tape; `nil` if
    /// the case was known before.
    case known(Int, at: Int?)
    /// The discriminator has this text, which names no case. Its value is at an index on the tape.
    case unknown(String, at: Int)
    /// The object has several discriminators. Which one is first depends on the order of a dictionary, so the record must
    /// be sent in key order.
    case needsKeyOrder

    var index: Int? {
        if case .known(let index, _) = self { index } else { nil }
    }
}

/// The search for the discriminator of an object on the tape.
extension ModelBinder {
    /// Returns the first discriminator of the object whose beginning is being replayed.
    func discriminator(_ cases: Pinned<CaseNode>) -> FoundDiscriminator {
        let path = cases.value.path
        var start = replays.next - 1
        for level in path.indices {
            func isMatch(_ key: KeyText) -> Bool {
                cases.value.isDirect ? cases.value.isDiscriminator(key) : key.isSpelled(like: path[level])
            }
            guard let value = member(from: start + 1, where: isMatch) else { return .missing }
            // The dictionary is on the tape completely.
            if restartsInKeyOrder, member(from: replays.tape.end(ofValueAt: value), where: isMatch) != nil {
                return .needsKeyOrder
            }
            if level == path.count - 1 { return found(at: value, cases) }
            guard replays.tape[value].kind == .objectStart else { return .missing }
            start = value
        }
        return .missing
    }

    /// Returns the index of the value of the first member from an index on whose key fulfils a condition.
    private func member(from start: Int, where isMatch: (KeyText) -> Bool) -> Int? {
        var index = start
        while replays.tape[index].kind == .key {
            if withKeyText(of: replays.tape[index], isMatch) { return index + 1 }
            index = replays.tape.end(ofValueAt: index + 1)
        }
        return nil
    }

    /// Returns the case that the value at an index on the tape names.
    private func found(at index: Int, _ cases: Pinned<CaseNode>) -> FoundDiscriminator {
        let event = replays.tape[index]
        switch event.kind {
        case .string, .number:
            return withKeyText(of: event) { name in
                cases.value.index(of: name).map { .known($0, at: index) } ?? .unknown(name.text, at: index)
            }
        case .bool, .value: break
        case .null, .objectStart, .arrayStart, .key, .objectEnd, .arrayEnd: return .missing
        }
        guard var name = scalarText(at: index) else { return .missing }
        // SAFETY: the bytes are valid for the call.
        let found = name.withUTF8 { unsafe cases.value.index(of: KeyText($0)) }
        return found.map { .known($0, at: index) } ?? .unknown(name, at: index)
    }

    /// Returns the text of the discriminator whose value is at an index on the tape.
    func text(ofDiscriminatorAt index: Int) -> String {
        let event = replays.tape[index]
        return switch event.kind {
        case .string, .number: withKeyText(of: event) { $0.text }
        default: scalarText(at: index) ?? ""
        }
    }

    /// Returns the text of a bool or a Swift value at an index on the tape; `nil` if the value is not a scalar.
    private func scalarText(at index: Int) -> String? {
        let event = replays.tape[index]
        if event.kind == .bool { return event.start == 1 ? "true" : "false" }
        return AnyValueCasts.scalarText(replays.tape.value(of: event))
    }

    /// Calls a function with the text of an event.
    private func withKeyText<Result>(of event: Tape.Event, _ body: (KeyText) -> Result) -> Result {
        guard event.isCopied else {
            // SAFETY: the window retains the text of recorded events.
            return unsafe body(KeyText(textInWindow(of: event), count: event.count))
        }
        // SAFETY: the tape keeps the text for the call.
        return unsafe replays.tape.withCopiedText(of: event) { unsafe body(KeyText($0)) }
    }
}
