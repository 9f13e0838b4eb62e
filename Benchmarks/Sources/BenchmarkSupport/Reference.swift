import FixtureGenerator
import Foundation

/// The right result for a dump, found record by record with `JSONSerialization`.
struct Reference: Codable, Sendable {
    private(set) var keys = 0
    private(set) var checksum = Checksum()

    /// Reads the first records of a workload again, as lines, so that nothing large is held in memory and no
    /// contender's own way of finding records is involved.
    init(of fixture: Fixture, records: Int, adding add: (JSONObject, inout Checksum) -> Void) throws {
        var lines = fixture
        lines.shape = .lines
        try lines.write(.records(records)) { chunk in
            for line in chunk.split(separator: UInt8(ascii: "\n")) {
                try withAutoreleasePool {
                    let record = try JSONSerialization.jsonObject(with: Data(line)) as? JSONObject ?? [:]
                    keys += Self.countKeys(in: record)
                    checksum.addRecord()
                    add(record, &checksum)
                }
            }
        }
    }

    private static func countKeys(in value: Any) -> Int {
        switch value {
        case let object as JSONObject: object.values.reduce(object.count) { $0 + countKeys(in: $1) }
        case let array as [Any]: array.reduce(0) { $0 + countKeys(in: $1) }
        default: 0
        }
    }
}

/// Runs the body and frees what it left to be released later, where the platform does so.
func withAutoreleasePool<Result>(_ body: () throws -> Result) rethrows -> Result {
    #if canImport(ObjectiveC)
        try autoreleasepool(invoking: body)
    #else
        try body()
    #endif
}
