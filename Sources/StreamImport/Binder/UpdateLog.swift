/// How to take back what a record has changed in what is shared, should it be rejected.
struct UpdateLog {
    private var undos: [() -> Void] = []

    var count: Int { undos.count }

    mutating func add(_ undo: @escaping () -> Void) { undos.append(undo) }

    /// Keeps what was changed.
    mutating func commit() {
        if !undos.isEmpty { undos.removeAll(keepingCapacity: true) }
    }

    /// Takes back all changes but the first `count`, the last one first.
    mutating func rollBack(to count: Int = 0) {
        while undos.count > count { undos.removeLast()() }
    }
}
