/// The paths of the keys whose values were all null, and that have no column yet.
struct NullPaths: Equatable {
    /// The paths in records.
    let paths: [[String]]
    /// The paths in the elements of expanded arrays, by the numbers of the arrays. Empty if there are no such paths.
    let children: [[[String]]]

    init(paths: [[String]] = [], children: [[[String]]] = []) {
        self.paths = paths
        self.children = children.allSatisfy(\.isEmpty) ? [] : children
    }
}

/// The stored form is the array of the paths; if child tables have such paths, an object.
extension NullPaths: Codable {
    private enum CodingKeys: String, CodingKey {
        case paths, children
    }

    init(from decoder: any Decoder) throws {
        if let paths = try? decoder.singleValueContainer().decode([[String]].self) {
            self.init(paths: paths)
        } else {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                paths: try container.decode([[String]].self, forKey: .paths),
                children: try container.decode([[[String]]].self, forKey: .children))
        }
    }

    func encode(to encoder: any Encoder) throws {
        guard !children.isEmpty else {
            var container = encoder.singleValueContainer()
            return try container.encode(paths)
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(paths, forKey: .paths)
        try container.encode(children, forKey: .children)
    }
}
