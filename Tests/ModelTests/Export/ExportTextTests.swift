import Foundation
import StreamImport
import TestSupport
import Testing

/// The text of exports: separators, indentation and escapes.
@Suite struct ExportTextTests {
    @Test func recordsAreWrittenAsArrayElementsOrLines() throws {
        #expect(try exported([Int]()) == "[]")
        #expect(try exported([Int]()) { $0.format = .lines } == "")
        #expect(try exported([1, 2]) == "[1,2]")
        #expect(try exported([1, 2]) { $0.format = .lines } == "1\n2\n")
        #expect(
            try exported([Box(1)]) { $0.isIndented = true } == "[\n    {\n        \"value\": 1\n    }\n]\n")
        #expect(
            try exported(["a", "b"]) { ($0.isIndented, $0.format) = (true, .lines) } == "\"a\"\n\"b\"\n")
        #expect(try StreamExporter.data(of: [true]) == Data("[true]".utf8))
    }

    @Test func valuesAreSeparatedAndIndented() throws {
        let text = #"{"a":[],"b":{},"c":[1,null,[true],{"k":"v"}]}"#
        let values = try StreamImporter.objects(of: JSONValue.self, from: text).collect()
        // An object of several members has no order.
        let members = try [#""a":[]"#, #""b":{}"#, #""c":[1,null,[true],{"k":"v"}]"#].map { member in
            try StreamImporter.objects(of: JSONValue.self, from: "{\(member)}").collect()[0]
        }
        #expect(try exported(values).count == text.utf8.count + 2)
        #expect(try exported(members) == #"[{"a":[]},{"b":{}},{"c":[1,null,[true],{"k":"v"}]}]"#)
        #expect(
            try exported(members) { $0.isIndented = true } == """
                [
                    {
                        "a": [

                        ]
                    },
                    {
                        "b": {

                        }
                    },
                    {
                        "c": [
                            1,
                            null,
                            [
                                true
                            ],
                            {
                                "k": "v"
                            }
                        ]
                    }
                ]

                """)
    }

    @Test(arguments: 0..<20)
    func charactersAreEscapedAtEachPosition(position: Int) throws {
        let escapes: [UInt8: String] = [
            0x08: #"\b"#, 0x09: #"\t"#, 0x0A: #"\n"#, 0x0B: #"\u000B"#, 0x0C: #"\f"#, 0x0D: #"\r"#,
            0x1F: #"\u001F"#,
            0x22: #"\""#, 0x5C: #"\\"#, 0x00: #"\u0000"#,
        ]
        for byte in UInt8.min...0x7F {
            let scalar = String(Unicode.Scalar(byte))
            let hexadecimal = String(byte, radix: 16, uppercase: true)
            let code = #"\u00"# + (byte < 0x10 ? "0" : "") + hexadecimal
            let escaped = escapes[byte] ?? (byte < 0x20 ? code : scalar)
            let (before, after) = (
                String(repeating: "é", count: position / 2) + String(repeating: "x", count: position % 2),
                String(repeating: "y", count: 20 - position)
            )
            #expect(try exportedLine(before + scalar + after) == "\"\(before)\(escaped)\(after)\"")
            #expect(try exportedLine(before + scalar + scalar) == "\"\(before)\(escaped)\(escaped)\"")
        }
    }

    @Test(arguments: [1, 2, 7, 100, 1_000_000])
    func bufferSizeDoesNotAffectOutput(bytes: Int) throws {
        let boxes = (0..<300).map { Box("\($0)" + String(repeating: "é", count: $0)) }
        for format in ExportFormat.allCases {
            let text = try exported(boxes) { ($0.bufferBytes, $0.format) = (bytes, format) }
            #expect(text == (try exported(boxes) { $0.format = format }))
        }
    }
}
