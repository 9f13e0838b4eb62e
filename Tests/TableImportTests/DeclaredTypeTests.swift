import TestSupport
import Testing

@testable import TableImport

/// The values of a column determine its declared type. The declared type changes no value.
@Suite struct DeclaredTypeTests {
    private static let values = [
        "null": "null", "bool": "true", "integer": "1", "long": "9007199254740993", "whole": "1.0",
        "real": "0.5",
        "text": "\"a\"", "digits": "\"1\"", "json": "[1]",
    ]

    private func declaration(_ kinds: [String], batchSize: Int = 10_000) throws -> String {
        let records = kinds.map { "{\"v\":\(Self.values[$0] ?? "")}" }
        let workspace = try Workspace("[\(records.joined(separator: ","))]")
        let result = workspace.run { $0.batchSize = batchSize }
        #expect(result.errorDescription == "" && result.rows == kinds.count)
        #expect(try workspace.isIntact())
        return try String(workspace.columns()[0].dropFirst(2))
    }

    @Test(arguments: [
        (["null"], ""), (["bool"], "BOOLEAN"), (["integer"], "INTEGER"), (["long"], "INTEGER"),
        (["whole"], "REAL"),
        (["real"], "REAL"), (["text"], "TEXT"), (["digits"], "TEXT"), (["json"], "TEXT"),
        (["bool", "integer"], "INTEGER"), (["integer", "long"], "INTEGER"), (["whole", "real"], "REAL"),
        (["integer", "real"], "NUMERIC"), (["bool", "long", "real"], "NUMERIC"),
        (["text", "digits", "json"], "TEXT"),
        (["integer", "whole"], ""), (["integer", "text"], ""), (["bool", "text"], ""),
        (["real", "digits"], ""),
        (["null", "bool"], "BOOLEAN"), (["null", "text"], "TEXT"),
    ])
    func declaredTypeIsInferredFromValues(kinds: [String], type: String) throws {
        #expect(try declaration(kinds) == type)
        #expect(try declaration(kinds.reversed()) == type)
    }

    /// The storage classes of the values that each type may hold, as `typeof` names them.
    private static let storageClasses: [String: Set<String>] = [
        "BOOLEAN": ["integer"], "INTEGER": ["integer"], "REAL": ["real"], "NUMERIC": ["integer", "real"],
        "TEXT": ["text"], "": ["integer", "real", "text"],
    ]

    @Test(arguments: [1, 2, 3])
    func declaredTypeCoversValuesInAnyOrder(batchSize: Int) throws {
        let kinds = Self.values.keys.sorted()
        let triples = TestTier.sample(
            kinds.flatMap { first in kinds.flatMap { second in kinds.map { [first, second, $0] } } },
            count: 100)
        let records = (0..<3).map { record in
            let members = triples.enumerated().map { "\"k\($0)\":\(Self.values[$1[record]] ?? "")" }
            return "{" + members.joined(separator: ",") + "}\n"
        }
        let workspace = try Workspace(records.joined())
        #expect(workspace.run { $0.batchSize = batchSize }.errorDescription == "")
        let inOneBatch = try Workspace(records.joined())
        inOneBatch.run()
        #expect(try workspace.columns() == inOneBatch.columns())
        let columns = try workspace.columns()
        #expect(columns.count == triples.count)
        let list = columns.indices.map { "typeof(k\($0))" }.joined(separator: ", ")
        let storageClasses = try workspace.rows("SELECT \(list) FROM t")
        for (key, column) in columns.enumerated() {
            let found = Set(storageClasses.map { String($0[key].dropFirst().dropLast()) }).subtracting([
                "null"
            ])
            let type = String(column.drop { $0 != " " }.dropFirst())
            #expect(Self.storageClasses[type]?.isSuperset(of: found) == true, "\(triples[key]): \(type)")
        }
    }
}
