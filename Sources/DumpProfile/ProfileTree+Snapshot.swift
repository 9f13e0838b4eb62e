extension ProfileTree {
    /// What is known so far.
    var snapshot: PathProfile { snapshot(of: Self.root, at: ProfiledPath(), opportunities: nil) }

    /// - Parameter opportunities: `nil` if there were as many as values.
    private func snapshot(
        of number: Number, at path: ProfiledPath, opportunities: Int?
    ) -> PathProfile {
        let (values, element) = (nodes[number].values, nodes[number].element)
        let (isDictionary, objects) = (nodes[number].isDictionary, nodes[number].values.counts.objects)
        let members = children(of: number).map { child in
            let step = isDictionary ? ProfiledPath.Step.anyKey : .key(nodes[child].key.text)
            return snapshot(
                of: child, at: path.appending(step), opportunities: isDictionary ? nil : objects)
        }
        let elements =
            element < 0 ? [] : [snapshot(of: element, at: path.appending(.element), opportunities: nil)]
        return PathProfile(
            path: path, values: values,
            occurrences: opportunities == nil ? values.counts.all : nodes[number].occurrences,
            opportunities: opportunities ?? values.counts.all, isCut: nodes[number].isCut,
            lacksKeys: nodes[number].lacksKeys, isDictionary: isDictionary, members: members,
            elements: elements)
    }
}
