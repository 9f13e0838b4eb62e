extension TableSchema: Codable {
    private enum CodingKeys: String, CodingKey {
        case table, columns, keys, ignoresUnknownKeys, flattens
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let table = try container.decode(String.self, forKey: .table)
        let columns = try container.decode([Column].self, forKey: .columns)
        let keys = try container.decodeIfPresent([String].self, forKey: .keys)
        let ignoresUnknownKeys = try container.decodeIfPresent(Bool.self, forKey: .ignoresUnknownKeys)
        let flattens = try container.decodeIfPresent(Bool.self, forKey: .flattens)
        do {
            try self.init(
                table: table, columns: columns, keys: keys ?? [],
                ignoresUnknownKeys: ignoresUnknownKeys ?? false, flattens: flattens ?? false)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: error.description,
                    underlyingError: error))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(table, forKey: .table)
        try container.encode(columns, forKey: .columns)
        if !keys.isEmpty { try container.encode(keys, forKey: .keys) }
        if ignoresUnknownKeys { try container.encode(true, forKey: .ignoresUnknownKeys) }
        if flattens { try container.encode(true, forKey: .flattens) }
    }
}

extension TableSchema.Column: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, path, type
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .name)
        let path = try container.decodeIfPresent([String].self, forKey: .path)
        let type = try container.decodeIfPresent(String.self, forKey: .type)
        self.init(
            name: name, path: path ?? [name],
            type: try type.map { try Self.type($0, in: container) } ?? .any)
    }

    private static func type(_ name: String, in container: KeyedDecodingContainer<CodingKeys>) throws
        -> DeclaredType
    {
        guard let type = DeclaredType(rawValue: name), type != .any else {
            let names = DeclaredType.allCases.filter { $0 != .any }.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: container,
                debugDescription: "expected \(names), or no type, found \(name.debugDescription)")
        }
        return type
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        let isNamedAfterKey = path.count == 1 && path[0].utf8.elementsEqual(name.utf8)
        if !isNamedAfterKey { try container.encode(path, forKey: .path) }
        if type != .any { try container.encode(type.rawValue, forKey: .type) }
    }
}
