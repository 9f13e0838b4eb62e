import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import JSONRecords

/// The boundaries at which inputs are divided.
@Suite struct InputSplitterTests {
    /// Records with every place at which a text must not be divided: keys, escapes, surrogate pairs, characters of several
    /// bytes, numbers, and brackets and line feeds in strings.
    private static let records = [
        #"{"key":"a\"b\\","é😀":"\ud83d\ude00\u00e9"}"#, #"{"a,b":["},{",",]["],"n":-12.5e+10}"#, "[]",
        #"{"\u007b":{"x":[[1,2],{"y":null}]},"s":"\\\\\""}"#, #"["日本語","\t\n\r\/"]"#,
        "{\"\(String(repeating: "x", count: 150))\":true}",
    ]

    /// A text with records, the path of its records, and the offsets between two records.
    struct Example: CustomTestStringConvertible {
        let testDescription: String
        let text: [UInt8]
        let path: JSONPath
        let boundaries: [Int]

        /// - Parameters:
        ///   - separator: the text between two records.
        ///   - end: the number of bytes of the separator that belong to the record before it.
        init(
            _ description: String, prefix: String = "", separator: String, end: Int, suffix: String = "",
            path: JSONPath = JSONPath()
        ) {
            testDescription = description
            text = Array((prefix + InputSplitterTests.records.joined(separator: separator) + suffix).utf8)
            self.path = path
            boundaries =
                InputSplitterTests.records.dropLast().reduce(into: (prefix.utf8.count, [Int]())) {
                    state, record in
                    state.1.append(state.0 + record.utf8.count + end)
                    state.0 += record.utf8.count + separator.utf8.count
                }.1
        }
    }

    static let examples = [
        Example("an array", prefix: "[", separator: ",", end: 1, suffix: "]"),
        Example("an array with white space", prefix: " [ ", separator: " ,\r\n\t", end: 2, suffix: "\n]\n"),
        Example("lines", separator: "\n", end: 1),
        Example("lines that end with a carriage return", separator: "\r\n", end: 2, suffix: "\r\n"),
        Example("a sequence", separator: " ", end: 0),
        Example("a JSON text sequence", prefix: "\u{1E}", separator: "\n\u{1E}", end: 2, suffix: "\n"),
        Example(
            "an array in an envelope", prefix: #"{"n":[1,{}],"data":[0,{"items":["#, separator: ",", end: 1,
            suffix: #"],"x":[[],"]"]}]}"#, path: JSONPath([.key("data"), .index(1), .key("items")])),
    ]

    @Test(arguments: examples, [1, 2, 3, 7, 31, 4096])
    func divisionIsOnlyBetweenRecords(example: Example, chunkBytes: Int) throws {
        for offset in TestTier.sample(1..<example.text.count, count: 30, line: chunkBytes) {
            let parts = try divide(example.text, at: example.path, near: [offset], chunkBytes: chunkBytes)
            #expect(parts.count <= 2)
            #expect(parts[0].byteRange.lowerBound == 0)
            #expect(parts[parts.count - 1].byteRange.upperBound == example.text.count)
            guard parts.count == 2 else { continue }
            let boundary = parts[0].byteRange.upperBound
            #expect(example.boundaries.contains(boundary), "\(offset)")
            #expect(boundary >= offset || offset <= chunkBytes + 200)
            #expect(parts[1].byteRange.lowerBound == boundary)
            #expect(parts[1].recordCount == nil && parts[0].recordCount == parts[1].firstRecord - 1)
        }
    }

    @Test func partsHaveNumbersAndLocationsOfText() throws {
        let text = Array("[{},\n{}, {},\n\n {}]".utf8)
        let parts = try divide(text, near: [2, 5, 9], chunkBytes: 1)
        #expect(parts.map(\.byteRange) == [0..<4, 4..<8, 8..<12, 12..<18])
        #expect(parts.map(\.firstRecord) == [1, 2, 3, 4])
        #expect(parts.map(\.recordCount) == [1, 1, 1, nil])
        #expect(parts.map(\.line) == [1, 1, 2, 2])
        #expect(parts.map(\.column) == [1, 5, 4, 8])
        #expect(parts.map(\.format) == [.automatic, .json, .json, .json])
    }

    @Test func pathOfPartNamesContainers() throws {
        let text = Array(#"{"0":[{"a":[[],[]]}]}"#.utf8)
        // In a pointer, a number is a key or an index.
        let parts = try divide(text, at: JSONPath("/0/0/a"), near: [1], chunkBytes: 1)
        #expect(parts.map(\.path.description) == [#"$.0.0.a"#, "$.0[0].a"])
    }

    static let indivisible: [(text: String, path: JSONPath)] = [
        ("", JSONPath()), ("[]", JSONPath()), ("{}", JSONPath()), ("1 2 3 4", JSONPath()),
        ("[1]", JSONPath()),
        (#"{"a":[1,2],"b":[1,2]}"#, JSONPath([.wildcard])), (#"{"a":{"b":1}}"#, JSONPath([.key("a")])),
        ("\n\n{}\n", JSONPath()), ("\u{1E}{}\n", JSONPath()),
    ]

    @Test(arguments: indivisible)
    func textWithoutBoundariesIsOnePart(text: String, path: JSONPath) throws {
        let text = Array(text.utf8)
        // An empty input has no record to read either.
        let parts = text.isEmpty ? [] : try divide(text, at: path, near: Array(1..<text.count), chunkBytes: 1)
        #expect(parts.allSatisfy { $0.byteRange == 0..<text.count })
        #expect(parts.count == (text.isEmpty ? 0 : 1))
    }

    @Test func recordLongerThanPartIsNotDivided() throws {
        let long = "\"" + String(repeating: "a,", count: 3000) + "\""
        let text = Array("[\(long),\(long),1,2]".utf8)
        let parts = try divide(text, near: Array(stride(from: 100, to: text.count, by: 100)), chunkBytes: 64)
        #expect(parts.map(\.byteRange.lowerBound) == [0, 6004, 12_009])
    }

    @Test func compressedFileIsOnePart() throws {
        let folder = try TemporaryDirectory()
        let text = Array("[1,2,3]".utf8)
        for bytes in [Compressed.gzip(text), Compressed.zstd(text)] {
            let path = FilePath(try folder.file(bytes).path)
            let whole = InputPart(of: path.string, try InputFingerprint(of: path))
            let parts = try InputSplitter(whole, from: InputOrigin(.path(path)), options: ReadOptions())
                .parts(endingNear: [1, 2])
            #expect(parts.map(\.byteRange) == [0..<bytes.count])
        }
    }

    @Test func errorBeforeFirstBoundaryIsThrown() throws {
        #expect(throws: ImportError.self) { try divide(Array("[1 2,3,4]".utf8), near: [3], chunkBytes: 4) }
    }

    private func divide(
        _ text: [UInt8], at path: JSONPath = JSONPath(), near offsets: [Int], chunkBytes: Int
    ) throws -> [InputPart] {
        var options = ReadOptions()
        options.chunkBytes = chunkBytes
        let whole = InputPart(of: "dump", InputFingerprint(size: text.count), path: path)
        return try InputSplitter(whole, from: InputOrigin(.bytes(text)), options: options).parts(
            endingNear: offsets)
    }
}
