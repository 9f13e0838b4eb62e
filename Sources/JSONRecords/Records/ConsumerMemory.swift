/// The memory whose address a parser passes to its callbacks: an event context, followed by the state of a consumer.
///
/// One address leads to both, but they are separate values: an access to the context while a method of the consumer's state
/// runs does not overlap with the access to that state.
@safe
@usableFromInline
package struct ConsumerMemory<State> {
    @usableFromInline package let context: Pinned<EventContext>

    /// Creates a context, and a state that may refer to it.
    package init(_ makeState: (Pinned<EventContext>) -> State) {
        let alignment = max(MemoryLayout<EventContext>.alignment, MemoryLayout<State>.alignment)
        // SAFETY: freed by `free()`; both parts are initialized here.
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

    /// Returns the state of the consumer whose context is at an address that a parser passes to a callback.
    @inlinable @inline(__always)
    package static func state(_ context: UnsafeMutableRawPointer?) -> Pinned<State> {
        // SAFETY: the address is that of the context in such memory. Skipping the check for `nil`, here and for the bytes of
        // a text, saves 4 of 50 instructions per event.
        unsafe Pinned((context.unsafelyUnwrapped + offset).assumingMemoryBound(to: State.self))
    }

    @inlinable
    package var state: Pinned<State> {
        // SAFETY: the context is the one in this memory.
        unsafe Self.state(UnsafeMutableRawPointer(context.pointer))
    }

    /// Deinitializes the state and frees the memory. Called once, by the owner, after the last event.
    package func free() {
        // SAFETY: both parts were initialized in `init`.
        unsafe state.pointer.deinitialize(count: 1)
        unsafe context.pointer.deinitialize(count: 1)
        unsafe UnsafeMutableRawPointer(context.pointer).deallocate()
    }
}
