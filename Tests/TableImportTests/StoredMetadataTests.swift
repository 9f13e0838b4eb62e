import Testing

@testable import TableImport

/// The texts that an import stores in the database beside the rows. A change of them makes the checkpoints of earlier
/// versions unreadable.
@Suite struct StoredMetadataTests {
    @Test func columnsOfTableAreStoredAsJSON() throws {
        let workspace = try Workspace(#"[{"a":{"b":1}}]"#)
        workspace.run { $0.flattens = true }
        #expect(
            try workspace.rows("SELECT columns FROM stream_import_tables") == [
                [#"'[{"isCreatedByImport":true,"name":"a_b","path":["a","b"]}]'"#]
            ])
    }

    @Test func optionsAreStoredOnePerLine() throws {
        let workspace = try Workspace(#"[{"a":1}]"#)
        workspace.run { $0.keys = ["a"] }
        #expect(
            try workspace.rows("SELECT options FROM stream_import") == [
                ["'--format automatic\n--key a\nno --columns\nno --flatten\n--batch 20000'"]
            ])
    }
}
