internal import SQLiteSupport

/// The names of a table's columns. SQLite treats `id` and `ID` as the same name.
struct ColumnNames {
    /// The indices of the columns by name, with ASCII letters in lowercase.
    private var indices: [[UInt8]: Int32] = [:]
    /// The reserved names, by name with ASCII letters in lowercase.
    private var reserved: [[UInt8]: String] = [:]
    /// The name of the column for the members without a column of their own; `nil` if there is none.
    private let rest: String?

    init(rest: String?) {
        self.rest = rest
    }

    /// The index of the column with a name.
    subscript(name: String) -> Int32? {
        get { indices[name.lowercasedASCII] }
        set { indices[name.lowercasedASCII] = newValue }
    }

    /// Reserves a name for the key with exactly this name.
    mutating func reserve(_ name: String) {
        if reserved[name.lowercasedASCII] == nil { reserved[name.lowercasedASCII] = name }
    }

    /// Returns the name, with a number if a column has this name or it is reserved for another key.
    func unused(for name: String) -> String {
        guard isUsed(name, for: name) else { return name }
        var number = 2
        while isUsed("\(name)_\(number)", for: name) { number += 1 }
        return "\(name)_\(number)"
    }

    private func isUsed(_ name: String, for key: String) -> Bool {
        let columnName = name.lowercasedASCII
        if indices[columnName] != nil || columnName == rest?.lowercasedASCII { return true }
        return reserved[columnName].map { !$0.utf8.elementsEqual(key.utf8) } ?? false
    }
}
