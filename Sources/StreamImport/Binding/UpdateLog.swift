/// How to take back what a record has changed in what is shared, should it be rejected.
struct UpdateLog {
    private var undos: [() -> Void] = []

    /// How many changes there are. Asked at every bracket.
    private(set) var count = 0

    mutating func add(_ undo: @escaping () -> Void) {
        undos.append(undo)
        count += 1
    }

    /// Keeps what was changed.
    mutating func commit() {
        guard count > 0 else { return }
        undos.removeAll(keepingCapacity: true)
        count = 0
    }

    /// Takes back all changes but the first `count`, the last one first.
    mutating func rollBack(to count: Int = 0) {
        while self.count > count {
            self.count -= 1
            undos.removeLast()()
        }
    }
}
