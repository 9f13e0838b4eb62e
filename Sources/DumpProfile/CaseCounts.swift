/// The counts at the paths of the records with one value of a candidate.
///
/// Records with the same value usually have their paths in the same order, so a search starts after the path that was
/// found last.
struct CaseCounts {
    typealias Number = ProfileNode.Number

    private struct Entry {
        var node: Number
        var counts: PathCounts
    }

    /// The number of records with the value.
    var records = 0
    private var entries: [Entry] = []
    private var indices: [Number: Int] = [:]
    /// The index of the entry that was found last.
    private var last = -1

    /// The number of paths.
    var count: Int { entries.count }

    /// The counts of the path of a node; zero if no record with the value has the path.
    subscript(node: Number) -> PathCounts { indices[node].map { entries[$0].counts } ?? PathCounts() }

    mutating func add(_ counts: PathCounts, at node: Number) {
        last += 1
        if last >= entries.count || entries[last].node != node { last = index(of: node) }
        entries[last].counts.merge(counts)
    }

    private mutating func index(of node: Number) -> Int {
        if let index = indices[node] { return index }
        indices[node] = entries.count
        entries.append(Entry(node: node, counts: PathCounts()))
        return entries.count - 1
    }

    /// Adds the counts of another tree.
    ///
    /// - Parameter nodes: the nodes of this tree, by those of the other tree.
    mutating func merge(_ other: Self, nodes: [Number: Number]) {
        records += other.records
        for entry in other.entries {
            if let node = nodes[entry.node] { add(entry.counts, at: node) }
        }
    }

    /// Adds the counts of a node, which is removed, to those of another node.
    mutating func merge(_ source: Number, into node: Number) {
        guard let index = indices[source] else { return }
        add(entries[index].counts, at: node)
        let moved = entries.removeLast()
        if index < entries.count {
            entries[index] = moved
            indices[moved.node] = index
        }
        indices[source] = nil
        last = -1
    }
}
