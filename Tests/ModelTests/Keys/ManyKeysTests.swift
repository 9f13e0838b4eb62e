import StreamImport
import TestSupport
import Testing

/// Keys match their fields even if the input has more spellings than the cache can hold.
@Suite struct ManyKeysTests {
    @Importable
    struct Wide: Equatable {
        var firstName: Int?
        @Key("deep.value") var path: Int?
    }

    /// The number of records, whose keys are more than the cache can hold.
    private static let count = TestTier.count(150, full: 3_000)

    /// In the quick tier, lets the cache hold fewer spellings.
    private static func limitCache(_ options: inout ImportOptions) {
        if !TestTier.isFull { options.maximumCachedSpellings = 40 }
    }

    @Test func newUnknownKeysInEveryRecordDoNotAffectFields() throws {
        let objects = (0..<Self.count).map { index in
            #"{"k\#(index)":{"first_name":0},"firstName":\#(index),"é\#(index)":[0],"deep":{"q\#(index)":1,"value":\#(index)}}"#
        }
        let outcome = try importAllChunkSizes(
            to: Wide.self, from: Array("[\(objects.joined(separator: ","))]".utf8),
            chunkSizes: [31, 4096, nil], Self.limitCache)
        #expect(outcome.records == (0..<Self.count).map { Wide(firstName: $0, path: $0) })
    }

    @Test func newSpellingsInEveryRecordMatchField() throws {
        let objects = (0..<Self.count).map { index -> String in
            let dashes = String(repeating: "-", count: index % 60) + String(repeating: " ", count: index / 60)
            return "{\"first\(dashes)name\":\(index),\"z\(index)\":1}"
        }
        let outcome = try importAllChunkSizes(
            to: Wide.self, from: Array("[\(objects.joined(separator: ","))]".utf8),
            chunkSizes: [31, 4096, nil], Self.limitCache)
        #expect(outcome.records == (0..<Self.count).map { Wide(firstName: $0) })
        // The exact spelling has a higher precedence than the other spellings.
        let objectsWithExactSpelling = objects.map {
            $0.dropLast() + ",\"FIRSTNAME\":-1,\"firstName\":7,\"first_Name\":-2}"
        }
        let exactOutcome = try importAllChunkSizes(
            to: Wide.self, from: Array("[\(objectsWithExactSpelling.joined(separator: ","))]".utf8),
            chunkSizes: [4096, nil], Self.limitCache)
        #expect(exactOutcome.records == [Wide](repeating: Wide(firstName: 7), count: Self.count))
    }
}
