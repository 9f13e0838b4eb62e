import Testing

@testable import TableImport

/// The texts that an import stores in the database beside the rows. A change of them makes the checkpoints of earlier
/// versions unreadable.
@Suite struct StoredMetadataTests {
    @Test func columnsOfTableAreStoredAsJSON() throws {
        let workspace = try Workspace(#"[{"a":{"b":1}}]"#)
        workspace.run { $0.flattens = true }
        #expect(
            try workspace.lines("SELECT columns FROM stream_import_tables") == [
                #"'[{"isCreatedByImport":true,"kinds":2,"name":"a_b","path":["a","b"]}]'"#
            ])
    }

    @Test func settingsAreStoredAsJSON() throws {
        let workspace = try Workspace(#"[{"a":1}]"#)
        workspace.run { $0.keys = ["a"] }
        #expect(
            try workspace.lines("SELECT settings FROM stream_import") == [
                #"'{"flattens":false,"format":"automatic","keys":["a"],"skippedRecordCount":0}'"#
            ])
    }
}
