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
        append(Self.root, of: part)
    }

    /// Adds the values at a node of another tree to the current node.
    private mutating func append(_ source: Number, of part: ProfileTree) {
        nodes[currentNode].values.merge(part.nodes[source].values)
        if part.nodes[source].isIncomplete { nodes[currentNode].isIncomplete = true }
        appendElements(part.nodes[source].element, of: part)
        appendMembers(of: source, of: part)
    }

    private mutating func appendElements(_ source: Number, of part: ProfileTree) {
        guard source >= 0 else { return }
        if nodes[currentNode].element < 0 { makeElement() }
        guard !hasReachedLimit, start(ProfileFrame(node: currentNode, isArray: true, count: 0)) else {
            return
        }
        append(source, of: part)
        end()
    }

    private mutating func appendMembers(of source: Number, of part: ProfileTree) {
        let members = part.children(of: source)
        guard !hasReachedLimit, !members.isEmpty,
            start(ProfileFrame(node: currentNode, isArray: false, count: 0))
        else { return }
        for member in members { append(member: member, of: part) }
        end()
    }

    private mutating func append(member: Number, of part: ProfileTree) {
        guard !hasReachedLimit, let node = find(part.nodes[member].key), !hasReachedLimit else { return }
        frames[depth - 1].last = node
        nodes[node].occurrences += part.nodes[member].occurrences
        append(member, of: part)
    }
}
