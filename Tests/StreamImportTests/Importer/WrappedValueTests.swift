import Foundation
import StreamImport
import Testing

/// Values that are wrapped in objects with their types.
@Suite struct WrappedValueTests {
    @Importable
    struct Visit: Equatable {
        let id: String
        let count: Int
        @DateFormat(.iso8601) let seen: Date?
        var tags: [String] = []
    }

    static let texts: [(wrapping: ValueWrapping, text: String)] = [
        (
            .extendedJSON,
            """
            {"id":{"$oid":"a"},"count":{"$numberLong":"12"},"seen":{"$date":1500},"tags":["x",{"$uuid":"y"}]}
            {"id":"b","count":3,"seen":null}
            """
        ),
        (
            .dynamoDB,
            """
            {"Item":{"id":{"S":"a"},"count":{"N":"12"},"seen":{"S":"1970-01-01T00:00:01.5Z"},"tags":{"SS":["x","y"]}}}
            {"Item":{"id":{"S":"b"},"count":{"N":"3"},"seen":{"NULL":true}}}
            """
        ),
    ]

    private static let visits = [
        Visit(id: "a", count: 12, seen: Date(timeIntervalSince1970: 1.5), tags: ["x", "y"]),
        Visit(id: "b", count: 3, seen: nil),
    ]

    @Test(arguments: texts, [1, 7, 4096])
    func valuesAreImportedInPlaceOfTheirObjects(
        example: (wrapping: ValueWrapping, text: String), chunkBytes: Int
    ) throws {
        for parallelism in [Parallelism.none, .cores(2)] {
            var options = ImportOptions()
            (options.wrapping, options.chunkBytes) = (example.wrapping, chunkBytes)
            (options.parallelism, options.segmentBytes) = (parallelism, 64)
            let visits = try StreamImporter.objects(of: Visit.self, from: example.text, options: options)
                .collect()
            #expect(visits == Self.visits)
        }
        #expect(ImportOptions().wrapping == nil)
    }

    /// A reader of texts in memory is reused only without wrapped values.
    @Test func textsInMemoryAreReadWithAndWithoutWrappedValues() throws {
        var options = ImportOptions()
        options.wrapping = .extendedJSON
        let (wrapped, plain) = (#"{"id":{"$oid":"a"},"count":1}"#, #"{"id":"a","count":1}"#)
        let visit = Visit(id: "a", count: 1, seen: nil)
        for _ in 0..<3 {
            #expect(try Visit(json: wrapped, options: options) == visit)
            #expect(try Visit(json: plain) == visit)
            #expect(throws: ImportError.self) { try Visit(json: wrapped) }
            #expect(try [Visit](json: "[\(wrapped)]", options: options) == [visit])
        }
    }

    @Test(arguments: [
        (
            #"{"count":{"$oid":"x"},"id":"a"}"#,
            #"typeMismatch at 2:2 (23), record 2, $[1].count: expected an integer, found "x""#
        ),
        (
            #"{"id":{"$oid":"a"}}"#,
            #"missingKeys at 2:2 (23), record 2, $[1]: missing required key "count" of Visit"#
        ),
    ])
    func errorHasLocationOfRecord(record: String, error: String) throws {
        var options = ImportOptions()
        options.wrapping = .extendedJSON
        let text = #"[{"id":"","count":1},"# + "\n \(record)]"
        let found = #expect(throws: ImportError.self) { try [Visit](json: text, options: options) }
        #expect(found.map(render) == error)
    }

    /// A `Decodable` type gets the values, too.
    @Test func decoderReadsValues() throws {
        struct Item: Decodable, Equatable { var count: Int }
        var options = ImportOptions()
        options.wrapping = .dynamoDB
        let items = StreamImporter.objects(
            decoding: Item.self, from: #"[{"count":{"N":"7"}}]"#, options: options)
        #expect(try items.collect() == [Item(count: 7)])
    }
}
