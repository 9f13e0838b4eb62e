import JSONRecords

/// The merging of profiles of parts of a dump.
extension ProfileTree {
    /// Adds the values of the next part of the dump.
    ///
    /// If no limit is reached, the tree is that of both parts read as one. Whether the keys of an object are data may be
    /// decided for a part, and then holds for the whole.
    ///
    /// - Precondition: no array or object is open in either tree.
    mutating func append(_ part: ProfileTree) {
        omittedMembers += part.omittedMembers
        // The numbers of objects stay unique.
        objectCount += part.objectCount
        append(Self.root, of: part)
    }

    /// Adds the values at a node of another tree to the current node.
    ///
    /// The node is found again after each step, because making room may merge it into another one.
    private mutating func append(_ source: Number, of part: ProfileTree) {
        nodes[currentNode].values.merge(part.nodes[source].values)
        if part.nodes[source].isIncomplete { nodes[currentNode].isIncomplete = true }
        appendElements(part.nodes[source].element, of: part)
        appendMembers(of: source, of: part)
    }

    private mutating func appendElements(_ source: Number, of part: ProfileTree) {
        guard source >= 0 else { return }
        if nodes[currentNode].element < 0 { makeElement() }
        let array = currentNode
        guard nodes[array].element >= 0 else {
            nodes[array].isIncomplete = true
            return
        }
        guard start(ProfileFrame(node: array, isArray: true, count: 0)) else { return }
        append(source, of: part)
        end()
    }

    private mutating func appendMembers(of source: Number, of part: ProfileTree) {
        let members = part.children(of: source)
        let hasOmittedKeys = part.nodes[source].hasOmittedKeys
        guard !members.isEmpty || hasOmittedKeys else { return }
        guard start(ProfileFrame(node: currentNode, isArray: false, count: 0)) else { return }
        // The members of a dictionary need no room if the object has a member already.
        makeDictionary(ifLike: source, of: part)
        for member in members { append(member: member, of: part) }
        makeDictionary(ifLike: source, of: part)
        if hasOmittedKeys { recordOmittedKeys(of: source, of: part, in: frames[depth - 1].node) }
        end()
    }

    /// Makes the current object a dictionary if an object of a part is one, and if the current object has members.
    private mutating func makeDictionary(ifLike source: Number, of part: ProfileTree) {
        let object = frames[depth - 1].node
        guard part.nodes[source].isDictionary, !nodes[object].isDictionary, nodes[object].firstChild >= 0
        else { return }
        makeDictionary(object)
    }

    /// Records that members of the objects of a part were omitted. An omitted member may have had any key that is not a key
    /// of that part.
    private func recordOmittedKeys(of source: Number, of part: ProfileTree, in object: Number) {
        nodes[object].hasOmittedKeys = true
        for child in children(of: object) {
            let isKeyOfPart = part.nodes.find(nodes[child].key, in: source) != nil
            if nodes[object].isDictionary || !isKeyOfPart { nodes[child].isIncomplete = true }
        }
    }

    private mutating func append(member: Number, of part: ProfileTree) {
        let object = frames[depth - 1].node
        let occurrences = part.nodes[member].occurrences
        guard let node = nodes[object].isDictionary ? nodes[object].firstChild : find(part.nodes[member].key)
        else {
            // The search has counted one of the members.
            omittedMembers += occurrences - 1
            return
        }
        frames[depth - 1].last = node
        nodes[node].occurrences += occurrences
        append(member, of: part)
    }
}
