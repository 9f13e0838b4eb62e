/// A receiver of records, event by event: brackets, keys and scalars, by the callbacks in ``events``.
///
/// A consumer sees one record at a time. It never sees chunks, lines or the envelope. Its callbacks count brackets in
/// the context. When a record is complete or has an error, the callback reports this to the context's reader as its
/// last action, and returns the reader's result. The reader in turn tells the consumer the outcome of the record.
package protocol RecordConsumer: AnyObject {
    /// The callbacks for the events of a record.
    var events: Pinned<EventTable> { get }

    /// The context, which is passed to each callback of ``events``; see ``ConsumerMemory``. Valid during the consumer's
    /// lifetime.
    var context: Pinned<EventContext> { get }

    /// Whether the reader rejects records that are not objects, without sending an event.
    var takesObjectsOnly: Bool { get }

    /// Whether a null in place of the array of records is a record. Otherwise, there are no records.
    var takesNullAtPath: Bool { get }

    /// The path of the current value, from the record's root.
    var path: [JSONPath.Component] { get }

    /// Receives the beginning of the text, after the first byte other than white space was read.
    ///
    /// - Throws: an error that ends the import.
    func readingBegan() throws

    /// Receives the number of the path of the next records, if it is not that of the last records. A reader begins with
    /// path 0.
    func select(path: Int)

    /// Receives the completion of the record whose events came last. The record was not rejected.
    ///
    /// - Throws: an error that ends the import, and is rethrown unchanged.
    func recordCompleted(_ record: borrowing CompletedRecord) throws

    /// Receives an enclosing value that stands after records.
    ///
    /// - Parameter text: the value as JSON text.
    /// - Returns: whether the consumer takes the value. If not, the import ends with an error.
    /// - Throws: an error that ends the import, and is rethrown unchanged.
    func enclosingValueFollows(_ value: FollowingValue, _ text: Span<UInt8>) throws -> Bool

    /// Receives the completion of a record that was skipped without an event.
    ///
    /// - Throws: an error that ends the import, and is rethrown unchanged.
    func recordSkipped(_ record: borrowing CompletedRecord) throws

    /// Discards all events since the last complete record: the reader rejected the record, or stopped within it.
    ///
    /// - Throws: an error that ends the import.
    func recordDiscarded() throws

    /// Prepares for the removal of parsed text from the window: the last chance to ask for locations in that text.
    func windowWillSlide()
}

extension RecordConsumer {
    package var takesObjectsOnly: Bool { false }
    package var takesNullAtPath: Bool { false }
    package func readingBegan() {}
    package func select(path: Int) {}
    package func enclosingValueFollows(_ value: FollowingValue, _ text: Span<UInt8>) throws -> Bool { false }
    package func recordSkipped(_ record: borrowing CompletedRecord) throws {}
    package func windowWillSlide() {}
}

/// A complete record that was not rejected, as its consumer receives it.
@safe
package struct CompletedRecord: ~Copyable {
    // SAFETY: the record exists only during the reader's call to its consumer, so the reader outlives it.
    @safe unowned(unsafe) let reader: RecordReader
    let start: Int?
    let end: Int?

    /// The record's number, counted from 1; rejected records are counted too.
    package var number: Int { reader.recordNumber }

    /// The record's range in the text, in bytes.
    package var range: Range<Int> { reader.range(from: start, to: end) }

    /// The record's text; `nil` if ``ReadOptions/rejectedTexts`` discards the texts of records.
    package var text: String? { reader.retainedText(range) }
}

/// The memory whose address a parser passes to its callbacks: an event context, followed by the state of a consumer.
///
/// Callbacks find both by one address, but the context and the state are separate values: a method of the state may
/// access the context without an overlapping access to the state.
@safe
@usableFromInline
package struct ConsumerMemory<State> {
    @usableFromInline package let context: Pinned<EventContext>

    /// Creates a context, and a state that may refer to it.
    package init(_ makeState: (Pinned<EventContext>) -> State) {
        let alignment = max(MemoryLayout<EventContext>.alignment, MemoryLayout<State>.alignment)
        // SAFETY: both parts are initialized here; `free()` deinitializes and frees them.
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: Self.offset + MemoryLayout<State>.size, alignment: alignment)
        unsafe context = Pinned(memory.initializeMemory(as: EventContext.self, to: EventContext()))
        unsafe (memory + Self.offset).initializeMemory(as: State.self, to: makeState(context))
    }

    /// The offset of the state from the context, in bytes.
    @inlinable
    package static var offset: Int {
        let alignment = MemoryLayout<State>.alignment
        return (MemoryLayout<EventContext>.size + alignment - 1) / alignment * alignment
    }

    /// Returns the state of a consumer, given the address of its context, which the parser passes to callbacks.
    @inlinable
    package static func state(_ address: UnsafeMutableRawPointer?) -> Pinned<State> {
        // SAFETY: the address is that of the context in a `ConsumerMemory`, which its owner frees after the last event.
        // Skipping the check for `nil`, here and in `EventContext.withReader`, saves 0.4% of the instructions (people).
        unsafe Pinned((address.unsafelyUnwrapped + offset).assumingMemoryBound(to: State.self))
    }

    @inlinable
    package var state: Pinned<State> {
        // SAFETY: the context is the one in this memory.
        unsafe Self.state(UnsafeMutableRawPointer(context.pointer))
    }

    /// Deinitializes the state and frees the memory. Called once, by the owner, after the last event.
    package func free() {
        state.deinitialize()
        context.deinitialize()
        // SAFETY: `init` has allocated the memory, and the owner calls this function once.
        unsafe UnsafeMutableRawPointer(context.pointer).deallocate()
    }
}
