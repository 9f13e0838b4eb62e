internal import JSONRecords

/// An array in the records, or in the elements of another expanded array, whose elements become rows of a child table, instead
/// of JSON in a column.
package struct ExpandedArray: Equatable, Sendable {
    /// The keys that lead to the array: one key of the record, or several through objects.
    package let path: [String]

    package init(path: [String]) {
        self.path = path
    }

    package var argument: String { JSONPath(path.map { .key($0) }).argument }

    /// The part of the child table's name after the name of the table.
    package var name: String { Column.name(of: path) }

    package func childTable(of table: String) -> String { "\(table)_\(name)" }

    /// Returns the array with its path from an element of an array around it.
    func inElement(of outer: ExpandedArray) -> ExpandedArray {
        ExpandedArray(path: Array(path.dropFirst(outer.path.count)))
    }

    /// Returns whether the array is the value at a path, or is nested in it. The keys are compared byte by byte.
    package func isInside(_ keys: [String]) -> Bool {
        path.count >= keys.count && zip(path, keys).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }
}

/// The expanded arrays of an import, in the order of their paths. The number of an array is its index.
extension [ExpandedArray] {
    /// Returns the numbers of the arrays whose elements an array is in, from the outermost one.
    package func numbers(around number: Int) -> [Int] {
        indices.filter { $0 != number && self[number].isInside(self[$0].path) }
    }

    /// Returns the numbers of the arrays in the elements of an array, at any depth.
    func numbers(inElementsOf number: Int) -> [Int] {
        indices.filter { $0 != number && self[$0].isInside(self[number].path) }
    }

    /// Returns the arrays in the elements of an array, or in the records for `nil`, that are in no further array. Their paths
    /// begin at the element or the record.
    func directlyIn(_ outer: Int?) -> [Int: ExpandedArray] {
        var arrays: [Int: ExpandedArray] = [:]
        for number in indices where numbers(around: number).last == outer {
            arrays[number] = outer.map { self[number].inElement(of: self[$0]) } ?? self[number]
        }
        return arrays
    }
}

/// The expanded arrays in the elements of an array, or in the records, by their numbers.
extension [Int: ExpandedArray] {
    /// Returns the parts of the value at a path that are stored because of expanded arrays.
    ///
    /// - Parameter path: the path. It is determined only if there are expanded arrays.
    func demand(for path: @autoclosure () -> [String]) -> MemberIndex.Demand {
        guard !isEmpty else { return [] }
        let path = path()
        let inside = values.filter { $0.isInside(path) }
        guard !inside.isEmpty else { return [] }
        return inside.contains { $0.path.count == path.count } ? .rows : .members
    }

    func number(of path: [String]) -> Int? {
        first { $1.path.count == path.count && $1.isInside(path) }?.key
    }

    /// Returns the numbers of the expanded arrays at a path, or nested in its value.
    ///
    /// - Parameter path: the path. It is determined only if there are expanded arrays.
    func numbers(inside path: @autoclosure () -> [String]) -> [Int] {
        guard !isEmpty else { return [] }
        let path = path()
        return filter { $1.isInside(path) }.map(\.key)
    }
}
