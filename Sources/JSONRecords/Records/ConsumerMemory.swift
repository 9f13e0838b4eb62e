/// The memory that the callbacks of a parser are led to: an event context, and right after it the state of a consumer.
///
/// The two are apart, though one address leads to both: what reads and changes the context while a method of the consumer
/// runs does not touch the consumer.
@safe
@usableFromInline
package struct ConsumerMemory<State> {
    @usableFromInline package let context: Pinned<EventContext>

    /// Makes a context, and a state that may refer to it.
    package init(_ makeState: (Pinned<EventContext>) -> State) {
        let alignment = max(MemoryLayout<EventContext>.alignment, MemoryLayout<State>.alignment)
        // SAFETY: freed by `free()`; both parts are initialised here.
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: Self.offset + MemoryLayout<State>.size, alignment: alignment)
        unsafe context = Pinned(memory.initializeMemory(as: EventContext.self, to: EventContext()))
        unsafe (memory + Self.offset).initializeMemory(as: State.self, to: makeState(context))
    }

    @inlinable
    package static var offset: Int {
        let alignment = MemoryLayout<State>.alignment
        return (MemoryLayout<EventContext>.size + alignment - 1) / alignment * alignment
    }

    /// The state of the consumer whose context is at an address that a parser hands to a callback.
    @inlinable @inline(__always)
    package static func state(_ context: UnsafeMutableRawPointer?) -> Pinned<State> {
        // SAFETY: the address is that of the context of such memory. Not to ask whether there is one, here and for the bytes
        // of a text, saves 4 of 50 instructions an event.
        unsafe Pinned((context.unsafelyUnwrapped + offset).assumingMemoryBound(to: State.self))
    }

    @inlinable
    package var state: Pinned<State> {
        // SAFETY: the context is the one in this memory.
        unsafe Self.state(UnsafeMutableRawPointer(context.pointer))
    }

    /// Deinitializes the state and frees the memory. Called once, by the owner, after the last event.
    package func free() {
        // SAFETY: both parts were initialised in `init`.
        unsafe state.pointer.deinitialize(count: 1)
        unsafe context.pointer.deinitialize(count: 1)
        unsafe UnsafeMutableRawPointer(context.pointer).deallocate()
    }
}
