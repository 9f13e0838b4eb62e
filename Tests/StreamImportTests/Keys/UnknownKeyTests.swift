import StreamImport
import Testing

/// Keys that mean nothing are ignored, reported or refused.
@Suite struct UnknownKeyTests {
    @Test func aKeyIsReportedOnceForEachType() async throws {
        let text =
            #"[{"name":"a","z":1,"point":{"x":1,"z":2,"Z":3}},{"point":{"z":1,"x":2},"z":1,"NAME":"b"}]"#
        let outcome = try await everyWay(to: Place.self, from: text) { $0.unknownKeys = .report }
        let unknown = try #require(outcome.summary).unknownKeys
        #expect(unknown.map { "\($0.type).\($0.key)" } == ["Place.z", "Point.z", "Point.Z"])
        #expect(unknown.map(\.location?.offset) == [13, 34, 40])
    }

    @Test func aKeyIsReportedOnceHoweverManyThereAre() throws {
        // Spellings that mean something fill what is remembered, so that what means nothing is not.
        let spellings = (0..<1500).map { count in "n" + String(repeating: "_", count: count) + "ame" }
        let objects =
            spellings.map { #"{"\#($0)":"a"}"# }
            + ["z", "y", "z", "y", "z"].map { #"{"name":"b","\#($0)":1}"# }
        let outcome = try everyChunkSize(
            to: Place.self, from: Array("[\(objects.joined(separator: ","))]".utf8), chunkSizes: [31, nil]
        ) { $0.unknownKeys = .report }
        #expect(outcome.records?.count == 1505)
        #expect(outcome.summary?.unknownKeys.map(\.key) == ["z", "y"])
    }

    @Test func atMostAThousandAreReported() throws {
        let objects = (0..<3000).map { #"{"x":\#($0),"key\#($0)":{"x":1},"z":1}"# }
        let outcome = try everyChunkSize(
            to: Point.self, from: Array("[\(objects.joined(separator: ","))]".utf8), chunkSizes: [31, nil]
        ) { $0.unknownKeys = .report }
        #expect(outcome.records == (0..<3000).map { Point(x: $0) })
        #expect(outcome.summary?.unknownKeys.count == 1000)
        #expect(outcome.summary?.unknownKeys.prefix(3).map(\.key) == ["key0", "z", "key1"])
    }

    @Test func aRefusedKeyIsNamedWithItsPath() async throws {
        let text = #"[{"name":"a","point":{"x":1}},{"name":"b","point":{"x":2,"a.b\n":[{}]}},{"NAME":"c"}]"#
        let outcome = try await everyWay(to: Place.self, from: text) {
            $0.unknownKeys = .rejectRecord
            $0.errorPolicy = .collect()
        }
        #expect(outcome.records?.map(\.name) == ["a", "c"])
        #expect(
            outcome.summary?.rejectedRecords.map(\.rendition) == [
                #"#2 30..<71 unknownKey at 1:58 (57), record 2, $[1].point["a.b\n"]: Point has no field for the key "a.b\n""#
            ])
    }
}
