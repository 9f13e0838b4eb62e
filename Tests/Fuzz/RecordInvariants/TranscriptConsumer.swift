package import JSONRecords

/// A consumer that records the events of records, one per line, and the outcome of each record.
///
/// The first letter of a member's key determines the treatment of its value:
///
/// | letter | treatment |
/// | --- | --- |
/// | `s` | an array or object is skipped |
/// | `t` | an array or object is received as text |
/// | `m` | a scalar is suppressed, an array or object is skipped |
/// | `q` | the consumer asks for the token and the location of all scalars in the value |
/// | `r` | the record is rejected at the first scalar in the value |
/// | `x` | the import ends at the first scalar in the value |
@safe
package final class TranscriptConsumer: RecordConsumer {
    private let memory: ConsumerMemory<TranscriptState>
    private let behavior: ConsumerBehavior

    package init(_ behavior: ConsumerBehavior = ConsumerBehavior()) {
        self.behavior = behavior
        memory = ConsumerMemory { TranscriptState($0, behavior) }
    }

    deinit {
        memory.free()
    }

    private var state: Pinned<TranscriptState> { memory.state }

    package var lines: [String] { state.value.lines.map(\.text) }
    package var events: Pinned<EventTable> { unsafe Self.events }
    package var context: Pinned<EventContext> { memory.context }
    package var takesObjectsOnly: Bool { behavior.takesObjectsOnly }
    package var path: [JSONPath.Component] { state.value.path }

    package func recordCompleted(_ record: borrowing CompletedRecord) throws {
        state.value.append(
            "record \(record.number) at \(record.range): \(record.text?.debugDescription ?? "no text")")
        state.value.recordEnds()
        if behavior.records == .throwsAtThird, record.number == 3 { throw TestError() }
    }

    package func recordSkipped(_ record: borrowing CompletedRecord) {
        state.value.append("record \(record.number) is skipped")
    }

    package func recordDiscarded() {
        if state.value.isInRecord { state.value.append("discarded") }
        state.value.recordEnds()
    }

    package func windowWillSlide() {
        for index in state.value.open.indices {
            guard let offset = state.value.open[index].offset, state.value.open[index].location == nil else {
                continue
            }
            state.value.open[index].location = EventContext.reader(context).location(of: offset)
        }
    }
}

extension TranscriptConsumer: RecordCollector {
    package var consumer: any RecordConsumer { self }
    package func takeBatch() -> [TranscriptLine] { state.value.takeLines() }
}

// MARK: - Events

extension TranscriptConsumer {
    // SAFETY: the tokenizer passes the address of the context in the consumer's memory, and keeps the bytes valid for
    // the call. Each function copies the bytes. No code writes to the table.
    private nonisolated(unsafe) static let events = unsafe Pinned(
        EventTable(
            null: { unsafe scalar($0, "null") },
            bool: { unsafe scalar($0, $1 != 0 ? "true" : "false") },
            number: { address, bytes, count in
                let digits = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
                return unsafe scalar(address, String(decoding: digits, as: UTF8.self))
            },
            string: { address, bytes, count in
                unsafe EventContext.withText(address, bytes, count) { text in
                    unsafe scalar(address, String(decoding: text, as: UTF8.self).debugDescription)
                }
            },
            objectStart: { unsafe start($0, isArray: false) },
            key: { address, bytes, count in
                unsafe EventContext.withText(address, bytes, count) { text in
                    unsafe key(address, String(decoding: text, as: UTF8.self))
                }
            },
            objectEnd: { unsafe end($0) },
            arrayStart: { unsafe start($0, isArray: true) },
            arrayEnd: { unsafe end($0) },
            rawText: { address, bytes, count in
                let text = unsafe UnsafeBufferPointer(start: bytes, count: count)
                unsafe state(address).value.appendEvent(
                    "text " + String(decoding: text, as: UTF8.self).debugDescription)
                return unsafe valueEnds(address, isScalar: false)
            }))

    private static func state(_ address: UnsafeMutableRawPointer?) -> Pinned<TranscriptState> {
        unsafe ConsumerMemory<TranscriptState>.state(address)
    }

    private static func key(_ address: UnsafeMutableRawPointer?, _ key: String) -> Int32 {
        let (context, state) = unsafe (EventContext.context(address), state(address))
        state.value.key(key)
        context.value.suppressScalars(state.value.action == .suppressScalars || state.value.suppressesScalars)
        return 1
    }

    private static func scalar(_ address: UnsafeMutableRawPointer?, _ text: String) -> Int32 {
        let (context, state) = unsafe (EventContext.context(address), state(address))
        let reader = EventContext.reader(context)
        state.value.appendEvent(text)
        switch state.value.action {
        case .ask:
            let location = reader.currentLocation()?.description ?? "no location"
            state.value.appendEvent("token \(reader.tokenText) at \(location)")
        case .reject:
            return reader.reject(ImportError(.invalidValue, "the value is rejected: \(reader.tokenText)"))
        case .stop: return reader.stop(ImportError(.invalidTable, "the value ends the import"))
        case .receive, .skip, .takeText, .suppressScalars: break
        }
        return unsafe valueEnds(address, isScalar: true)
    }

    private static func start(_ address: UnsafeMutableRawPointer?, isArray: Bool) -> Int32 {
        let (context, state) = unsafe (EventContext.context(address), state(address))
        guard context.value.open() else { return EventContext.reader(context).stop(context.value.tooDeep) }
        if context.value.suppressesScalars, state.value.open.last?.isArray == false {
            context.value.skip()
            state.value.valueEnds()
            return 1
        }
        switch state.value.action {
        case .skip:
            state.value.appendEvent(isArray ? "[ skipped" : "{ skipped")
            context.value.skip()
            state.value.valueEnds()
        case .takeText: context.value.skipKeepingText()
        case .receive, .suppressScalars, .ask, .reject, .stop:
            let offset =
                state.value.behavior.marksBrackets ? context.value.cursor.moveScanStartToBracket() : nil
            state.value.start(isArray: isArray, offset: offset)
            if state.value.suppressesScalars { context.value.suppressScalars(true) }
        }
        return 1
    }

    private static func end(_ address: UnsafeMutableRawPointer?) -> Int32 {
        let (context, state) = unsafe (EventContext.context(address), state(address))
        context.value.depth -= 1
        let ended = state.value.end()
        if let offset = ended.offset {
            let location = ended.location ?? EventContext.reader(context).location(of: offset)
            state.value.appendEvent("from \(location?.description ?? "no location")")
        }
        context.value.suppressScalars(state.value.suppressesScalars)
        return unsafe valueEnds(address, isScalar: false)
    }

    /// Counts a nested value as an element. Completes or rejects the record after a value that is not nested.
    private static func valueEnds(_ address: UnsafeMutableRawPointer?, isScalar: Bool) -> Int32 {
        let (context, state) = unsafe (EventContext.context(address), state(address))
        guard state.value.open.isEmpty else {
            state.value.valueEnds()
            return 1
        }
        let reader = EventContext.reader(context)
        guard state.value.behavior.records == .rejectsThird, reader.recordNumber % 3 == 0 else {
            return reader.recordCompleted(isScalar: isScalar)
        }
        return reader.reject(ImportError(.rejectedByModel, "each third record is rejected"))
    }
}
