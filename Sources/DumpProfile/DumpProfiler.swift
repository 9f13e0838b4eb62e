import JSONRecords

/// A consumer that profiles the values at each key path of the records, in memory bounded by ``ProfileLimits``.
@safe
package final class DumpProfiler: RecordConsumer {
    private let memory: ConsumerMemory<ProfileTree>
    private let limits: ProfileLimits
    private let collectsDistributions: Bool
    private var records = 0

    /// - Parameter collectsDistributions: whether the profile has the distributions of the values.
    package init(limits: ProfileLimits = ProfileLimits(), collectsDistributions: Bool = false) {
        (self.limits, self.collectsDistributions) = (limits, collectsDistributions)
        memory = ConsumerMemory { _ in
            ProfileTree(limits: limits, collectsDistributions: collectsDistributions)
        }
    }

    deinit {
        tree.value.free()
        memory.free()
    }

    private var tree: Pinned<ProfileTree> { memory.state }

    /// The profile of the records so far.
    package var profile: Profile {
        Profile(
            records: records, omittedMembers: tree.value.omittedMembers,
            root: tree.value.snapshot { tree.value.nodes[$0].counts },
            discriminator: tree.value.discriminator)
    }

    package var events: Pinned<EventTable> { Self.events }
    package var context: Pinned<EventContext> { memory.context }
    package var path: [JSONPath.Component] { tree.value.path }
    package func recordDiscarded() { tree.value.reset() }
    package func recordCompleted(_ record: borrowing CompletedRecord) { records += 1 }
}

/// Profiling on several threads: each profiles some parts of the dump, and the profiles of the parts are merged in the order
/// of the dump.
extension DumpProfiler: RecordCollector {
    /// A size of segments with which merging takes little of the time, in bytes.
    package static var segmentBytes: Int { 1 << 20 }

    package var consumer: any RecordConsumer { self }

    /// Returns the profiler of the records since the last call.
    package func takeBatch() -> DumpProfiler {
        let part = DumpProfiler(limits: limits, collectsDistributions: collectsDistributions)
        // A record that is not complete belongs to the next part.
        guard tree.value.depth == 0 else { return part }
        swap(&tree.value, &part.tree.value)
        swap(&records, &part.records)
        return part
    }

    /// Profiles an input, on as many threads as its options say.
    ///
    /// If a limit of the number of keys or paths is reached, the profile depends on the order of the values. One thread then
    /// profiles the input from its beginning. An input that can be read only once is profiled by one thread.
    package static func profile(
        of input: RecordInput, limits: ProfileLimits = ProfileLimits(), collectsDistributions: Bool = false
    ) throws -> Profile {
        let makeProfiler = {
            DumpProfiler(limits: limits, collectsDistributions: collectsDistributions)
        }
        if input.options.parallelism.workerCount > 1, !input.origin.isReadOnce {
            let profiler = makeProfiler()
            if try profiler.readParts(of: input, makeProfiler) { return profiler.profile }
        }
        let profiler = makeProfiler()
        try input.read(into: profiler)
        return profiler.profile
    }

    /// Profiles an input on several threads.
    ///
    /// - Returns: `false` if a limit was reached.
    private func readParts(of input: RecordInput, _ makeProfiler: @escaping () -> DumpProfiler) throws -> Bool
    {
        let reader = try input.makeParallelReader(makeProfiler)
        defer { reader.close() }
        while let batch = reader.next() {
            try reader.deliver(batch) {}
            let part = batch.outcome
            if !part.tree.value.hasReachedLimit { tree.value.append(part.tree.value) }
            guard !part.tree.value.hasReachedLimit, !tree.value.hasReachedLimit else { return false }
            records += part.records
        }
        return true
    }
}

// MARK: - Events

