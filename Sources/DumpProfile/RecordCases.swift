import JSONRecords

/// The members of the records that may tell them apart.
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
    private(set) var hasOmissions = false

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
    mutating func addCandidate(_ node: Number, hasTellingName: Bool) -> Int? {
        let alike = candidates.count { $0.hasTellingName == hasTellingName }
        guard alike < ProfileLimits.maximumCandidates else {
            hasOmissions = true
            return nil
        }
        candidates.append(CandidateMember(node: node, hasTellingName: hasTellingName))
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

    // MARK: - Merging

    /// Adds the counts of the next part of the dump.
    ///
    /// - Parameter nodes: the nodes of this tree, by those of the part.
    /// - Returns: `false` if the part does not have a candidate because of the limit of their number.
    mutating func append(_ part: Self, nodes: [Number: Number]) -> Bool {
        guard !part.isFirstRecord else { return true }
        if isFirstRecord {
            hasOmissions = part.hasOmissions
            candidates = part.candidates.compactMap { other in
                nodes[other.node].map { CandidateMember(node: $0, hasTellingName: other.hasTellingName) }
            }
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
