internal import SQLiteSupport

/// What keys of rejected records would be called as columns: enough of them for a message.
struct RejectedNames {
    private(set) var all: [String] = []

    private static let maximumCount = 20

    /// - Parameter isKey: whether the name is asked for, and must not be missed.
    mutating func add(_ name: String, isKey: Bool) {
        guard isKey || all.count < Self.maximumCount else { return }
        if !all.contains(where: { $0.folded == name.folded }) { all.append(name) }
    }
}
