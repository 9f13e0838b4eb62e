import JSONRecords

/// The merging of profiles of parts of a dump.
extension ProfileTree {
    /// Adds the values of the next part of the dump. The tree then is that of both parts read as one, unless
    /// ``hasReachedLimit`` is set in either tree.
    ///
    /// - Precondition: no array or object is open in either tree.
    mutating func append(_ part: ProfileTree) {
        // The numbers of objects stay unique.
        objectCount += part.objectCount
        var numbers: [Number: Number] = [:]
        append(Self.root, of: part, &numbers)
        if !hasReachedLimit { appendCases(of: part, nodes: numbers) }
    }

    /// Adds the values at a node of another tree to the current node.
    ///
    /// - Parameter numbers: receives the nodes of this tree, by those of the part.
    private mutating func append(_ source: Number, of part: ProfileTree, _ numbers: inout [Number: Number]) {
        numbers[source] = currentNode
        nodes[currentNode].values.merge(part.nodes[source].values)
        if part.nodes[source].isIncomplete { nodes[currentNode].isIncomplete = true }
        appendElements(part.nodes[source].element, of: part, &numbers)
        appendMembers(of: source, of: part, &numbers)
    }

    private mutating func appendElements(
        _ source: Number, of part: ProfileTree, _ numbers: inout [Number: Number]
    ) {
        guard source >= 0 else { return }
        if nodes[currentNode].element < 0 { makeElement() }
        guard !hasReachedLimit, start(ProfileFrame(node: currentNode, isArray: true, count: 0)) else {
            return
        }
        append(source, of: part, &numbers)
        end()
    }

    private mutating func appendMembers(
        of source: Number, of part: ProfileTree, _ numbers: inout [Number: Number]
    ) {
        let members = part.children(of: source)
        guard !hasReachedLimit, !members.isEmpty,
            start(ProfileFrame(node: currentNode, isArray: false, count: 0))
        else { return }
        for member in members { append(member: member, of: part, &numbers) }
        end()
    }

    private mutating func append(
        member: Number, of part: ProfileTree, _ numbers: inout [Number: Number]
    ) {
        guard !hasReachedLimit, let node = find(part.nodes[member].key), !hasReachedLimit else { return }
        frames[depth - 1].last = node
        nodes[node].occurrences += part.nodes[member].occurrences
        append(member, of: part, &numbers)
    }
}
