import Foundation
import TestSupport
import Testing

@Suite struct OracleTrial {
    @Test func oracle() throws {
        let workspace = try PostgresWorkspace()
        var generator = RandomRecords(seed: TestTier.seed)
        var changed = 0
        for dump in 0..<60 {
            let table = generator.dump()
            var seen: Set<String> = ["ctid", "xmin", "xmax", "cmin", "cmax", "tableoid"]
            var columns = ["n bigint"], picks = ["(r->>'n')::bigint"]
            for key in table.keys {
                var name = key
                var j = 2
                while seen.contains(name.lowercased()) { name = "\(key)_\(j)"; j += 1 }
                seen.insert(name.lowercased())
                let type = table.type(of: key)
                columns.append("\(name.quoted) \(type)")
                picks.append(
                    type == "jsonb" ? "NULLIF(r->\(key.literal), 'null')" : "(r->>\(key.literal))::\(type)")
            }
            try workspace.query(
                "CREATE TABLE t\(dump) (\(columns.joined(separator: ", ")));"
                    + "INSERT INTO t\(dump) SELECT \(picks.joined(separator: ", ")) FROM jsonb_array_elements($q$[\(table.lines.joined(separator: ","))]$q$::jsonb) AS x(r)"
            )
            let d = try table.differences(from: "t\(dump)", of: workspace)
            #expect(d == [])
            // Change one cell.
            let all = try workspace.columns(of: "t\(dump)")
            let column = all[Int.random(in: 1..<all.count, using: &generator.random)]
            let value = ["text": "'zz'", "jsonb": "'[9,9]'", "boolean": "(n % 2 = 0)"][column.type] ?? "77"
            let rows = try workspace.query(
                "UPDATE t\(dump) SET \(column.name.quoted) = \(value) WHERE n = 0 AND \(column.name.quoted) IS DISTINCT FROM \(value) RETURNING 1"
            )
            let e = try table.differences(from: "t\(dump)", of: workspace)
            #expect(e.isEmpty == rows.isEmpty)
            changed += rows.count
            try workspace.query("DELETE FROM t\(dump) WHERE n = 0")
            #expect(try !table.differences(from: "t\(dump)", of: workspace).isEmpty)
        }
        #expect(changed > 30)
        try workspace.expectNoConnection()
    }
    @Test func server() throws {
        let server = try PostgresServer()
        let workspace = try PostgresWorkspace(on: server)
        #expect(try workspace.query("SELECT 'a\r', NULL, E'x\ny', ''") == [["a\r", nil, "x\ny", ""]])
        #expect(try workspace.query("SELECT ''") == [[""]])
        #expect(try workspace.query("SELECT 1 WHERE false") == [])
        #expect(throws: PostgresServer.CommandError.self) { try workspace.query("SELECT x") }
        do {
            let s = try workspace.session()
            #expect(try s.query("SELECT 1 AS a UNION ALL SELECT 2") == [["1"], ["2"]])
            try s.query("BEGIN; SELECT pg_advisory_xact_lock(1)")
        }
        try workspace.expectNoConnection()
        for crash in PostgresServer.Crash.allCases + PostgresServer.Crash.allCases {
            let s = try workspace.session()
            _ = try s.query("SELECT 1")
            try server.crash(crash)
            #expect(try workspace.rows("SELECT 2") == ["2"])
        }
    }
}
