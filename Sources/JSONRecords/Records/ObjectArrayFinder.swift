/// A consumer that finds the arrays of objects in an envelope: in the outermost object, and in objects in objects. It counts
/// their objects, and skips these at the speed of the parser.
///
/// The counts of all records are added up.
@safe
final class ObjectArrayFinder: RecordConsumer {
    /// Arrays, each with the number of its objects.
    private struct Counts {
        private(set) var arrays: [RecordArray] = []
        /// Those that have elements that are neither objects nor null.
        private(set) var mixed: Set<JSONPath> = []
        /// The indices in ``arrays``.
        private var indices: [JSONPath: Int] = [:]
        /// The number of arrays that are not listed.
        private(set) var omittedCount = 0

        mutating func add(_ array: RecordArray, isMixed: Bool) {
            // Arrays with the same key are read one after another.
            if let index = indices[array.path] {
                arrays[index].objects += array.objects
            } else if arrays.count < ObjectArrayFinder.maximumArrayCount {
                indices[array.path] = arrays.count
                arrays.append(array)
            } else {
                omittedCount += 1
                return
            }
            if isMixed { mixed.insert(array.path) }
        }

        mutating func add(_ other: Counts) {
            for array in other.arrays { add(array, isMixed: other.mixed.contains(array.path)) }
            omittedCount += other.omittedCount
        }
    }

    private struct State {
        /// The keys of the open objects, outermost first; `nil` for the outermost object.
        var keys: [String?] = []
        /// The current key of the innermost object.
        var key: String?
        /// The number of objects in the open array; `nil` if no array is open.
        var objectCount: Int?
        /// Whether the open array has elements that are neither objects nor null.
        var hasOtherElements = false
        var record = Counts()
        /// The arrays of all complete records.
        var all = Counts()

        /// Whether an array or object of the record is open.
        var isOpen: Bool { !keys.isEmpty || objectCount != nil }

        var path: [JSONPath.Component] { (keys + [key]).compactMap(\.self).map { .key($0) } }

        mutating func addArray() {
            defer { objectCount = nil }
            // An array that is a record is not in an envelope.
            guard let objectCount, objectCount > 0, !keys.isEmpty else { return }
            record.add(RecordArray(path: JSONPath(path), objects: objectCount), isMixed: hasOtherElements)
        }

        mutating func completeRecord() {
            all.add(record)
            record = Counts()
        }

        mutating func discardRecord() { (keys, key, objectCount, record) = ([], nil, nil, Counts()) }
    }

    private static let maximumArrayCount = 1_000

    private let memory = ConsumerMemory { _ in State() }

    deinit {
        memory.free()
    }

    private var state: Pinned<State> { memory.state }

    /// The arrays in the order of the text.
    var arrays: [RecordArray] { state.value.all.arrays }
    /// Those whose elements are objects or null.
    var arraysOfRecords: [RecordArray] { arrays.filter { !state.value.all.mixed.contains($0.path) } }
    var omittedCount: Int { state.value.all.omittedCount }

    var events: Pinned<EventTable> { Self.events }
    var context: Pinned<EventContext> { memory.context }
    var path: [JSONPath.Component] { state.value.path }

    func recordCompleted(_ record: borrowing CompletedRecord) { state.value.completeRecord() }
    func recordDiscarded() { state.value.discardRecord() }
}

// MARK: - Events

// SAFETY, of all callbacks: The parser passes the address of the context in the finder's memory. It lends the bytes until the
// callback returns, and the callback copies them. Nothing writes to the event table.
extension ObjectArrayFinder {
    @safe private nonisolated(unsafe) static let events = unsafe Pinned(
        EventTable(
            null: { unsafe valueEnds($0, isScalar: true) },
            bool: { address, _ in unsafe scalar(address) },
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
                    (state.value.objectCount, state.value.hasOtherElements) = (0, false)
                } else {
                    state.value.hasOtherElements = true
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

    private static func end(_ address: UnsafeMutableRawPointer?) -> Int32 {
        unsafe EventContext.context(address).value.depth -= 1
        return unsafe valueEnds(address, isScalar: false)
    }

    private static func scalar(_ address: UnsafeMutableRawPointer?) -> Int32 {
        unsafe state(address).value.hasOtherElements = true
        return unsafe valueEnds(address, isScalar: true)
    }

    /// Ends a value. Ends the record if the value is the record itself.
    private static func valueEnds(_ address: UnsafeMutableRawPointer?, isScalar: Bool) -> Int32 {
        guard unsafe !state(address).value.isOpen else { return 1 }
        return unsafe EventContext.reader(EventContext.context(address)).recordCompleted(isScalar: isScalar)
    }
}
