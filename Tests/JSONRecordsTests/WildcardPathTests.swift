import RecordInvariants
import Testing

@testable import JSONRecords

/// A path with wildcards leads to several arrays, which are read one after another.
@Suite struct WildcardPathTests {
    /// Returns the texts of the records, and the paths of the rejected ones. Requires that they are equal for all sizes
    /// of chunks.
    private func read(_ text: String, at path: String, format: ImportFormat = .automatic) throws -> [String] {
        let outcomes = try [1, 2, 7, 4096].map { size in
            var options = ReadOptions()
            options.format = format
            options.errorPolicy = .collect()
            options.keepsRejectedText = true
            options.chunkBytes = size
            let consumer = TranscriptConsumer(ConsumerBehavior())
            let reader = RecordReader(
                MemorySource(Array(text.utf8)), paths: RecordPaths(try JSONPath(path)), options: options,
                consumer: consumer
            )
            try reader.readAll()
            let records = consumer.lines.filter { $0.hasPrefix("record ") }.map {
                String($0.split(separator: ": ", maxSplits: 1)[1])
            }
            return records
                + reader.summary.rejectedRecords.map { "\($0.number) \($0.error.path?.description ?? "")" }
        }
        #expect(Set(outcomes).count == 1)
        return outcomes[0]
    }

    private static let users =
        #"{"n":2,"users":[{"tags":[1,2]},{"x":[9]},{"tags":[]},{"tags":{"a":3}},{"tags":[{"r":4}]}]}"#

    @Test(arguments: [
        ("users[*].tags", ["1", "2", #"{\"a\":3}"#, "4 $.users[4].tags[0].r"]),
        ("$.users.*.tags", ["1", "2", #"{\"a\":3}"#, "4 $.users[4].tags[0].r"]),
        ("users[0].tags", ["1", "2"]), ("users[0].tags[*]", ["1", "2"]),
        ("$[\"users\"][0][\"tags\"]", ["1", "2"]),
        ("*[*].x", ["9"]),
    ])
    func recordsOfAllMatchingArraysAreRead(path: String, records: [String]) throws {
        let expected = records.map { $0.contains("$.") ? $0 : "\"\($0)\"" }
        #expect(try read(Self.users, at: path) == expected)
    }

    @Test(arguments: [
        (#"{"a":[1],"b":[2,3]}"#, "*", ["[1]", "[2,3]"]), ("[[1],[2]]", "$[*]", ["[1]", "[2]"]),
        (#"{"by":{"x":{"i":1},"y":2}}"#, "by.*", [#"{\"i\":1}"#, "2"]),
        ("{\"a\":[[1]]}\n{\"a\":[[2]]}\n", "a[*]", ["[1]", "[2]"]),
    ])
    func valuesAtTrailingWildcardAreRecords(text: String, path: String, records: [String]) throws {
        let format = text.contains("\n") ? ImportFormat.lines : .automatic
        #expect(try read(text, at: path, format: format) == records.map { "\"\($0)\"" })
    }

    @Test(arguments: ["items[*].tags", "items.*", "items[*][*]"])
    func wildcardInEmptyArrayIsFound(path: String) throws {
        #expect(try read(#"{"items":[]}"#, at: path) == [])
    }

    @Test(arguments: ["items[*].none", "none[*].tags", "items[*].tags[*].x"])
    func wildcardPathWithoutValueIsError(path: String) throws {
        let error = #expect(throws: ImportError.self) { try read(#"{"items":[{"tags":[1]}]}"#, at: path) }
        #expect(error?.code == .pathNotFound)
    }
}
