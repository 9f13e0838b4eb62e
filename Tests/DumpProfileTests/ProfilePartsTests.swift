import DumpProfile
import Foundation
import JSONRecords
import TestSupport
import Testing

/// The profile of a dump that is read in parts, by several threads, is the profile of the dump read as one.
@Suite struct ProfilePartsTests {
    private static func value(_ depth: Int, _ random: inout Random) -> String {
        switch Int.random(in: 0..<(depth < 3 ? 10 : 7), using: &random) {
        case 0: "null"
        case 1: ["true", "false"].randomElement(using: &random)!
        case 2: "\(Int.random(in: -9...9, using: &random))"
        case 3: ["1.5", "-0", "1e400", "18446744073709551616", "1e2", "0.1"].randomElement(using: &random)!
        case 4: "\"\(Int.random(in: 0..<200, using: &random))\""
        case 5: "\"2026-11-0\(Int.random(in: 1...9, using: &random))T00:00:00Z\""
        case 6: "\"\(String(repeating: "é", count: .random(in: 0..<120, using: &random)))\""
        case 7: "[\(list(depth, &random) { value(depth + 1, &$0) })]"
        case 8: "{\(list(depth, &random) { "\"id \($0.next() % 400)\":{\"n\":1}" })}"
        default:
            "{\(list(depth, &random) { "\"\(["a", "b", "c", "d"][Int($0.next() % 4)])\":\(value(depth + 1, &$0))" })}"
        }
    }

    private static func list(_ depth: Int, _ random: inout Random, _ item: (inout Random) -> String) -> String
    {
        (0..<Int.random(in: 0..<5, using: &random)).map { _ in item(&random) }.joined(separator: ",")
    }

    /// Objects with other members, and objects whose keys are data, beyond the limits.
    private static let manyPaths =
        #"{"d":{},"k1":1,"k2":"s","k3":true}"# + "\n"
        + (1...60).map { "{\"d\":{\"a\($0)\":1,\"b\($0)\":2,\"c\($0)\":3,\"e\($0)\":4}}\n" }.joined()

    private static let limits: ProfileLimits = {
        var limits = ProfileLimits()
        (limits.maximumPaths, limits.maximumKeys) = (5, 3)
        return limits
    }()

    @Test func partsBeyondLimitsHaveProfileOfWhole() throws {
        let profile = try Profiles.of(Self.manyPaths, limits: Self.limits)
        #expect(profile.records == 61)
        #expect(profile.omittedMembers > 0)
    }

    /// A part without the string alone would be an object whose keys are data.
    @Test func keysThatLookLikeDataInPartAreKept() throws {
        let lines = (1...60).map { $0 < 4 ? #"{"m":{"s":"x","n":1}}"# : "{\"m\":{\"k\($0)\":1}}" }
        var limits = ProfileLimits()
        limits.maximumKeys = 10
        let profile = try Profiles.of(lines.joined(separator: "\n"), limits: limits)
        #expect(profile.paths.count == 61)
    }

    @Test(arguments: 1...20)
    func partsOfPipeBeyondLimitsHaveAllRecords(segmentBytes: Int) throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(Self.manyPaths.utf8))
        try pipe.fileHandleForWriting.close()
        var options = ReadOptions()
        (options.parallelism, options.segmentBytes) = (.cores(3), 17 * segmentBytes)
        let input = RecordInput(InputOrigin(.handle(pipe.fileHandleForReading)), options: options)
        let profile = try DumpProfiler.profile(of: input, limits: Self.limits)
        #expect(profile.records == 61)
        #expect(profile.paths.count <= 5)
    }

    @Test(arguments: TestTier.sample(1...40 as ClosedRange<UInt64>, count: 4))
    func partsHaveProfileOfWhole(seed: UInt64) throws {
        var random = Random(seed: seed)
        let records = ["{}"] + (1..<100).map { _ in Self.value(0, &random) }
        for text in ["[\(records.joined(separator: ","))]", records.joined(separator: "\n")] {
            let profile = try Profiles.of(text, collectsDistributions: true)
            #expect(profile.records == records.count)
        }
    }
}
