import JSONRecords

/// Detection of objects whose keys are data.
extension ProfileTree {
    /// Merges the nodes of all keys of an object, if their values are alike. Otherwise stores the number of keys checked.
    mutating func makeDictionaryIfAlike(_ object: Number) {
        guard areAlike(object) else {
            nodes[object].checkedKeyCount = nodes[object].childCount
            return
        }
        makeDictionary(object)
    }

    /// Returns whether the values of an object's keys are all of one kind. Values that are objects must have most of
    /// their keys in common.
    private func areAlike(_ object: Number) -> Bool {
        var kinds: TypeCounts.Kinds = []
        var hasDictionary = false
        var (keys, mostKeys) = (Set<KeyText>(), 0)
        for child in children(of: object) {
            kinds.formUnion(nodes[child].values.counts.kinds)
            hasDictionary = hasDictionary || nodes[child].isDictionary
            mostKeys = max(mostKeys, nodes[child].childCount)
            for key in children(of: child) { keys.insert(nodes[key].key) }
        }
        return kinds.isSingleKind && (hasDictionary || keys.count <= 2 * mostKeys)
    }

    private mutating func makeDictionary(_ object: Number) {
        let all = children(of: object)
        nodes[object].isDictionary = true
        guard let first = all.first else { return }
        for child in all.dropFirst() { merge(child, into: first) }
        nodes[object].firstChild = first
        nodes[object].lastChild = first
        nodes[object].childCount = 1
        nodes[first].sibling = -1
        nodes[first].next = -1
        if nodes[object].hasOmittedKeys { nodes[first].isIncomplete = true }
    }

    func children(of node: Number) -> [Number] {
        var all: [Number] = []
        var child = nodes[node].firstChild
        while child >= 0 {
            all.append(child)
            child = nodes[child].sibling
        }
        return all
    }

    /// Merges a node into another one. Neither contains the other.
    private mutating func merge(_ other: Number, into node: Number) {
        nodes[node].values.merge(nodes[other].values)
        nodes[node].occurrences += nodes[other].occurrences
        nodes[node].isIncomplete = nodes[node].isIncomplete || nodes[other].isIncomplete
        nodes[node].lastObject = max(nodes[node].lastObject, nodes[other].lastObject)
        mergeElements(of: other, into: node)
        mergeKeys(of: other, into: node)
        for index in 0..<depth {
            if frames[index].node == other { frames[index].node = node }
            if frames[index].last == other { frames[index].last = node }
        }
        nodes.remove(other)
    }

    private mutating func mergeElements(of other: Number, into node: Number) {
        let (mine, others) = (nodes[node].element, nodes[other].element)
        if mine >= 0, others >= 0 {
            merge(others, into: mine)
        } else if others >= 0 {
            nodes.move(others, to: node)
            nodes[node].element = others
        }
    }

    private mutating func mergeKeys(of other: Number, into node: Number) {
        if nodes[node].isDictionary != nodes[other].isDictionary {
            makeDictionary(nodes[node].isDictionary ? other : node)
        }
        for child in children(of: other) {
            let same = nodes[node].isDictionary ? nodes[node].firstChild : find(child, in: node)
            if same >= 0 {
                merge(child, into: same)
            } else {
                nodes.move(child, to: node)
                link(child, to: node)
            }
        }
        guard nodes[node].hasOmittedKeys || nodes[other].hasOmittedKeys else { return }
        nodes[node].hasOmittedKeys = true
        // An omitted member may have had any of these keys.
        for child in children(of: node) { nodes[child].isIncomplete = true }
    }

    /// Returns the node with the same key in another object, or -1.
    private func find(_ child: Number, in object: Number) -> Number {
        nodes.find(nodes[child].key, in: object) ?? -1
    }
}
