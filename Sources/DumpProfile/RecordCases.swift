import JSONRecords

/// The members of the records that may tell them apart, with the counts of the records by their values.
///
/// A candidate is a member that is a short string in every record, so it is a member of the first one.
struct RecordCases {
    typealias Number = ProfileNode.Number

    private(set) var candidates: [CandidateMember] = []
    /// The number of the current record. A node with this number has a value in the record.
    private(set) var record = 1
    /// The nodes with a value in the current record.
    var touched: [Number] = []
    /// Whether members of the first record are not candidates, because there are too many.
    private var hasOmissions = false

    /// Whether the first record is not complete.
    var isFirstRecord: Bool { record == 1 }
    /// Whether no member can tell the records apart. The number of the record then stays, so that each node is touched at
    /// most once more.
    var hasEnded: Bool { record == .max }

    func free() {
        for candidate in candidates { candidate.free() }
    }

    /// Reads a string at a node that belongs to a candidate.
    mutating func read(_ text: KeyText, candidate index: Int) { candidates[index].read(text) }

    /// Makes a member of the first record a candidate.
    ///
    /// - Returns: the index of the candidate; `nil` if there are too many.
    mutating func addCandidate(_ node: Number) -> Int? {
        hasOmissions = candidates.count == ProfileLimits.maximumCandidates
        guard !hasOmissions else { return nil }
        candidates.append(CandidateMember(node: node))
        return candidates.count - 1
    }

    mutating func endRecord(_ paths: [(node: Number, counts: PathCounts)]) {
        for index in candidates.indices { candidates[index].endRecord(paths) }
        touched.removeAll(keepingCapacity: true)
        record = candidates.contains(where: \.isPossible) ? record + 1 : .max
    }

    mutating func discardRecord() {
        for index in candidates.indices { candidates[index].discardRecord() }
        touched.removeAll(keepingCapacity: true)
    }

    mutating func excludeAll() {
        for index in candidates.indices { candidates[index].exclude() }
    }

    /// Adds the counts of the next part of the dump.
    ///
    /// - Parameter nodes: the nodes of this tree, by those of the part.
    /// - Returns: `false` if the part does not have a candidate because of the limit of their number.
    mutating func append(_ part: Self, nodes: [Number: Number]) -> Bool {
        guard !part.isFirstRecord else { return true }
        if isFirstRecord {
            hasOmissions = part.hasOmissions
            candidates = part.candidates.compactMap { nodes[$0.node].map(CandidateMember.init) }
        }
        for index in candidates.indices where candidates[index].isPossible {
            let other = part.candidates.first { nodes[$0.node] == candidates[index].node }
            if other == nil, part.hasOmissions { return false }
            if let other { candidates[index].merge(other, nodes: nodes) } else { candidates[index].exclude() }
        }
        record = candidates.contains(where: \.isPossible) ? 2 : .max
        return true
    }

    /// Adds the counts of a node, which is removed, to those of another node.
    mutating func merge(_ source: Number, into node: Number) {
        for index in candidates.indices { candidates[index].merge(source, into: node) }
    }
}

/// A string member of the records, with the counts of the records for each of its values.
///
/// The memory is bounded by ``ProfileLimits/maximumCases`` and ``ProfileLimits/maximumCasePaths``. A member that exceeds
/// a limit in a part of a dump exceeds it in the whole dump, so the limits do not depend on the order of the records.
struct CandidateMember {
    typealias Number = ProfileNode.Number

    /// The node of the member.
    let node: Number
    /// Whether the member may still tell the records apart.
    private(set) var isPossible = true
    private var values = KeyIndex(capacity: 8)
    /// The counts for each value, in the order of their first occurrence.
    private var cases: [CaseCounts] = []
    /// The index of the value in the current record; `nil` if the record does not have the member so far.
    private var current: Int?

    fileprivate init(node: Number) {
        self.node = node
    }

    fileprivate func free() {
        if isPossible { values.free() }
    }

    /// The values of complete records with their counts, in the order of their first occurrence; empty if the member is
    /// ruled out.
    var countedCases: [(value: String, counts: CaseCounts)] {
        cases.indices.map { (values[$0].text, cases[$0]) }.filter { $0.counts.records > 0 }
    }

    /// Rules the member out.
    fileprivate mutating func exclude() {
        free()
        (isPossible, cases) = (false, [])
    }

