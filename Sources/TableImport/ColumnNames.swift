internal import SQLiteSupport

/// The names of a table's columns. SQLite treats `id` and `ID` as the same name.
struct ColumnNames {
    /// The indices of the columns by name, with ASCII letters in lowercase.
    private var indices: [[UInt8]: Int32] = [:]
    /// The reserved names, by name with ASCII letters in lowercase.
    private var reserved: [[UInt8]: String] = [:]
    /// The names that no key gets, with ASCII letters in lowercase: that of the column for the members without a column of
    /// their own, and those of the columns that link a child table to its table.
    private var taken: Set<[UInt8]>

    init(rest: String?) {
        taken = Set([rest?.lowercasedASCII].compactMap(\.self))
    }

    /// Lets no key have the column with a name.
    mutating func take(_ name: String) {
        indices[name.lowercasedASCII] = nil
        taken.insert(name.lowercasedASCII)
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
        if indices[columnName] != nil || taken.contains(columnName) { return true }
        return reserved[columnName].map { !$0.utf8.elementsEqual(key.utf8) } ?? false
    }
}
