import Testing

@testable import TableImport

@Suite struct RejectsFileTests {
    private static let lines = (1...3000).map { $0 % 3 == 0 ? "{\"a\":\($0)}\n" : "\($0)\n" }.joined()

    private func skip(_ workspace: Workspace, rejects: String?) -> TableImportResult {
        workspace.run {
            $0.batchSize = 10
            $0.readOptions.errorPolicy = .skip()
            $0.rejects = rejects
        }
    }

    @Test func rejectsFileWriteErrorStopsImport() throws {
        let workspace = try Workspace(String(repeating: "1\n", count: 100_000))
        let result = skip(workspace, rejects: "/dev/full")
        #expect(result.errorDescription.hasPrefix("/dev/full: cannot be written: "))
        #expect(result.rejected < 1000)
    }

    @Test func importOfOnlyRejectedRecordsCanBeInterrupted() throws {
        let workspace = try Workspace(String(repeating: "1\n", count: 1000))
        let stop = InterruptFlag()
        var count = 0
        let result = workspace.run(stop: stop) {
            $0.batchSize = 10
            $0.readOptions.errorPolicy = .skip()
            $0.onRejected = { _ in
                count += 1
                if count == 25 { stop.request() }
            }
        }
        #expect(result.error is Interrupted && result.rejected == 25)
        let resumed = skip(workspace, rejects: nil)
        #expect(resumed.rejectedBefore == 25 && resumed.rejected == 975)
    }

    @Test func runWithoutRejectsFileKeepsEarlierRejects() throws {
        let workspace = try Workspace(Self.lines)
        for (stopAt, hasFile) in [(1000, true), (2000, false), (.max, true)] {
            let stop = InterruptFlag()
            workspace.run(stop: stop) {
                $0.batchSize = 10
                $0.readOptions.errorPolicy = .skip()
                $0.rejects = hasFile ? workspace.rejects : nil
                $0.onRejected = { if $0.number >= stopAt { stop.request() } }
            }
        }
        #expect(try workspace.rows("SELECT count(*) FROM t") == [["1000"]])
        let numbers = try workspace.rejected().compactMap {
            $0.firstMatch(of: /"record":([0-9]+)/).flatMap { Int($0.1) }
        }
        #expect(numbers == numbers.sorted() && numbers.first == 1 && numbers.last == 2999)
        #expect(numbers.count { $0 < 990 } == 660 && numbers.count > 1300)
    }

    @Test func usageErrorKeepsExistingRejectsFile() throws {
        let workspace = try Workspace("{\"a\":1}\n")
        try workspace.write("notes", to: "rejects.ndjson")
        #expect(
            workspace.run {
                $0.keys = ["typo"]
                $0.rejects = workspace.rejects
            }.error != nil)
        #expect(try workspace.rejected() == ["notes"])
    }
}
