/// Values that keep their JSON text.
extension ModelBinder {
    /// Whether the value of the current event comes from JSON text.
    var hasText: Bool {
        // Without a replay, the first member of an object is being read from its text.
        replays.isRunning ? replays.current?.isFromText != false : context.value.cursor.parser != nil
    }

    /// Reads the text of the array or object whose opening bracket was just counted.
    ///
    /// - Parameter other: the node to use if the value does not come from JSON text.
    mutating func startText(isArray: Bool, _ node: Pinned<ValueNode>, else other: Pinned<ValueNode>)
        -> EventResult
    {
        guard hasText else { return isArray ? startArrayOutOfLine(other) : startObjectOutOfLine(other) }
        self.node = node
        guard let top = replays.top else {
            context.value.skipKeepingText()
            return .continue
        }
        let start = top.next - 1
        let end = replays.tape.end(ofValueAt: start)
        replays.jump(to: end)
        context.value.depth -= 1
        // SAFETY: the window holds the text of the events on the tape.
        return unsafe storeText(
            text(in: replays.tape[start].end - 1..<replays.tape[end - 1].end), node, isScalar: false)
    }

    /// Receives the text of the array or object that was skipped.
    mutating func skippedText(_ text: UnsafeBufferPointer<UInt8>) -> EventResult {
        guard let node else { preconditionFailure("no value is prepared for the text") }
        // SAFETY: the caller lends the text for the call.
        return unsafe storeText(text, node, isScalar: false)
    }

    /// Stores the text of the string, number or bool that is being reported.
    mutating func storeTokenText(_ node: Pinned<ValueNode>) -> EventResult {
        // SAFETY: the window holds the text of the current token.
        unsafe storeText(textOfToken, node, isScalar: true)
    }

    /// The text of the string, number or bool that is being reported.
    var textOfToken: UnsafeBufferPointer<UInt8> {
        // SAFETY: the window holds the text of the current token.
        unsafe text(in: context.value.source.tokenStart..<context.value.cursor.tokenEnd)
    }

    /// Returns the text between two offsets.
    private func text(in range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        let cursor = context.value.cursor
        // SAFETY: the window holds the current token. While events of the value are on the tape, `retainedValue` keeps
        // the text of the value in the window.
        let start = unsafe UnsafePointer<UInt8>(
            bitPattern: cursor.windowAddress + UInt(range.lowerBound - cursor.base))
        return unsafe UnsafeBufferPointer(start: start, count: range.count)
    }

    private mutating func storeText(
        _ text: UnsafeBufferPointer<UInt8>, _ node: Pinned<ValueNode>, isScalar: Bool
    ) -> EventResult {
        // SAFETY: the destination has room for a value of the node's type: a text, or an optional of it.
        unsafe destination!.initializeMemory(as: JSONText.self, to: JSONText(checked: Array(text)))
        if node.value.wrapped != nil { unsafe node.wrap(at: destination!) }
        return valueStored(isScalar: isScalar)
    }
}
