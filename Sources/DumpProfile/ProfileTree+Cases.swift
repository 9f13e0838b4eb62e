import JSONRecords

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

    /// Adds the counts of the next part of the dump.
    ///
    /// - Parameter numbers: the nodes of this tree, by those of the part.
    mutating func appendCases(of part: ProfileTree, nodes numbers: [Number: Number]) {
        if !cases.append(part.cases, nodes: numbers) { hasReachedLimit = true }
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
