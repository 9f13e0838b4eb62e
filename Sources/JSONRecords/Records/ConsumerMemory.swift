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
