import Foundation
import TestSupport
import Testing

/// An import takes as much memory as one record and one chunk need, whatever the length of the input.
///
/// The stream comes through a pipe from another process. The figure is the peak memory of the import, minus that of an
/// idle process of the same program. On Linux, neither includes the current file-backed pages.
@Suite struct MemoryTests {
    /// The length of the long streams in megabytes.
    static let megabytes: Int = {
        if let size = ProcessInfo.processInfo.environment["GAUGE_MEGABYTES"].flatMap({ Int($0) }) {
            return size
        }
        #if DEBUG
            return 4
        #else
            return 200
        #endif
    }()

    /// The length of the short streams in megabytes.
    static let shortMegabytes = max(megabytes / 10, 1)

    static let shapes = [
        ["array"], ["lines"], ["envelope"], ["new-keys"], ["array", "--gzip"], ["export"], ["updates"],
        ["merges"], ["hooks"], ["decoded"], ["texts"], ["decoded", "--threads=2"], ["array", "--threads=2"],
        ["lines", "--threads=2"], ["envelope", "--threads=2", "--gzip"],
    ]

    @Test(arguments: TestTier.sample(shapes, count: 5))
    func longStreamUsesAsLittleMemoryAsShortStream(shape: [String]) throws {
        let short = try Peak(of: shape, megabytes: Self.shortMegabytes)
        let long = try Peak(of: shape, megabytes: Self.megabytes)
        let figures = "\(shape): \(short) of \(Self.shortMegabytes) MB, \(long) of \(Self.megabytes) MB"
        #expect(long.textBytes >= Self.megabytes * 1_000_000 && long.error == nil, "\(figures)")
        #expect(long.aboveEmpty <= 24_000_000, "\(figures)")
        // Up to 4 segments of 128 KiB wait with their records. How many there are at once depends on when the system runs the
        // threads, so a long stream meets more of them.
        let waiting = shape.contains("--threads=2") ? 8 * 128 << 10 : 0
        #expect(long.aboveEmpty <= short.aboveEmpty + 2_000_000 + waiting, "\(figures)")
    }

    @Test func nestingBeyondLimitIsRejectedInBoundedMemory() throws {
        let peak = try Peak(of: ["too-many-brackets"], megabytes: Self.megabytes)
        #expect(
            peak.error?.contains("arrays and objects are nested deeper than the limit of 512")
                == true)
        #expect(peak.aboveEmpty <= 2_000_000, "\(peak)")
    }

    /// The parser stores the kind of each open bracket in one byte. The limit is 4 MB, and one byte for each bracket of
    /// the stream.
    @Test func allowedNestingUsesAtMostOneBytePerBracket() throws {
        let peak = try Peak(of: ["brackets"], megabytes: Self.megabytes)
        #expect(peak.error == nil && peak.records == 1)
        #expect(peak.aboveEmpty <= 4_000_000 + Self.megabytes * 1_000_000, "\(peak)")
    }
}

/// The peak memory of an import, in bytes.
private struct Peak: Decodable, CustomStringConvertible {
    /// The difference from ``empty``.
    let aboveEmpty: Int
    /// The peak memory of an idle process.
    let empty: Int
    let records: Int
    let textBytes: Int
    let error: String?

    init(of shape: [String], megabytes: Int) throws {
        self = try Gauge.run(["memory", shape[0], "\(megabytes)MB"] + shape.dropFirst())
    }

    var description: String { "\(aboveEmpty) bytes above \(empty)" }
}
