import JSONRecords

/// The members of the records that may tell them apart, with the counts of the records by their values.
///
/// A candidate is a member that is a short string in every record, so it is a member of the first one.
struct RecordCases {
    typealias Number = ProfileNode.Number

    fileprivate private(set) var candidates: [CandidateMember] = []
    /// The number of the current record. A node with this number has a value in the record.
    private(set) var record = 1
    /// The nodes with a value in the current record.
    fileprivate var touched: [Number] = []
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
    fileprivate mutating func addCandidate(_ node: Number) -> Int? {
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

    mutating func merge(_ source: Number, into node: Number) {
        for index in candidates.indices { candidates[index].merge(source, into: node) }
    }
}

/// A string member of the records, with the counts of the records for each of its values.
///
/// The memory is bounded by ``ProfileLimits/maximumCases`` and ``ProfileLimits/maximumCasePaths``. A member that exceeds
/// a limit in a part of a dump exceeds it in the whole dump, so the limits do not depend on the order of the records.
private struct CandidateMember {
    typealias Number = ProfileNode.Number

    let node: Number
    /// Whether the member may still tell the records apart.
    private(set) var isPossible = true
    private var values = KeyIndex(capacity: 8)
    /// The counts for each value, in the order of their first occurrence.
    private var cases: [CaseCounts] = []
    /// The index of the value in the current record; `nil` if the record does not have the member so far.
    private var current: Int?

    init(node: Number) {
        self.node = node
    }

    func free() {
        if isPossible { values.free() }
    }

    /// The values of complete records with their counts, in the order of their first occurrence; empty for an excluded member.
    var countedCases: [(value: String, counts: CaseCounts)] {
        cases.indices.map { (values[$0].text, cases[$0]) }.filter { $0.counts.records > 0 }
    }

    /// Rules the member out.
    mutating func exclude() {
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
        else { return nil }
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

    /// Adds the counts of the same member of another tree.
    mutating func merge(_ other: Self, nodes: [Number: Number]) {
        guard isPossible, other.isPossible else { return exclude() }
        for (number, counts) in other.cases.enumerated() {
            guard let index = index(of: other.values[number]) else { return exclude() }
            cases[index].merge(counts, nodes: nodes)
        }
        checkPathCount()
    }

    mutating func merge(_ source: Number, into node: Number) {
        for index in cases.indices { cases[index].merge(source, into: node) }
    }
}

/// The counts at the paths of the records with one value of a candidate.
///
/// Records with the same value usually have their paths in the same order, so a search starts after the path that was
/// found last.
private struct CaseCounts {
    typealias Number = ProfileNode.Number

    var records = 0
    private var entries: [(node: Number, counts: PathCounts)] = []
    private var indices: [Number: Int] = [:]
    /// The index of the entry that was found last.
    private var last = -1

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
        entries.append((node, PathCounts()))
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

