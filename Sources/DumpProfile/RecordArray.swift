import JSONRecords

/// An array of objects in the outermost object of a text. Its elements may be the records that the user means.
package struct RecordArray: Hashable, Sendable {
    package let path: JSONPath
    /// The number of objects in the array.
    package var objects: Int

    package init(path: JSONPath, objects: Int) { (self.path, self.objects) = (path, objects) }

    /// The array and the number of its objects, in words.
    package var text: String { "\(path.argument): \(objects.counted("object"))" }
}

extension Profile {
    /// The arrays of objects in the outermost object, at paths of keys, in the order of their first occurrence; empty if
    /// this object is not the only record.
    package var arrays: [RecordArray] { records == 1 && beginsWithObject ? root.arrays : [] }
}

extension PathProfile {
    /// The arrays of objects at this path, and at paths that continue it with keys.
    fileprivate var arrays: [RecordArray] {
        let own = elements.first?.values.counts.objects ?? 0
        return own > 0 && path.keyPath != nil
            ? [RecordArray(path: path.keyPath ?? JSONPath(), objects: own)]
            : isDictionary ? [] : members.flatMap(\.arrays)
    }
}

extension ProfiledPath {
    /// The path of the values; `nil` if the path is that of the record, or does not consist of keys.
    fileprivate var keyPath: JSONPath? {
        let keys = steps.compactMap {
            if case .key(let key) = $0 { JSONPath.Component.key(key) } else { nil }
        }
        return keys.count == steps.count && !keys.isEmpty ? JSONPath(keys) : nil
    }
}
