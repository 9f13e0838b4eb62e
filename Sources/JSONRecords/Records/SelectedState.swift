/// The states of a consumer that reads several paths, one for each path. The state of the selected path is in the memory that
/// callbacks access.
///
/// A parser passes one address to its callbacks, so the states move, which takes time only when a reader reaches another
/// path. With a reference to the state in the memory, each event of every import would follow the reference.
package struct SelectedState<State> {
    package let memory: ConsumerMemory<State>
    /// The states by the number of the path. The memory for that of the selected path is not initialized.
    private let others: PinnedArray<State>
    /// The number of the selected path.
    package private(set) var selected = 0

    /// - Parameters:
    ///   - count: the number of paths.
    ///   - makeState: creates the state for the path with a number. The state must not refer to its own address.
    package init(count: Int, makeState: (Int, Pinned<EventContext>) -> State) {
        memory = ConsumerMemory { makeState(0, $0) }
        others = PinnedArray(count: count)
        for path in 1..<count { others.pinned(path).initialize(to: makeState(path, memory.context)) }
    }

    /// The state for the path with a number, until another path is selected.
    package subscript(path: Int) -> Pinned<State> {
        path == selected ? memory.state : others.pinned(path)
    }

    /// Moves the state for a path to the memory that callbacks access. No record of another path is incomplete.
    package mutating func select(_ path: Int) {
        guard path != selected else { return }
        // The memory for the state of the selected path is not initialized; all other states are.
        memory.state.move(to: others.pinned(selected))
        others.pinned(path).move(to: memory.state)
        selected = path
    }

    /// Deinitializes the states and frees the memory. Called once, by the owner, after the last event.
    package mutating func free() {
        // Then all other states are initialized.
        select(0)
        for path in others.indices.dropFirst() { others.pinned(path).deinitialize() }
        others.free(initialized: 0)
        memory.free()
    }
}