    /// Reads the value in the current record. If the record has the member twice, the member cannot tell records apart.
    fileprivate mutating func read(_ text: KeyText) {
        guard isPossible else { return }
        current = current == nil ? index(of: text) : nil
        if current == nil { exclude() }
    }

    /// Returns the index of a value; `nil` if the value is not short, or is one too many.
    private mutating func index(of text: KeyText) -> Int? {
        if let index = values.find(text) { return index }
        guard 1...ProfileLimits.maximumCaseBytes ~= text.count, cases.count < ProfileLimits.maximumCases
        else { return nil }
        cases.append(CaseCounts())
        return values.insert(text)
    }

    fileprivate mutating func discardRecord() { current = nil }

    /// Counts the paths of the current record, which is complete.
    fileprivate mutating func endRecord(_ paths: [(node: Number, counts: PathCounts)]) {
        guard isPossible, let current else { return exclude() }
        cases[current].records += 1
        for (node, counts) in paths { cases[current].add(counts, at: node) }
        self.current = nil
        checkPathCount()
    }

    private mutating func checkPathCount() {
        if cases.reduce(0, { $0 + $1.count }) > ProfileLimits.maximumCasePaths { exclude() }
    }

    /// Adds the counts of the same member of another tree.
    ///
    /// - Parameter nodes: the nodes of this tree, by those of the other tree.
    fileprivate mutating func merge(_ other: Self, nodes: [Number: Number]) {
        guard isPossible, other.isPossible else { return exclude() }
        for (number, counts) in other.cases.enumerated() {
            guard let index = index(of: other.values[number]) else { return exclude() }
            cases[index].merge(counts, nodes: nodes)
        }
        checkPathCount()
    }

    /// Adds the counts of a node, which is removed, to those of another node.
    fileprivate mutating func merge(_ source: Number, into node: Number) {
        for index in cases.indices { cases[index].merge(source, into: node) }
    }
}

/// The counts at the paths of the records with one value of a candidate.
///
/// Records with the same value usually have their paths in the same order, so a search starts after the path that was
/// found last.
struct CaseCounts {
    typealias Number = ProfileNode.Number

    /// The number of records with the value.
    fileprivate(set) var records = 0
    private var entries: [(node: Number, counts: PathCounts)] = []
    private var indices: [Number: Int] = [:]
    /// The index of the entry that was found last.
    private var last = -1

    /// The number of paths.
    fileprivate var count: Int { entries.count }

    /// The counts of the path of a node; zero if no record with the value has the path.
    subscript(node: Number) -> PathCounts { indices[node].map { entries[$0].counts } ?? PathCounts() }

    fileprivate mutating func add(_ counts: PathCounts, at node: Number) {
        last += 1
        if last >= entries.count || entries[last].node != node { last = index(of: node) }
        entries[last].counts.merge(counts)
    }

    private mutating func index(of node: Number) -> Int {
        if let index = indices[node] { return index }
        indices[node] = entries.count
        entries.append((node, PathCounts()))
        return entries.count - 1
    }

    /// Adds the counts of another tree.
    ///
    /// - Parameter nodes: the nodes of this tree, by those of the other tree.
    fileprivate mutating func merge(_ other: Self, nodes: [Number: Number]) {
        records += other.records
        for entry in other.entries {
            if let node = nodes[entry.node] { add(entry.counts, at: node) }
        }
    }

    /// Adds the counts of a node, which is removed, to those of another node.
    fileprivate mutating func merge(_ source: Number, into node: Number) {
        guard let index = indices.removeValue(forKey: source) else { return }
        add(entries[index].counts, at: node)
        let moved = entries.removeLast()
        if index < entries.count {
            entries[index] = moved
            indices[moved.node] = index
        }
        last = -1
    }
}

/// The number of values at a path, and the number of objects that have its last key.
struct PathCounts: Hashable, Sendable {
    /// The number of objects that have the key.
    var occurrences = 0
    var types = TypeCounts()

    mutating func merge(_ other: Self) {
        occurrences += other.occurrences
        types.merge(other.types)
    }

    /// Returns these counts without earlier counts of the same values.
    func since(_ earlier: Self) -> Self {
        Self(occurrences: occurrences - earlier.occurrences, types: types.since(earlier.types))
    }
}
