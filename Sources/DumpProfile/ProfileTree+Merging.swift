import JSONRecords

/// Detection of objects whose keys are data.
extension ProfileTree {
    /// Merges the nodes of all keys of an object if their values are alike. Otherwise stores the number of the checked
    /// keys.
    mutating func makeDictionaryIfAlike(_ object: Number) {
        guard areAlike(object) else {
            nodes[object].checkedKeyCount = nodes[object].childCount
            return
        }
        makeDictionary(object)
    }

    /// Returns whether the values of an object's keys are of one kind, apart from nulls. If no value is a dictionary, the
    /// objects among them must have at most twice as many different keys as the one with the most keys.
    private func areAlike(_ object: Number) -> Bool {
        var kinds: TypeCounts.Kinds = []
        var hasDictionary = false
        var (keys, maximumKeyCount) = (Set<KeyText>(), 0)
        for child in children(of: object) {
            kinds.formUnion(nodes[child].values.counts.kinds)
            hasDictionary = hasDictionary || nodes[child].isDictionary
            maximumKeyCount = max(maximumKeyCount, nodes[child].childCount)
            for key in children(of: child) { keys.insert(nodes[key].key) }
        }
        return kinds.isSingleKind && (hasDictionary || keys.count <= 2 * maximumKeyCount)
    }

    private mutating func makeDictionary(_ object: Number) {
        let childNodes = children(of: object)
        nodes[object].isDictionary = true
        if object == Self.root { cases.excludeAll() }
        guard let first = childNodes.first else { return }
        for child in childNodes.dropFirst() { merge(child, into: first) }
        nodes[object].firstChild = first
        nodes[object].lastChild = first
        nodes[object].childCount = 1
        nodes[first].sibling = -1
        nodes[first].next = -1
        if nodes[object].hasOmittedKeys { nodes[first].isIncomplete = true }
    }

    func children(of node: Number) -> [Number] {
        var childNodes: [Number] = []
        var child = nodes[node].firstChild
        while child >= 0 {
            childNodes.append(child)
            child = nodes[child].sibling
        }
        return childNodes
    }

    /// Merges a source node into another node. Neither node may be nested in the other.
    private mutating func merge(_ source: Number, into node: Number) {
        nodes[node].values.merge(nodes[source].values)
        nodes[node].occurrences += nodes[source].occurrences
        nodes[node].isIncomplete = nodes[node].isIncomplete || nodes[source].isIncomplete
        nodes[node].lastObject = max(nodes[node].lastObject, nodes[source].lastObject)
        mergeElements(of: source, into: node)
        mergeKeys(of: source, into: node)
        for index in 0..<depth {
            if frames[index].node == source { frames[index].node = node }
            if frames[index].last == source { frames[index].last = node }
        }
        mergeCases(source, into: node)
        nodes.remove(source)
    }

    private mutating func mergeElements(of source: Number, into node: Number) {
        let (element, sourceElement) = (nodes[node].element, nodes[source].element)
        if element >= 0, sourceElement >= 0 {
            merge(sourceElement, into: element)
        } else if sourceElement >= 0 {
            nodes.move(sourceElement, to: node)
            nodes[node].element = sourceElement
        }
    }

    private mutating func mergeKeys(of source: Number, into node: Number) {
        if nodes[node].isDictionary != nodes[source].isDictionary {
            makeDictionary(nodes[node].isDictionary ? source : node)
        }
        for child in children(of: source) {
            let match = nodes[node].isDictionary ? nodes[node].firstChild : counterpart(of: child, in: node)
            if match >= 0 {
                merge(child, into: match)
            } else {
                nodes.move(child, to: node)
                link(child, to: node)
            }
        }
        guard nodes[node].hasOmittedKeys || nodes[source].hasOmittedKeys else { return }
        nodes[node].hasOmittedKeys = true
        // An omitted member may have had any of these keys.
        for child in children(of: node) { nodes[child].isIncomplete = true }
    }

    /// Returns the node with the same key in another object, or -1.
    private func counterpart(of child: Number, in object: Number) -> Number {
        nodes.find(nodes[child].key, in: object) ?? -1
    }
}

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
