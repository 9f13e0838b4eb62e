import RecordInvariants
import Testing

@testable import JSONRecords

/// The first line may end inside a value, before the reader knows that lines do not separate values. Before the fix,
/// the text before the line feed was lost, and the error named the wrong token.
@Suite struct UndecidedFramingTests {
    @Test(arguments: [
        ("{\"a\":\n1[3]}", 7, "'['"), ("{\"a\":\n\"\"5}", 8, "5"), ("{\"a\":\n1\n2}", 8, "2"),
        ("{\"a\":\n01}", 6, "01"), ("{\"a\"\n:1{", 7, "'{'"),
    ])
    func unexpectedTokenOnSecondLineIsNamed(text: String, offset: Int, found: String) {
        for chunkSize in 1...text.utf8.count {
            var options = ReadOptions()
            options.chunkBytes = chunkSize
            let source = MemorySource(Array(text.utf8))
            let reader = RecordReader(source, options: options, consumer: TranscriptConsumer())
            let error = #expect(throws: ImportError.self) { try reader.readAll() }
            #expect(error?.location?.offset == offset)
            #expect(error?.message == "expected ',' or '}' after a member, found \(found)")
        }
    }
}
