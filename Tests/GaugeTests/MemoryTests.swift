import Foundation
import Testing

/// An import takes as much memory as one record and one chunk need, however long the input is.
///
/// The stream comes through a pipe from another process. Memory is the peak of the resident memory over that of
/// an idle process of the same program.
@Suite struct MemoryTests {
    /// How long the long streams are, in megabytes.
    static let megabytes: Int = {
        if let size = ProcessInfo.processInfo.environment["GAUGE_MEGABYTES"].flatMap({ Int($0) }) {
            return size
        }
        #if DEBUG
            return 10
        #else
            return 200
        #endif
    }()

    @Test(arguments: [
        ["array"], ["lines"], ["envelope"], ["new-keys"], ["array", "--gzip"], ["export"], ["updates"],
        ["merges"], ["hooks"],
    ])
    func longStreamUsesAsLittleMemoryAsShortStream(shape: [String]) throws {
        let short = try Peak(of: shape, megabytes: 2)
        let long = try Peak(of: shape, megabytes: Self.megabytes)
        let numbers = "\(shape): \(short) of 2 MB, \(long) of \(Self.megabytes) MB"
        #expect(long.textBytes >= Self.megabytes * 1_000_000 && long.failure == nil, "\(numbers)")
        #expect(long.aboveEmpty <= 24_000_000, "\(numbers)")
        #expect(long.aboveEmpty <= short.aboveEmpty + 2_000_000, "\(numbers)")
    }

    @Test func nestingBeyondLimitIsRejectedInBoundedMemory() throws {
        let peak = try Peak(of: ["too-many-brackets"], megabytes: Self.megabytes)
        #expect(peak.failure?.contains("more than 512 arrays and objects are nested") == true)
        #expect(peak.aboveEmpty <= 2_000_000, "\(peak)")
    }

    /// One for the parser, which has to know the kind of each bracket, and some.
    @Test func allowedNestingUsesOneBytePerBracket() throws {
        let peak = try Peak(of: ["brackets"], megabytes: Self.megabytes)
        #expect(peak.failure == nil && peak.records == 1)
        #expect(peak.aboveEmpty <= 4_000_000 + Self.megabytes * 1_000_000, "\(peak)")
    }
}

private struct Peak: Decodable, CustomStringConvertible {
    let aboveEmpty: Int
    let empty: Int
    let records: Int
    let textBytes: Int
    let failure: String?

    init(of shape: [String], megabytes: Int) throws {
        self = try Gauge.run(["memory", shape[0], "\(megabytes)MB"] + shape.dropFirst())
    }

    var description: String { "\(aboveEmpty) bytes above \(empty)" }
}
