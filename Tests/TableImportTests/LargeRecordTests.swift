import Testing

@testable import TableImport

/// Records that are larger than a batch.
@Suite struct LargeRecordTests {
    private static let batchBytes = RowBatch.maximumBytes / 100
    private static let text = String(repeating: "x", count: 2_000)
    private static let large =
        "{\"id\":1," + (0..<200).map { "\"k\($0)\":\"\(text)\"" }.joined(separator: ",") + "}"

    @Test(arguments: [
        "…\n", "[…]", "{\"id\":0}\n…\n{\"id\":2}\n", "x\n…\n", "……",
    ])
    func largeRecordIsImported(dump: String) throws {
        let dump = dump.replacing("…", with: Self.large)
        for chunkBytes in [160, 2_600, 670_000] {
            let workspace = try Workspace(dump)
            let change = { (options: inout TableImportOptions) in
                options.batchBytes = Self.batchBytes
                options.readOptions.chunkBytes = chunkBytes
                options.readOptions.errorPolicy = .skip()
            }
            #expect(workspace.run(change).errorDescription == "")
            #expect(
                try workspace.lines("SELECT DISTINCT length(k0), length(k199) FROM t WHERE id = 1") == [
                    "2000 2000"
                ])
            #expect(workspace.run(change).wasFinished)
        }
    }
}