    mutating func merge(_ source: Number, into node: Number) {
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

/// The counts of the records by the values of the candidates.
///
/// A candidate may be the last member of a record. So the counts of a record are added when it ends: each node keeps the
/// counts as they were before the record.
extension ProfileTree {
    /// Notes that the current record has a value at a node.
    mutating func touch(_ node: Number) {
        nodes[node].lastRecord = cases.record
        cases.touched.append(node)
    }

    /// Reads a string at a node that belongs to a candidate, or to a member of the first record.
    mutating func readCandidate(_ text: KeyText, at node: Number) {
        if nodes[node].candidate == .possible {
            let index = cases.isFirstRecord ? cases.addCandidate(node) : nil
            nodes[node].candidate = index.map { .index($0) } ?? .none
        }
        if case .index(let index) = nodes[node].candidate { cases.read(text, candidate: index) }
    }

    /// Adds the counts of the current record, which is complete, to those of the candidates' values.
    mutating func endRecord() {
        guard !cases.hasEnded else { return }
        cases.endRecord(
            cases.touched.map { node in
                let counts = nodes[node].counts
                defer { nodes[node].earlierCounts = counts }
                return (node, counts.since(nodes[node].earlierCounts))
            })
    }

    /// Forgets the values of the current record, because the record is discarded.
    mutating func discardRecord() {
        for node in cases.touched {
            nodes[node].earlierCounts = nodes[node].counts
            nodes[node].lastRecord = 0
        }
        cases.discardRecord()
    }

    /// Adds the counts of a node, which is removed, to those of another node.
    mutating func mergeCases(_ source: Number, into node: Number) {
        nodes[node].earlierCounts.merge(nodes[source].earlierCounts)
        cases.merge(source, into: node)
        guard nodes[source].lastRecord == cases.record, let index = cases.touched.firstIndex(of: source)
        else { return }
        cases.touched.remove(at: index)
        if nodes[node].lastRecord != cases.record { touch(node) }
    }

    // MARK: - The discriminator

    /// The first member that is a discriminator; `nil` if no member is one.
    var discriminator: ProfileDiscriminator? {
        guard nodes[Self.root].counts.types.isOnlyObjects, !nodes[Self.root].isDictionary,
            !nodes[Self.root].hasOmittedKeys
        else { return nil }
        return cases.candidates.lazy.compactMap { discriminator($0) }.first
    }

    private func discriminator(_ candidate: CandidateMember) -> ProfileDiscriminator? {
        let cases = candidate.countedCases
        let records = cases.reduce(0) { $0 + $1.counts.records }
        guard cases.count > 1, records >= 2 * cases.count else { return nil }
        let keys = dependentKeys(of: candidate.node, cases.map(\.counts))
        guard !keys.isEmpty else { return nil }
        return ProfileDiscriminator(
            key: nodes[candidate.node].key.text,
            cases: cases.map { value, counts in
                ProfileDiscriminator.Case(value: value, profile: snapshot { counts[$0] })
            }, dependentKeys: keys)
    }

    /// Returns the keys that depend on a candidate: keys of the records, and of the objects that are their members.
    private func dependentKeys(of candidate: Number, _ cases: [CaseCounts]) -> [[String]] {
        let members = children(of: Self.root).filter { $0 != candidate }
        let keys = members.filter { isDependent($0, in: Self.root, cases) }.map { [nodes[$0].key.text] }
        return keys
            + members.filter { !nodes[$0].isDictionary }.flatMap { object in
                children(of: object).filter { isDependent($0, in: object, cases) }.map {
                    [nodes[object].key.text, nodes[$0].key.text]
                }
            }
    }

    /// Returns whether the objects of each case all have a key, or all lack it, and several objects confirm both.
    private func isDependent(_ key: Number, in object: Number, _ cases: [CaseCounts]) -> Bool {
        let counts = cases.map { (present: $0[key].occurrences, possible: $0[object].types.objects) }
        return counts.allSatisfy { $0.present == 0 || $0.present == $0.possible }
            && counts.contains { $0.present > 1 } && counts.contains { $0.present == 0 && $0.possible > 1 }
    }
}

extension ProfileNode {
    /// The counts of the values so far.
    var counts: PathCounts { PathCounts(occurrences: occurrences, types: values.counts) }
}

/// A string member of the records on which their other keys depend.
///
/// A key *depends* on the member if, for each value of the member, all objects have the key or none has it. Several records
/// must confirm it: one value with the key, and one value without the key, occur more than once. The key is one of the
/// records, or of an object that is a member of the records.
///
/// The discriminator is the first member of the records for which all of this is true:
///
/// - Each record is an object, and has the member, with 2 to ``ProfileLimits/maximumCases`` different strings of 1 to
///   ``ProfileLimits/maximumCaseBytes`` bytes.
/// - There are at least 2 records for each value, on average.
/// - A key depends on the member.
package struct ProfileDiscriminator: Sendable {
    package let key: String
    /// The cases, one for each value, in the order of their first occurrence.
    package let cases: [Case]
    /// The keys that depend on the value: a key of the records, or the key of a member and a key of its objects.
    let dependentKeys: [[String]]

    /// The records with one value of a discriminator.
    package struct Case: Sendable {
        package let value: String
        package let profile: PathProfile

        package var records: Int { profile.values.counts.objects }
    }

    package var path: ProfiledPath { ProfiledPath(steps: [.key(key)]) }

    /// The cases in the order of their number of records, the most frequent first.
    package var casesByFrequency: [Case] {
        cases.enumerated().sorted { ($1.element.records, $0.offset) < ($0.element.records, $1.offset) }.map(
            \.element)
    }

    /// Returns the sentence that names the member, and the values with their number of records, the most frequent first.
    ///
    /// - Parameter limit: the maximum number of values; the others are counted.
    package func text(atMost limit: Int = 12) -> String {
        let listed = casesByFrequency.prefix(limit).map { "\($0.value) \($0.records.grouped)" }
        let others = cases.count - listed.count
        return "\(path) tells the records apart: " + listed.joined(separator: ", ")
            + (others > 0 ? ", and \(others.counted("other value"))" : "")
    }
}
