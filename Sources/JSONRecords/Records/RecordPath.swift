/// A path of records, and the treatment of the values that it leads to.
package struct RecordPath: Sendable {
    package let path: JSONPath
    /// Whether each value at the path is a record. If not, the elements of an array at the path are the records.
    package let takesWholeValues: Bool
    /// Whether the import fails if no value is at the path.
    package let isRequired: Bool
    /// The values around the records that belong to each of them.
    package private(set) var enclosing: [EnclosingValue]
    /// The index in the path of each wildcard.
    let wildcards: [Int]

    /// - Parameters:
    ///   - path: a path. If it ends in a wildcard, each value that it leads to is a record.
    ///   - takesWholeValues: whether an array at the path is one record.
    ///   - isRequired: whether the import fails with ``ImportError/Code/pathNotFound`` if no value is at the path.
    ///   - enclosing: the values around the records that belong to each of them; none by default.
    package init(
        _ path: JSONPath, takesWholeValues: Bool = false, isRequired: Bool = true,
        enclosing: [EnclosingValue] = []
    ) {
        self.path = path
        self.takesWholeValues = takesWholeValues || path.components.last == .wildcard
        self.isRequired = isRequired
        self.enclosing = enclosing
        wildcards = path.components.indices.filter { path.components[$0] == .wildcard }
    }

    /// Returns the path with members as enclosing values: those of them that an object around the records can have.
    package func carrying(_ members: [JSONPath]) -> RecordPath {
        guard !members.isEmpty else { return self }
        var path = self
        path.enclosing = members.map { .member($0) }
        let found = Set(path.routes.map(\.value))
        path.enclosing = found.sorted().map { path.enclosing[$0] }
        return path
    }
}
