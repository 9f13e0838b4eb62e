import Foundation
import Testing

/// Imports that are cut off at any moment, again and again.
@Suite(.serialized) struct CrashTests {
    /// An input, and how it is imported.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var file: String
        var bytes: [UInt8]
        var arguments: [String]
        var status: Int32
    }

    private static let records = 8_000

    static let cases = [
        Case(
            testDescription: "an array", file: "dump.json", bytes: Dump.array(records),
            arguments: ["--key", "id", "--index", "name"], status: 0),
        Case(
            testDescription: "lines, some of them rejected", file: "dump.ndjson",
            bytes: Dump.faultyLines(records), arguments: ["--rejects"], status: 2),
        Case(
            testDescription: "gzip", file: "dump.json.gz", bytes: Gzip.compress(Dump.array(records)),
            arguments: ["--flatten"], status: 0),
    ]

    private static let kills = 50

    @Test(arguments: cases)
    func anImportThatIsKilledFiftyTimesAndGoneOnWithComesToTheSame(example: Case) throws {
        let folder = try Folder([example.file: example.bytes])
        func run(into database: String) throws -> Process {
            let rejects = example.arguments == ["--rejects"] ? ["bad of \(database)"] : []
            let process = Program.make(
                ["import", example.file, "--into", database, "--batch", "200", "--quiet"] + example.arguments
                    + rejects, in: folder)
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            return process
        }
        func time(into database: String) throws -> TimeInterval {
            let start = Date()
            let process = try run(into: database)
            process.waitUntilExit()
            #expect(process.status == example.status)
            return -start.timeIntervalSinceNow
        }

        let whole = try time(into: "whole")
        // What is done already takes only as long as the program needs to start.
        let start = try time(into: "whole")
        var random = Random(seed: 1)
        var killed = 0
        for _ in 0..<Self.kills {
            let process = try run(into: "killed")
            Thread.sleep(forTimeInterval: Double.random(in: 0..<start * 2 + whole / 8, using: &random))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            if process.status == -SIGKILL { killed += 1 }
        }
        #expect(killed > 0)
        _ = try time(into: "killed")

        #expect(try folder.differences("whole", "killed") == [])
        #expect(try folder.rows("PRAGMA integrity_check", of: "killed") == ["ok"])
        if example.status == 2 {
            let files = try ["bad of whole", "bad of killed"].map { try Data(contentsOf: folder.file($0)) }
            #expect(files[0] == files[1])
            #expect(files[0].count { $0 == UInt8(ascii: "\n") } == Self.records / 37)
        }
    }
}
