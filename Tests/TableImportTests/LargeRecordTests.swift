import Testing

@testable import TableImport

/// Records that are larger than a batch.
@Suite struct LargeRecordTests {
    private static let text = String(repeating: "x", count: 200_000)
    private static let large =
        "{\"id\":1," + (0..<200).map { "\"k\($0)\":\"\(text)\"" }.joined(separator: ",") + "}"

    @Test(arguments: [
        large + "\n", "[" + large + "]", "{\"id\":0}\n" + large + "\n{\"id\":2}\n", "x\n" + large + "\n",
        large + large,
    ])
    func largeRecordIsImported(dump: String) throws {
        for chunkBytes in [1 << 14, 1 << 18, 1 << 26] {
            let workspace = try Workspace(dump)
            let result = workspace.run {
                $0.readOptions.chunkBytes = chunkBytes
                $0.readOptions.errorPolicy = .skip()
            }
            #expect(result.errorDescription == "")
            #expect(
                try workspace.rows("SELECT DISTINCT length(k0), length(k199) FROM t WHERE id = 1") == [
                    ["200000", "200000"]
                ])
            #expect(workspace.run { $0.readOptions.errorPolicy = .skip() }.wasFinished)
        }
    }
}
