import DumpProfile
import Testing

/// A profile as people and programs see it.
@Suite struct ProfileTableTests {
    private static let text = """
        {"id": 1, "name": "Ann", "tags": ["a", "bc"], "at": "2014-05-01"}
        {"id": 2.5, "name": null, "tags": [], "at": "2015-05-01", "x\\u001b": {"y": "https://example.com/a/long/way"}}
        {"id": "3", "name": "Bob", "tags": [], "at": "2015-05-01"}
        """

    @Test func theTableHasALineForEachPath() throws {
        #expect(
            try ProfileTable(Profiles.of(Self.text)).lines().joined(separator: "\n") == """
                path
                """)
    }

    @Test(arguments: [100, 80, 60, 40])
    func theTableFitsTheTerminal(width: Int) throws {
        let lines = try ProfileTable(Profiles.of(Self.text)).lines(width: width)
        #expect(lines.allSatisfy { $0.count <= width })
        #expect(lines.map(\.count).max() == width)
    }

    @Test func aNarrowTableIsCutAtTheExamplesFirst() throws {
        #expect(
            try ProfileTable(Profiles.of("[{\"name\":\"A long name\"}]")).lines(width: 48) == [
                ""
            ])
    }

    @Test func programsGetWhatApplies() throws {
        #expect(
            try ProfileReport(Profiles.of("[{\"a\":1,\"b\":[\"x\"]},{\"a\":null}]")).json == """
                x
                """)
    }
}
