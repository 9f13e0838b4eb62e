import Foundation
import Testing

/// The version that the program prints.
@Suite struct VersionTests {
    @Test func versionIsThatOfTheChangelog() throws {
        let outcome = try Program.run("--version", in: TemporaryDirectory())
        #expect(outcome.status == 0 && outcome.messages.isEmpty)
        let version = try #require(outcome.output.wholeMatch(of: /stream-import ([0-9.]+)(-dev)?\n/))
        let root = URL(filePath: #filePath).appending(path: "../../..").standardized
        let changelog = try String(contentsOf: root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        let sections = changelog.matches(of: /(?m)^## \[([^\]]+)\]/).map(\.1)
        if sections.first == "Unreleased" {
            #expect(version.2 == "-dev")
            #expect(!sections.contains(version.1))
        } else {
            #expect(version.2 == nil)
            #expect(sections.first == version.1)
        }
    }
}
