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

/// The expanded arrays of an import.
extension [ExpandedArray] {
    /// Returns the parts of the value at a path that are stored because of expanded arrays.
    ///
    /// - Parameter path: the path. It is determined only if there are expanded arrays.
    func demand(for path: @autoclosure () -> [String]) -> MemberIndex.Demand {
        guard !isEmpty else { return [] }
        let path = path()
        let inside = filter { $0.isInside(path) }
        guard !inside.isEmpty else { return [] }
        return inside.contains { $0.path.count == path.count } ? .rows : .members
    }

    /// Returns the number of the expanded array at a path.
    func number(of path: [String]) -> Int? {
        firstIndex { $0.path.count == path.count && $0.isInside(path) }
    }

    /// Returns the numbers of the expanded arrays at a path, or nested in its value.
    ///
    /// - Parameter path: the path. It is determined only if there are expanded arrays.
    func numbers(inside path: @autoclosure () -> [String]) -> [Int] {
        guard !isEmpty else { return [] }
        let path = path()
        return indices.filter { self[$0].isInside(path) }
    }
}
