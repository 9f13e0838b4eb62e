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
        switch nodes[node].candidate {
        case .none: break
        case .possible:
            let isTelling = ProfileDiscriminator.isTelling(nodes[node].key.text)
            let index =
                cases.isFirstRecord ? cases.addCandidate(node, hasTellingName: isTelling) : nil
            nodes[node].candidate = index.map { .index($0) } ?? .none
            if let index { cases.read(text, candidate: index) }
        case .index(let index): cases.read(text, candidate: index)
        }
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
}

extension ProfileNode {
    /// The counts of the values so far.
    var counts: PathCounts { PathCounts(occurrences: occurrences, types: values.counts) }
}
