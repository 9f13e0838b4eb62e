import FixtureGenerator
import Foundation

/// The correct result for a dump, computed record by record with `JSONSerialization`.
package struct Reference: Codable, Sendable {
    private(set) var keys = 0
    private(set) var checksum = Checksum()

    /// Generates the first records of a workload again, as lines, and computes the reference from these lines. So
    /// memory use stays small, and the reference does not depend on how a contender finds records.
    init(of fixture: Fixture, records: Int, type: (some Summable).Type) throws {
        var lines = fixture
        lines.shape = .lines
        try lines.write(.records(records)) { chunk in
            for line in chunk.split(separator: UInt8(ascii: "\n")) {
                try withAutoreleasePool {
                    let record = try JSONSerialization.jsonObject(with: Data(line)) as? JSONObject ?? [:]
                    keys += Self.countKeys(in: record)
                    checksum.add(record, as: type)
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

/// Runs a closure, and then releases its autoreleased objects where the platform has autorelease pools.
package func withAutoreleasePool<Result>(_ body: () throws -> Result) rethrows -> Result {
    #if canImport(ObjectiveC)
        try autoreleasepool(invoking: body)
    #else
        try body()
    #endif
}
