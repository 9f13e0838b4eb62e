import TestSupport
import Testing

@testable import JSONRecords

/// Objects whose members are the columns of a table, read as records.
@Suite struct ColumnarTests {
    private func records(
        _ text: String, at path: JSONPath, limit: Int = 1000, _ options: ReadOptions = ReadOptions()
    ) throws -> [String] {
        try records(.text(text), at: path, limit: limit, options)
    }

    private func records(
        _ input: InputOrigin.Kind, at path: JSONPath = "", limit: Int = 1000, _ options: ReadOptions
    ) throws -> [String] {
        var options = options
        options.maximumColumnarBytes = limit
        let outcomes = try [1, 7, 4096].map { size in
            options.chunkBytes = size
            let receiver = Texts()
            try RecordInput(InputOrigin(input), at: path, options: options)
                .read(into: RecordTextConsumer(receiver))
            return receiver.texts
        }
        #expect(Set(outcomes).count == 1)
        return outcomes[0]
    }

    private final class Texts: RecordTextReceiver {
        private(set) var texts: [String] = []
        func receive(_ text: Span<UInt8>, at offset: Int) { texts.append(String(repairing: text)) }
        func recordCompleted(_ record: borrowing CompletedRecord) {}
        func recordDiscarded() {}
    }

    @Test(arguments: [
        (#"{"t":["a","b"],"x":[1,[2,{}]]}"#, "", [#"{"t":"a","x":1}"#, #"{"t":"b","x":[2,{}]}"#]),
        (#" { "t" : [ 1 , 2 ] } "#, "", [#"{"t":1}"#, #"{"t":2}"#]),
        (
            #"{"u":"C","h":{"t":["]",","],"u":"m","o":{"a":[1]}}}"#, "h",
            [#"{"t":"]","u":"m","o":{"a":[1]}}"#, #"{"t":",","u":"m","o":{"a":[1]}}"#]
        ),
        (#"{"r":[0,{"t":[1]}],"s":[{}]}"#, "r[1]", [#"{"t":1}"#]),
        (
            #"{"a":{"t":[1]},"b":{"a":{"t":[2]}},"a":{"t":[3,4]}}"#, "a",
            [#"{"t":1}"#, #"{"t":3}"#, #"{"t":4}"#]
        ),
        (
            #"{"a":{"0":1,"x":{}},"b":{"0":[2],"x":"}"},"u":"C"}"#, "",
            [#"{"a":1,"b":[2],"u":"C"}"#, #"{"a":{},"b":"}","u":"C"}"#]
        ),
        (#"{"a":{},"b":{ }}"#, "", []),
        (#"{"t":[],"x":[ ]}"#, "", []), (#"{"k\"\u00e9":["é"]}"#, "", [#"{"k\"\u00e9":"é"}"#]),
    ])
    func rowsOfColumnsAreRecords(text: String, path: JSONPath, expected: [String]) throws {
        #expect(try records(text, at: path) == expected)
    }

    @Test func manyRowsAreReadInPieces() throws {
        let numbers = (0..<20_000).map(String.init).joined(separator: ",")
        let rows = try records("{\"a\":[\(numbers)],\"b\":[\(numbers)]}", at: "", limit: 1 << 20)
        #expect(rows == (0..<20_000).map { "{\"a\":\($0),\"b\":\($0)}" })
    }

    @Test(arguments: [
        (#"{"t":[1,2],"x":[1]}"#, "", "expected columns of one length, 2, found 1 elements of \"x\""),
        (#"{"t":1}"#, "", "expected an object with arrays as columns"),
        (
            #"{"a":{"0":1,"1":2},"b":{"0":1}}"#, "",
            "expected columns of one length, 2, found 1 elements of \"b\""
        ),
        (
            #"{"a":{"0":1,"1":2},"b":{"0":1,"2":1}}"#, "",
            "expected columns with the same keys in the same order, found \"2\""
        ),
        (#"{"h":[{"t":[1]}]}"#, "h", "expected an object whose members are columns, found an array"),
        ("7", "", "expected an object whose members are columns"),
        ("{\"t\":[1]}\n{\"t\":[2]}", "", "expected one object whose members are columns, found several"),
        (#"{"t":[1,}"#, "", "expected a value, found '}'"),
        ("{\"t\":[" + String(repeating: "1,", count: 600) + "1]}", "", "longer than the limit of 1000 bytes"),
    ])
    func otherValuesAreErrors(text: String, path: JSONPath, message: String) throws {
        let error = #expect(throws: ImportError.self) { try records(text, at: path) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [(600, true), (601, false)])
    func depthOfColumnsIsLimited(maximumDepth: Int, isError: Bool) throws {
        let value = String(repeating: "[", count: 599) + String(repeating: "]", count: 599)
        var options = ReadOptions()
        options.maximumDepth = maximumDepth
        let read = { try records(#"{"a":[\#(value)],"b":[1]}"#, at: "", limit: 5000, options) }
        guard isError else {
            #expect(try read() == [#"{"a":\#(value),"b":1}"#])
            return
        }
        #expect(throws: ImportError.self) { try read() }
    }

    @Test func formatIsThatOfInput() throws {
        let line = #"{"h":{"t":[1,2]}}"#
        let text = "\(line)\n\(line)"
        var options = ReadOptions()
        options.format = .lines
        let rows = [#"{"t":1}"#, #"{"t":2}"#]
        #expect(try records(text, at: "h", options) == rows + rows)
        options.format = .json
        let error = #expect(throws: ImportError.self) { try records(text, at: "h", options) }
        #expect(error?.code == .trailingData)
        // The location is one in the input.
        #expect(error?.location?.offset == line.utf8.count + 1)
    }

    @Test func textIsDecompressedOnce() throws {
        let text = Compressed.gzip(Compressed.gzip(Array(#"{"t":[1]}"#.utf8)))
        let error = #expect(throws: ImportError.self) { try records(.bytes(text), ReadOptions()) }
        #expect(error?.code == .unsupportedFormat)
    }
}
