import JSONRecords
import TableImport

/// A line of a manifest: a part, and the schema of the table that imports of all parts have.
struct ManifestLine: Hashable, Sendable, Codable {
    var part: InputPart
    /// `nil` if each import creates the table that its records need.
    var schema: TableSchema?

    private enum CodingKeys: String, CodingKey {
        case schema
    }

    init(_ part: InputPart, schema: TableSchema?) {
        self.part = part
        self.schema = schema
    }

    init(from decoder: any Decoder) throws {
        part = try InputPart(from: decoder)
        schema = try decoder.container(keyedBy: CodingKeys.self)
            .decodeIfPresent(TableSchema.self, forKey: .schema)
    }

    func encode(to encoder: any Encoder) throws {
        try part.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(schema, forKey: .schema)
    }
}
