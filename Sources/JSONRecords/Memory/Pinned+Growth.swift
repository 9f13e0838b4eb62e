extension Pinned {
    /// Moves the first `count` values into memory with room for `capacity`, and frees this memory.
    @inlinable
    package func moved(_ count: Int, capacity: Int) -> Pinned {
        let larger = Pinned(capacity: capacity)
        // SAFETY: the caller owns both pieces of memory, of which the larger one has room for `count` values and the other
        // has as many. It does not use the latter again.
        unsafe larger.pointer.moveInitialize(from: pointer, count: count)
        unsafe pointer.deallocate()
        return larger
    }
}
