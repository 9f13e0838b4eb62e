/// The expanded arrays of an import.
struct ExpandedArrays {
    private let arrays: [ExpandedArray]

    init(_ arrays: [ExpandedArray] = []) {
        self.arrays = arrays
    }

    /// Returns the parts of the value at a path that are stored because of expanded arrays.
    ///
    /// - Parameter path: the path. It is determined only if there are expanded arrays.
    func demand(for path: @autoclosure () -> [String]) -> MemberIndex.Demand {
        guard !arrays.isEmpty else { return [] }
        let path = path()
        let inside = arrays.filter { $0.isInside(path) }
        guard !inside.isEmpty else { return [] }
        return inside.contains { $0.path.count == path.count } ? .rows : .members
    }

    /// Returns the number of the expanded array at a path.
    func number(of path: [String]) -> Int? {
        arrays.firstIndex { $0.path.count == path.count && $0.isInside(path) }
    }

    /// Returns the numbers of the expanded arrays at a path, or nested in its value.
    ///
    /// - Parameter path: the path. It is determined only if there are expanded arrays.
    func numbers(inside path: @autoclosure () -> [String]) -> [Int] {
        guard !arrays.isEmpty else { return [] }
        let path = path()
        return arrays.indices.filter { arrays[$0].isInside(path) }
    }
}
