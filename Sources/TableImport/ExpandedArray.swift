internal import JSONRecords

/// An array in the records whose elements become rows of a child table, instead of JSON in a column.
package struct ExpandedArray: Equatable, Sendable {
    /// The keys that lead to the array: one key of the record, or several through objects.
    package let path: [String]

    package init(path: [String]) {
        self.path = path
    }

    /// The path as an argument of the program.
    package var argument: String { JSONPath(path.map { .key($0) }).argument }

    /// The part of the child table's name after the name of the table.
    package var name: String { Column.name(of: path) }

    /// Returns the name of the child table of a table.
    package func childTable(of table: String) -> String { "\(table)_\(name)" }

    /// Returns whether the array is the value at a path, or is nested in it. The keys are compared byte by byte.
    package func isInside(_ keys: [String]) -> Bool {
        path.count >= keys.count && zip(path, keys).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }
}
