import RecordInvariants
import Testing

@testable import JSONRecords

/// A scalar at the top level is complete when the next token arrives. Before the fix, the text of the record was lost
/// if the next token was in another chunk.
@Suite struct PendingRecordTests {
    @Test(arguments: 1...12)
    func topLevelScalarKeepsTextAcrossChunks(chunkSize: Int) throws {
        var options = ReadOptions()
        options.format = .sequence
        options.chunkBytes = chunkSize
        options.keepsRejectedText = true
        let consumer = TranscriptConsumer()
        let source = MemorySource(Array("10 \"a\" null".utf8))
        try RecordReader(source, options: options, consumer: consumer).readAll()
        #expect(
            consumer.lines.filter { $0.hasPrefix("record") } == [
                #"record 1 at 0..<2: "10""#, #"record 2 at 3..<6: "\"a\"""#, #"record 3 at 7..<11: "null""#,
            ])
    }
}