// SAFETY, of all callbacks: The parser passes the address of the context in the profiler's memory, and lends the bytes
// until the callback returns. Nothing writes to the event table.
extension DumpProfiler {
    @safe private nonisolated(unsafe) static let events = unsafe Pinned(
        EventTable(
            null: { unsafe scalar($0) { $0.counts.nulls += 1 } },
            bool: { address, value in unsafe scalar(address) { $0.insert(value != 0) } },
            number: { address, bytes, count in
                let digits = unsafe UnsafeRawPointer(bytes!).assumingMemoryBound(to: UInt8.self)
                return unsafe scalar(address) {
                    unsafe $0.insert(number: Span(_unsafeStart: digits, count: count))
                }
            },
            string: { address, bytes, count in
                unsafe EventContext.withText(address, bytes, count) { unsafe string(address, $0) }
            },
            objectStart: { unsafe start($0) { $0.startObject() } },
            key: { address, bytes, count in
                unsafe EventContext.withText(address, bytes, count) { key in
                    let isKept = unsafe tree(address).value.key(key.baseAddress!, key.count)
                    unsafe EventContext.context(address).value.suppressScalars(!isKept)
                    return 1
                }
            },
            objectEnd: { unsafe end($0) },
            arrayStart: { unsafe start($0) { $0.startArray() } },
            arrayEnd: { unsafe end($0) }))

    private static func tree(_ address: UnsafeMutableRawPointer?) -> Pinned<ProfileTree> {
        unsafe ConsumerMemory<ProfileTree>.state(address)
    }

    private static func scalar(
        _ address: UnsafeMutableRawPointer?, _ insert: (inout ValueProfile) -> Void
    ) -> Int32 {
        let tree = unsafe tree(address)
        let node = tree.value.beginValue()
        insert(&tree.value.nodes[node].values)
        return unsafe valueEnds(address, isScalar: true)
    }

    // Without the inlining, `inspect` takes 0.5% more instructions (people).
    @inline(__always)
    private static func string(
        _ address: UnsafeMutableRawPointer?, _ text: UnsafeBufferPointer<UInt8>
    ) -> Int32 {
        let tree = unsafe tree(address)
        let node = tree.value.beginValue()
        unsafe tree.value.nodes[node].values.insert(string: text.span)
        if tree.value.nodes[node].candidate != .none {
            unsafe tree.value.readCandidate(KeyText(text), at: node)
        }
        return unsafe valueEnds(address, isScalar: true)
    }

    /// - Parameter begin: begins the array or object, and returns whether its elements or members are profiled.
    private static func start(
        _ address: UnsafeMutableRawPointer?, _ begin: (inout ProfileTree) -> Bool
    ) -> Int32 {
        let (context, tree) = unsafe (EventContext.context(address), tree(address))
        guard context.value.open() else { return EventContext.reader(context).stop(context.value.tooDeep) }
        let isRecord = tree.value.depth == 0
        if context.value.suppressesScalars || !begin(&tree.value) {
            context.value.skip(isRecord ? .record : .value, to: context.value.depth - 1)
            if isRecord { tree.value.endRecord() }
        }
        return 1
    }

    private static func end(_ address: UnsafeMutableRawPointer?) -> Int32 {
        unsafe EventContext.context(address).value.depth -= 1
        unsafe EventContext.context(address).value.suppressScalars(false)
        let tree = unsafe tree(address)
        let frame = tree.value.end()
        if frame.isArray { tree.value.nodes[frame.node].values.insert(elementCount: frame.count) }
        return unsafe valueEnds(address, isScalar: false)
    }

    /// Ends a value. Ends the record if the value is the record itself.
    private static func valueEnds(_ address: UnsafeMutableRawPointer?, isScalar: Bool) -> Int32 {
        guard unsafe tree(address).value.depth == 0 else { return 1 }
        // Not in `recordCompleted`, which the reader may call after the batch with the record's values was taken.
        unsafe tree(address).value.endRecord()
        return unsafe EventContext.reader(EventContext.context(address)).recordCompleted(isScalar: isScalar)
    }
}
