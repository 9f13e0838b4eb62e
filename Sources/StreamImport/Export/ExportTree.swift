/// The structure of a model's output, with fields as its leaves: the reverse of a ``PathTree``.
enum ExportTree {
    /// The field with this index.
    case field(Int)
    case object([Member])
    /// Elements without a tree are written as null.
    case array([ExportTree?])

    struct Member {
        let key: String
        var tree: ExportTree
    }

    /// Returns an object with all fields, each under the name of its property.
    static func named(_ fields: [FieldDescription]) -> ExportTree {
        .object(fields.enumerated().map { Member(key: $1.name, tree: .field($0)) })
    }

    /// The members of an object. Empty for a field or an array.
    var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// Returns the keys of the fields, by index; `nil` if the tree is not an object of fields in ascending order.
    func keys(ofFields count: Int) -> [String?]? {
        var keys = [String?](repeating: nil, count: count)
        var next = 0
        for member in members {
            guard case .field(let index) = member.tree, index >= next else { return nil }
            keys[index] = member.key
            next = index + 1
        }
        return keys
    }

    /// Returns the tree with a field added; `nil` if the path conflicts with the path of another field.
    static func adding(_ field: Int, at path: some Collection<JSONPath.Component>, to tree: ExportTree?)
        -> ExportTree?
    {
        switch (path.first, tree) {
        case (nil, nil): .field(field)
        case (.key(let key), nil), (.key(let key), .object):
            adding(field, at: path.dropFirst(), under: key, of: tree?.members ?? [])
        case (.index(let index), nil): adding(field, at: path.dropFirst(), to: index, of: [])
        case (.index(let index), .array(let elements)):
            adding(field, at: path.dropFirst(), to: index, of: elements)
        default: nil
        }
    }

    private static func adding(
        _ field: Int, at path: some Collection<JSONPath.Component>, under key: String, of members: [Member]
    ) -> ExportTree? {
        var members = members
        let memberIndex = members.firstIndex { $0.key == key }
        guard let tree = adding(field, at: path, to: memberIndex.map { members[$0].tree }) else { return nil }
        if let memberIndex {
            members[memberIndex].tree = tree
        } else {
            members.append(Member(key: key, tree: tree))
        }
        return .object(members)
    }

    private static func adding(
        _ field: Int, at path: some Collection<JSONPath.Component>, to index: Int, of elements: [ExportTree?]
    ) -> ExportTree? {
        var elements = elements
        while elements.count <= index { elements.append(nil) }
        guard let tree = adding(field, at: path, to: elements[index]) else { return nil }
        elements[index] = tree
        return .array(elements)
    }
}
