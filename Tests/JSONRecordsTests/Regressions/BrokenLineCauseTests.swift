import RecordInvariants
import Testing

@testable import JSONRecords

/// A line with a syntax error after a complete value is one rejected record with the text of the line, and the syntax
/// error is its cause. Before the fix, a value that was no record was rejected, and the rest of the line was lost.
@Suite struct BrokenLineCauseTests {
    /// Reads a text in chunks of each size. Returns the rejected records, which must not depend on the size.
    private func rejected(_ text: String, _ format: ImportFormat) throws -> [RejectedRecord] {
        var behavior = ConsumerBehavior()
        behavior.takesObjectsOnly = true
        let outcomes = try (1...text.utf8.count).map { size in
            var options = ReadOptions()
            options.format = format
            options.errorPolicy = .collect()
            options.keepsRejectedText = true
            options.chunkBytes = size
            let reader = RecordReader(
                MemorySource(Array(text.utf8)), options: options, consumer: TranscriptConsumer(behavior))
            try reader.readAll()
            return reader.summary.rejectedRecords
        }
        let descriptions = outcomes.map { records in
            records.map { "\($0.number) \($0.byteRange) \($0.error) \($0.text ?? "")" }
        }
        #expect(Set(descriptions).count == 1)
        return outcomes[0]
    }

    @Test(
        arguments: [
            #""name":"x","b":2}"#, #"7,{"a":1}"#, #"[1] x"#, #"{"r":1} garbage"#, #"{"r":1} {"b":2}"#,
            "null}",
        ], [ImportFormat.automatic, .lines])
    func lineWithSyntaxErrorAfterRejectedValueIsRejectedWhole(line: String, format: ImportFormat) throws {
        // With several values in the first line, an automatic format is a sequence. With a bracket, it is an array.
        let isFirst = format == .lines || ![#"{"r":1} {"b":2}"#, "[1] x"].contains(line)
        let lines = (isFirst ? [] : [#"{"a":0}"#]) + [line, #"{"a":1}"#, line]
        let found = try rejected(lines.joined(separator: "\n"), format)
        #expect(found.map(\.text) == [line, line])
        #expect(found.map(\.number) == (isFirst ? [1, 3] : [2, 4]))
        #expect(found.allSatisfy { $0.error.category == .syntax })
        #expect(found.allSatisfy { $0.error.record == $0.number })
    }

    @Test func rejectedValueThatIsWholeLineKeepsItsCause() throws {
        let found = try rejected("7\n{\"a\":1}\n[2] \n{\"r\":3}\n", .lines)
        #expect(found.map(\.text) == ["7", "[2]", #"{"r":3}"#])
        #expect(found.map(\.error.category) == [.data, .data, .data])
    }
}
