/// The profiles of the paths, as values.
extension ProfileTree {
    /// Returns the profile of the events so far, or of some of the records.
    ///
    /// - Parameter counts: returns the counts at the path of a node.
    func snapshot(_ counts: (Number) -> PathCounts) -> PathProfile {
        snapshot(of: Self.root, at: ProfiledPath(), possibleOccurrences: nil, counts)
    }

    /// - Parameters:
    ///   - possibleOccurrences: the number of objects that may have the key; `nil` if the path does not end with one.
    ///   - counts: returns the counts at the path of a node.
    private func snapshot(
        of number: Number, at path: ProfiledPath, possibleOccurrences: Int?, _ counts: (Number) -> PathCounts
    ) -> PathProfile {
        let (element, isDictionary) = (nodes[number].element, nodes[number].isDictionary)
        let ownCounts = counts(number)
        var values = nodes[number].values
        values.counts = ownCounts.types
        let members = children(of: number).filter { counts($0).occurrences > 0 }.map { child in
            let step = isDictionary ? ProfiledPath.Step.anyKey : .key(nodes[child].key.text)
            return snapshot(
                of: child, at: path.appending(step),
                possibleOccurrences: isDictionary ? nil : ownCounts.types.objects, counts)
        }
        let elements =
            element < 0
            ? [] : [snapshot(of: element, at: path.appending(.element), possibleOccurrences: nil, counts)]
        return PathProfile(
            path: path, values: values,
            occurrences: possibleOccurrences == nil ? values.counts.all : ownCounts.occurrences,
            possibleOccurrences: possibleOccurrences ?? values.counts.all,
            isIncomplete: nodes[number].isIncomplete,
            hasOmittedKeys: nodes[number].hasOmittedKeys, isDictionary: isDictionary, members: members,
            elements: elements)
    }
}
