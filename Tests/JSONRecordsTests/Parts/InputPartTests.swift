import Foundation
import TestSupport
import Testing

@testable import JSONRecords

/// The lines of manifests, and the properties that parts must have.
@Suite struct InputPartTests {
    private static let line = """
        {"column":8,"end":20,"firstBytes":"W3t9","format":"json","input":"/a.json","line":2,"modified":"1.000000005",\
        "part":3,"path":"$.data","record":4,"records":2,"size":20,"start":12,"version":1}
        """

    private static let part = InputPart(
        number: 3, of: "/a.json",
        InputFingerprint(size: 20, modified: "1.000000005", firstBytes: Array("[{}".utf8)), format: .json,
        path: "data", byteRange: 12..<20, firstRecord: 4, recordCount: 2, line: 2, column: 8)

    @Test func partIsWrittenAsLine() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(String(decoding: try encoder.encode(Self.part), as: UTF8.self) == Self.line)
    }

    @Test func lineIsReadAsPart() throws {
        #expect(try JSONDecoder().decode(InputPart.self, from: Data(Self.line.utf8)) == Self.part)
    }

    @Test func lineOfAnotherToolNeedsFewMembers() throws {
        let line = #"{"version":1,"part":1,"input":"a","size":9,"start":0,"end":9,"other":[1]}"#
        let part = try JSONDecoder().decode(InputPart.self, from: Data(line.utf8))
        #expect(part == InputPart(of: "a", InputFingerprint(size: 9)))
        try part.validate()
    }

    /// Changes of a line, and the debug description of the error of the line.
    static let malformed: [(old: String, new: String, error: String)] = [
        (#""version":1"#, #""version":2"#, "expected a part of version 1, found version 2"),
        (#""start":12"#, #""start":21"#, "expected at least the start, 21, found 20"),
        (
            #""record":4"#, #""record":-9223372036854775808"#,
            "the part is invalid: expected numbers from 1 on for record, records, line and column"
        ),
        (#""format":"json""#, #""format":"xml""#, #"expected a format, found "xml""#),
        (#""path":"$.data""#, #""path":"a[""#, #"expected a path, found "a[""#),
        (
            #""path":"$.data""#, #""path":"/data/0""#,
            #"expected a path with indices in brackets, such as data[0], found "/data/0""#
        ),
        (#""firstBytes":"W3t9""#, #""firstBytes":"?""#, #"expected text in Base64, found "?""#),
    ]

    @Test(arguments: malformed)
    func malformedLineIsRejected(old: String, new: String, error: String) throws {
        let line = Self.line.replacing(old, with: new)
        #expect(line != Self.line)
        do {
            _ = try JSONDecoder().decode(InputPart.self, from: Data(line.utf8))
            Issue.record("the line was read")
        } catch DecodingError.dataCorrupted(let context) {
            #expect(context.debugDescription == error)
        }
    }

    /// Changes of a valid part, and a word of the message.
    static let invalid: [(change: @Sendable (inout InputPart) -> Void, word: String)] = [
        ({ $0.number = 0 }, "part"), ({ $0.byteRange = -1..<4 }, "start"),
        ({ $0.byteRange = 1..<21 }, "start"),
        (
            {
                $0.fingerprint.size = .max; $0.byteRange = 1 ..< .max
            }, "start"
        ), ({ $0.firstRecord = 0 }, "record"),
        ({ $0.firstRecord = .max }, "record"), ({ $0.recordCount = -1 }, "record"),
        ({ $0.recordCount = .max }, "record"), ({ $0.line = 0 }, "line"), ({ $0.column = 0 }, "column"),
        ({ $0.column = 14 }, "column"), ({ $0.format = .automatic }, "format"),
        ({ $0.format = .lines }, "path"), ({ $0.path = JSONPath([.wildcard]) }, "path"),
        ({ $0.path = JSONPath([.index(.max)]) }, "path"),
        ({ $0.byteRange = 0..<20 }, "record"), ({ $0.path = "data[*].items" }, "path"),
    ]

    @Test func partThatBeginsWithInputMayHaveWildcards() throws {
        var part = InputPart(of: "/a.json", InputFingerprint(size: 20), path: "data[*].items")
        try part.validate()
        part.byteRange = 0..<10
        try part.validate()
    }

    @Test(arguments: invalid.indices)
    func invalidPartIsError(index: Int) throws {
        var part = Self.part
        try part.validate()
        Self.invalid[index].change(&part)
        let error = #expect(throws: ImportError.self) { try part.validate() }
        #expect(error?.code == .invalidPart)
        #expect(error?.message.contains(Self.invalid[index].word) == true)
    }
}
