import JSONRecords

/// A consumer that finds the arrays of objects in an envelope: in the outermost object, and in objects in objects. It counts
/// their objects, and skips these at the speed of the parser.
///
/// A record is a whole text, or a line of it.
@safe
final class ObjectArrayFinder: RecordConsumer {
    /// An array with objects.
    struct ObjectArray {
        let path: JSONPath
        var objectCount: Int
    }

    private struct State {
        /// The keys of the open objects, outermost first; `nil` for the outermost object.
        var keys: [String?] = []
        /// The current key of the innermost object.
        var key: String?
        /// The number of objects in the open array; `nil` if no array is open.
        var objectCount: Int?
        var arrays: [ObjectArray] = []
        /// The indices in ``arrays``.
        var indices: [JSONPath: Int] = [:]
        /// The number of arrays that are not listed.
        var omittedCount = 0

        /// The path of the current value.
        var path: [JSONPath.Component] { (keys + [key]).compactMap(\.self).map { .key($0) } }

        mutating func addArray() {
            defer { objectCount = nil }
            guard let objectCount, objectCount > 0 else { return }
            let path = JSONPath(path)
            // Arrays with the same key are read one after another.
            if let index = indices[path] {
                arrays[index].objectCount += objectCount
            } else if arrays.count < ObjectArrayFinder.maximumArrayCount {
                indices[path] = arrays.count
                arrays.append(ObjectArray(path: path, objectCount: objectCount))
            } else {
                omittedCount += 1
            }
        }
    }

    /// The maximum number of arrays that are listed.
    private static let maximumArrayCount = 1_000

    private let memory = ConsumerMemory { _ in State() }

    deinit {
        memory.free()
    }

    private var state: Pinned<State> { memory.state }

    /// The arrays in the order of the text.
    var arrays: [ObjectArray] { state.value.arrays }
    var omittedCount: Int { state.value.omittedCount }

    var events: Pinned<EventTable> { Self.events }
    var context: Pinned<EventContext> { memory.context }
    var path: [JSONPath.Component] { state.value.path }

    func recordCompleted(_ record: borrowing CompletedRecord) {}
    func recordDiscarded() { (state.value.keys, state.value.key, state.value.objectCount) = ([], nil, nil) }
}

// MARK: - Events

// SAFETY, of all callbacks: The parser passes the address of the context in the finder's memory. It lends the bytes until the
// callback returns, and the callback copies them. Nothing writes to the event table.
extension ObjectArrayFinder {
    @safe private nonisolated(unsafe) static let events = unsafe Pinned(
        EventTable(
            null: { unsafe scalar($0) }, bool: { address, _ in unsafe scalar(address) },
            number: { address, _, _ in unsafe scalar(address) },
            string: { address, _, _ in unsafe scalar(address) },
            objectStart: { address in
                guard unsafe isOpened(address) else { return 0 }
                let state = unsafe state(address)
                guard state.value.objectCount == nil else {
                    state.value.objectCount! += 1
                    unsafe EventContext.context(address).value.skip()
                    return 1
                }
                state.value.keys.append(state.value.key)
                state.value.key = nil
                return 1
            },
            key: { address, bytes, count in
                unsafe EventContext.withText(address, bytes, count) { key in
                    unsafe state(address).value.key = String(decoding: key, as: UTF8.self)
                    return 1
                }
            },
            objectEnd: { address in
                unsafe state(address).value.key = unsafe state(address).value.keys.removeLast()
                return unsafe end(address)
            },
            arrayStart: { address in
                guard unsafe isOpened(address) else { return 0 }
                let state = unsafe state(address)
                if state.value.objectCount == nil {
                    state.value.objectCount = 0
                } else {
                    unsafe EventContext.context(address).value.skip()
                }
                return 1
            },
            arrayEnd: { address in
                unsafe state(address).value.addArray()
                return unsafe end(address)
            }))

    private static func state(_ address: UnsafeMutableRawPointer?) -> Pinned<State> {
        unsafe ConsumerMemory<State>.state(address)
    }

    /// Counts an opening bracket. Returns `false` to stop the parser.
    private static func isOpened(_ address: UnsafeMutableRawPointer?) -> Bool {
        let context = unsafe EventContext.context(address)
        return context.value.open() || EventContext.reader(context).stop(context.value.tooDeep) != 0
    }

    /// Ends an array or object. The outermost one ends the record.
    private static func end(_ address: UnsafeMutableRawPointer?) -> Int32 {
        let context = unsafe EventContext.context(address)
        context.value.depth -= 1
        return context.value.depth > 0 ? 1 : EventContext.reader(context).recordCompleted(isScalar: false)
    }

    private static func scalar(_ address: UnsafeMutableRawPointer?) -> Int32 {
        let context = unsafe EventContext.context(address)
        return context.value.depth > 0 ? 1 : EventContext.reader(context).recordCompleted(isScalar: true)
    }
}
