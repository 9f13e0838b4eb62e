import JSONRecords

/// A consumer that reports the paths of errors in records. A path leads through nested arrays to an element, or to a
/// member of the outermost object. The consumer skips values nested in a member at the speed of the parser, as an
/// import does, which stores them as JSON.
@safe
final class RecordChecker: RecordConsumer {
    private struct State {
        /// The index of the current element of each open array.
        var indices: [Int] = []
        var isInObject = false
        /// The current key of the object.
        var key: String?
    }

    private let memory = ConsumerMemory { _ in State() }

    deinit {
        memory.free()
    }

    private var state: Pinned<State> { memory.state }

    var events: Pinned<EventTable> { Self.events }
    var context: Pinned<EventContext> { memory.context }

    var path: [JSONPath.Component] {
        state.value.indices.map { .index($0) } + [state.value.key].compactMap(\.self).map { .key($0) }
    }

    func recordCompleted(_ record: borrowing CompletedRecord) {}
    func recordDiscarded() { state.value = State() }
}

extension RecordChecker: RecordCollector {
    var consumer: any RecordConsumer { self }
    func takeBatch() {}
}

extension RecordChecker {
    /// Checks a text that begins with a record.
    ///
    /// - Returns: the first error, with its path and location in the text; `nil` if there is none.
    static func firstError(in text: Span<UInt8>, _ options: ReadOptions) -> ImportError? {
        var options = options
        options.expectsOneValue = true
        do {
            _ = try TextReader(RecordChecker()).read(text, mayBeCompressed: false, options: options)
            return nil
        } catch {
            return error as? ImportError
        }
    }
}

// MARK: - Events

// SAFETY, of all callbacks: The parser passes the address of the context in the checker's memory. It lends the bytes
// until the callback returns, and the callback copies them. Nothing writes to the event table.
extension RecordChecker {
    @safe private nonisolated(unsafe) static let events = unsafe Pinned(
        EventTable(
            null: { unsafe valueEnds($0, isScalar: true) },
            bool: { address, _ in unsafe valueEnds(address, isScalar: true) },
            number: { address, _, _ in unsafe valueEnds(address, isScalar: true) },
            string: { address, bytes, count in
                unsafe EventContext.withText(address, bytes, count) { _ in
                    unsafe valueEnds(address, isScalar: true)
                }
            },
            objectStart: { unsafe start($0, isArray: false) },
            key: { address, bytes, count in
                unsafe EventContext.withText(address, bytes, count) { key in
                    unsafe state(address).value.key = String(decoding: key, as: UTF8.self)
                    return 1
                }
            },
            objectEnd: { address in
                unsafe state(address).value.isInObject = false
                unsafe state(address).value.key = nil
                unsafe EventContext.context(address).value.suppressScalars(false)
                return unsafe end(address)
            },
            arrayStart: { unsafe start($0, isArray: true) },
            arrayEnd: { address in
                unsafe state(address).value.indices.removeLast()
                return unsafe end(address)
            }))

    private static func state(_ address: UnsafeMutableRawPointer?) -> Pinned<State> {
        unsafe ConsumerMemory<State>.state(address)
    }

    private static func start(_ address: UnsafeMutableRawPointer?, isArray: Bool) -> Int32 {
        let (context, state) = unsafe (EventContext.context(address), state(address))
        guard context.value.open() else { return EventContext.reader(context).stop(context.value.tooDeep) }
        let isRecord = !state.value.isInObject && state.value.indices.isEmpty
        if isRecord, context.value.isRecordValid {
            context.value.skipRecord()
        } else if state.value.isInObject {
            context.value.skip()
        } else if isArray {
            state.value.indices.append(0)
        } else {
            state.value.isInObject = true
            // Of the scalars, only strings can make an import reject the record.
            context.value.suppressScalars(context.value.unpairedSurrogates == .replace)
        }
        return 1
    }

    private static func end(_ address: UnsafeMutableRawPointer?) -> Int32 {
        unsafe EventContext.context(address).value.depth -= 1
        return unsafe valueEnds(address, isScalar: false)
    }

    /// Ends a value: counts the element if an array is open, and ends the record otherwise.
    private static func valueEnds(_ address: UnsafeMutableRawPointer?, isScalar: Bool) -> Int32 {
        let state = unsafe state(address)
        if state.value.isInObject { return 1 }
        guard state.value.indices.isEmpty else {
            state.value.indices[state.value.indices.count - 1] += 1
            return 1
        }
        return unsafe EventContext.reader(EventContext.context(address)).recordCompleted(isScalar: isScalar)
    }
}
