import DumpProfile
import Testing

/// The texts in the column `range` of the table. `ProfileTableTests` states the layout.
@Suite struct MessageTests {
    @Test(
        arguments: [
            ("[\"2014-05-01\",\"2015-05-01T08:00:00Z\"]", 10, ["$ 100% string ISO 8601 date \"2014-05-01\""]),
            ("[\"/Date(1)/\"]", 10, ["$ 100% string .NET date \"/Date(1)/\""]),
            ("[\"2014-05-01\",\"/Date(1)/\"]", 10, ["$ 100% string date \"2014-05-01\""]),
            (
                "[\"123e4567-e89b-12d3-a456-426614174000\"]", 10,
                ["$ 100% string UUID \"123e4567-e89b-12d3-a456-426614174000\""]
            ),
            ("[\"https://example.com\"]", 10, ["$ 100% string URL \"https://example.com\""]),
            ("[[1],[]]", 10, ["$ 100% array 0…1 elements", "$[*] 100% integer 1 1"]),
            (
                "[{\"a\":1,\"b\":2,\"c\":3}]", 10,
                ["$ 100% object keys are data", "$.* 100% integer 1…3 1"]
            ),
            ("[[[1]],[]]", 2, ["$ 100% array 0…1 elements", "$[*] 100% array incomplete"]),
        ])
    func rangeDescribesValues(text: String, maximumPaths: Int, lines: [String]) throws {
        var limits = ProfileLimits()
        limits.maximumPaths = maximumPaths
        limits.maximumKeys = 2
        let table = try ProfileTable(Profiles.of(text, limits: limits)).lines().dropFirst(2)
        #expect(table.map { $0.split(separator: " ").joined(separator: " ") } == lines)
    }
}
