import JSONRecords

/// A string member of the records that may tell them apart, with the counts of the records for each of its values.
///
/// The memory is bounded by ``ProfileLimits/maximumCases`` and ``ProfileLimits/maximumCasePaths``. A member that exceeds
/// a limit in a part of a dump exceeds it in the whole dump, so the limits do not depend on the order of the records.
struct CandidateMember {
    typealias Number = ProfileNode.Number

    /// The node of the member.
    let node: Number
    let hasTellingName: Bool
    /// Whether the member may still tell the records apart.
    private(set) var isPossible = true
    private var values = KeyIndex(capacity: 8)
    /// The counts for each value, in the order of their first occurrence.
    private var cases: [CaseCounts] = []
    /// The index of the value in the current record; `nil` if the record does not have the member so far.
    private var current: Int?

    init(node: Number, hasTellingName: Bool) {
        self.node = node
        self.hasTellingName = hasTellingName
    }

    func free() {
        if isPossible { values.free() }
    }

    /// The values of complete records with their counts, in the order of their first occurrence.
    var countedCases: [(value: String, counts: CaseCounts)] {
        cases.indices.map { (values[$0].text, cases[$0]) }.filter { $0.counts.records > 0 }
    }

    /// Rules the member out.
    mutating func exclude() {
        guard isPossible else { return }
        free()
        (isPossible, cases) = (false, [])
    }

    /// Reads the value in the current record. If the record has the member twice, the member cannot tell records apart.
    mutating func read(_ text: KeyText) {
        guard isPossible else { return }
        current = current == nil ? index(of: text) : nil
        if current == nil { exclude() }
    }

    /// Returns the index of a value; `nil` if the value is not short, or is one too many.
    private mutating func index(of text: KeyText) -> Int? {
        if let index = values.find(text) { return index }
        guard 1...ProfileLimits.maximumCaseBytes ~= text.count, cases.count < ProfileLimits.maximumCases
        else {
            return nil
        }
        cases.append(CaseCounts())
        return values.insert(text)
    }

    mutating func discardRecord() { current = nil }

    /// Counts the paths of the current record, which is complete.
    mutating func endRecord(_ paths: [(node: Number, counts: PathCounts)]) {
        guard isPossible, let current else { return exclude() }
        cases[current].records += 1
        for (node, counts) in paths { cases[current].add(counts, at: node) }
        self.current = nil
        checkPathCount()
    }

    private mutating func checkPathCount() {
        if cases.reduce(0, { $0 + $1.count }) > ProfileLimits.maximumCasePaths { exclude() }
    }

    // MARK: - Merging

    /// Adds the counts of the same member of another tree.
    ///
    /// - Parameter nodes: the nodes of this tree, by those of the other tree.
    mutating func merge(_ other: Self, nodes: [Number: Number]) {
        guard isPossible, other.isPossible else { return exclude() }
        for (number, counts) in other.cases.enumerated() {
            guard let index = index(of: other.values[number]) else { return exclude() }
            cases[index].merge(counts, nodes: nodes)
        }
        checkPathCount()
    }

    /// Adds the counts of a node, which is removed, to those of another node.
    mutating func merge(_ source: Number, into node: Number) {
        for index in cases.indices { cases[index].merge(source, into: node) }
    }
}
