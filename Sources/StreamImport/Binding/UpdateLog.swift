/// The changes that a record has made to shared objects, which are undone if the record is rejected.
struct UpdateLog {
    /// A field of an object that is being read.
    struct Field: Hashable {
        /// The index of the frame of the model's object.
        let frame: Int
        /// The index of the field's state.
        let index: Int
    }

    private struct Change {
        let undo: () throws -> Void
        /// The fields whose values had made no change before.
        let fields: [Field]
    }

    private var changes: [Change] = []
    /// The index of the first change that the value of each field has made. The value may belong to an earlier object
    /// with the same frame.
    private var firstChanges: [Field: Int] = [:]
    /// The first error of a change that could not be undone.
    private var error: (any Error)?

    /// The number of changes. The binder reads this property at every opening bracket.
    var count: Int { changes.count }

    /// Adds a change that was made.
    ///
    /// - Parameters:
    ///   - fields: the fields whose values are being read, and how many changes there were when the object of each began.
    ///   - undo: undoes the change.
    mutating func add(by fields: [(field: Field, start: Int)], undo: @escaping () throws -> Void) {
        let unchanged = fields.filter { firstChange(by: $0.field, after: $0.start) == nil }.map(\.field)
        for field in unchanged { firstChanges[field] = count }
        changes.append(Change(undo: undo, fields: unchanged))
    }

    /// Returns the index of the first change that the value of a field has made; `nil` if it has made none.
    ///
    /// - Parameter start: the number of changes when the field's object began.
    func firstChange(by field: Field, after start: Int) -> Int? {
        firstChanges[field].flatMap { $0 < start ? nil : $0 }
    }

    /// Commits the changes of the record.
    ///
    /// - Throws: the first error of a change that could not be undone. In that case, all other changes are undone.
    mutating func commit() throws {
        if error != nil { rollBack(to: 0) }
        forgetRecord()
        try throwError()
    }

    /// Undoes all changes of the record.
    mutating func rollBackRecord() {
        rollBack(to: 0)
        forgetRecord()
    }

    /// Undoes and removes all changes but the first `count`, in reverse order.
    mutating func rollBack(to count: Int) {
        while self.count > count {
            let change = changes.removeLast()
            for field in change.fields { firstChanges[field] = nil }
            do {
                try change.undo()
            } catch {
                self.error = self.error ?? error
            }
        }
    }

    /// Throws the first error of a change that could not be undone, and clears it.
    mutating func throwError() throws {
        guard let error else { return }
        self.error = nil
        throw error
    }

    private mutating func forgetRecord() {
        guard changes.capacity > 0 else { return }
        // The memory of a record with many changes is not kept for the next one.
        let keepsMemory = changes.capacity <= 1000
        changes.removeAll(keepingCapacity: keepsMemory)
        firstChanges.removeAll(keepingCapacity: keepsMemory)
    }
}
