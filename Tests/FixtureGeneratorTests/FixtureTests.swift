import FixtureGenerator
import Foundation
import Testing

@Suite struct FixtureTests {
    @Test(arguments: Fixture.Workload.allCases, Fixture.Shape.allCases)
    func dumpParsesWithRequestedRecordCount(workload: Fixture.Workload, shape: Fixture.Shape) throws {
        for isPretty in [false, true] {
            for records in [0, 1, 57] {
                let fixture = Fixture(workload: workload, shape: shape, isPretty: isPretty)
                #expect(try parse(fixture.data(records: records), shape).count == records)
            }
        }
    }

    @Test(arguments: Fixture.Workload.allCases)
    func sameArgumentsProduceSameBytes(workload: Fixture.Workload) {
        let fixture = Fixture(workload: workload, seed: 7)
        #expect(fixture.data(records: 100) == fixture.data(records: 100))
    }

    @Test(arguments: Fixture.Workload.allCases)
    func differentSeedsProduceDifferentDumps(workload: Fixture.Workload) {
        let dump = Fixture(workload: workload, seed: 1).data(records: 10)
        #expect(dump != Fixture(workload: workload, seed: 2).data(records: 10))
    }

    @Test(arguments: Fixture.Workload.allCases)
    func longerDumpStartsWithShorterDump(workload: Fixture.Workload) {
        let fixture = Fixture(workload: workload, shape: .lines)
        #expect(fixture.data(records: 200).starts(with: fixture.data(records: 50)))
    }

    @Test(arguments: Fixture.Workload.allCases)
    func shapeDoesNotChangeRecords(workload: Fixture.Workload) throws {
        let array = try parse(Fixture(workload: workload, shape: .array).data(records: 20), .array)
        for shape in [Fixture.Shape.lines, .envelope] {
            let records = try parse(
                Fixture(workload: workload, shape: shape, isPretty: true).data(records: 20), shape)
            #expect(NSArray(array: records) == NSArray(array: array))
        }
    }

    @Test(arguments: Fixture.Workload.allCases, Fixture.Shape.allCases)
    func requestedSizeIsMetWithinOneRecord(workload: Fixture.Workload, shape: Fixture.Shape) {
        let fixture = Fixture(workload: workload, shape: shape)
        let size = 300_000
        var text: [UInt8] = []
        let summary = fixture.write(.bytes(size)) { text += $0 }
        #expect(summary.bytes == text.count)
        #expect(text.count >= size)
        #expect(fixture.data(records: summary.records) == text)
        // The generator expects a record count of one digit in an envelope. The 8 bytes are for more digits.
        #expect(fixture.data(records: summary.records - 1).count < size + 8)
    }

    @Test func sinkErrorStopsGeneration() {
        struct Full: Error {}
        var chunks = 0
        #expect(throws: Full.self) {
            try Fixture(workload: .people).write(.bytes(10_000_000)) { _ throws(Full) in
                chunks += 1
                throw Full()
            }
        }
        #expect(chunks == 1)
    }

    @Test func chunkSizeIsBoundedForLongDump() {
        Fixture(workload: .tweets).write(.bytes(3_000_000)) { chunk in
            #expect((1..<300_000).contains(chunk.count))
        }
    }

    /// Returns the records of a dump, as `JSONSerialization` parses them.
    private func parse(_ text: [UInt8], _ shape: Fixture.Shape) throws -> [Any] {
        switch shape {
        case .array:
            return try #require(JSONSerialization.jsonObject(with: Data(text)) as? [Any])
        case .lines:
            return try text.split(separator: UInt8(ascii: "\n")).map {
                try JSONSerialization.jsonObject(with: Data($0))
            }
        case .envelope:
            let root = try #require(JSONSerialization.jsonObject(with: Data(text)) as? [String: Any])
            let data = try #require(root["data"] as? [String: Any])
            let items = try #require(data["items"] as? [Any])
            #expect(data["count"] as? Int == items.count)
            return items
        }
    }
}
