import StreamImport
import Testing

/// The first record of a sequence may be incomplete when the reader finds that lines do not separate the values. The
/// reader must retain the text of that record.
@Suite struct RetainedTextTests {
    struct Repo: Importable, Equatable {
        var owner: JSONValue?, name: String?

        static let importPlan = ImportPlan(Repo.self) { fields in
            let owner = fields.optional("owner", JSONValue.self)
            let name = fields.optional("name", String.self, keys: ["owner.name"])
            return { draft in Repo(owner: draft[owner], name: draft[name]) }
        }
    }

    private static let long = String(repeating: "x", count: 600)

    @Test func multilineRecordIsReplayed() async throws {
        let text = """
            {"owner":{"name":"q",
            "y":"\(Self.long)"
            ,"z":"\(Self.long)"}}
            {"owner":1}
            """
        let outcome = try await importAllVariants(to: Repo.self, from: text) {
            $0.keepsRejectedText = true
            $0.errorPolicy = .collect()
        }
        #expect(outcome.records?.map(\.name) == ["q", nil])
    }

    @Test func rejectedMultilineRecordKeepsItsText() async throws {
        let record = "{\"name\":\n[\"\(Self.long)\"]\n}"
        let outcome = try await importAllVariants(to: Repo.self, from: record + "\n{\"name\":\"n\"}") {
            $0.keepsRejectedText = true
            $0.errorPolicy = .collect()
        }
        #expect(outcome.summary?.rejectedRecords.map(\.text) == [record])
        #expect(outcome.records?.map(\.name) == ["n"])
    }
}
