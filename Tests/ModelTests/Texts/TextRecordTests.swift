import Foundation
import StreamImport
import Testing

/// Records of the type ``JSONText`` are the texts of the records.
@Suite struct TextRecordTests {
    @Test(arguments: ValidJSON.texts.filter { $0.text != "null" })
    func validTextIsKept(_ text: String, _ value: JSONValue) throws {
        let kept = try JSONText(json: " \n" + text + "\t ")
        #expect(kept == (try JSONText(json: text)))
        #expect(kept.text.utf8.elementsEqual(text.trimmed.utf8))
        #expect(try JSONValue(json: kept.bytes) == value)
    }

    @Test func joinedTextsAreImportedAsTexts() async throws {
        let texts = ValidJSON.texts.map(\.text.trimmed)
        let outcome = try await importAllVariants(
            to: JSONText.self, from: "[" + texts.joined(separator: " ,\n ") + "]", chunkSizes: [1, 7, nil])
        #expect(outcome.records?.map(\.text) == texts)
        let lines = texts.map(\.inOneLine)
        let outcomeOfLines = try await importAllVariants(
            to: JSONText.self, from: lines.joined(separator: " \n"), chunkSizes: [1, 7, nil]
        ) { $0.format = .lines }
        #expect(outcomeOfLines.records?.map(\.text) == lines)
        let containers = texts.filter { $0.hasPrefix("[") || $0.hasPrefix("{") }
        let outcomeOfSequence = try await importAllVariants(
            to: JSONText.self, from: containers.joined(), chunkSizes: [1, 7, nil]
        ) { $0.format = .sequence }
        #expect(outcomeOfSequence.records?.map(\.text) == containers)
    }

    @Test(arguments: InvalidJSON.texts)
    func invalidTextHasErrorOfSkippedValue(_ text: String) throws {
        for chunkBytes in [1, 1000] {
            var options = ImportOptions()
            options.chunkBytes = chunkBytes
            let error = #expect(throws: ImportError.self) { try JSONText(json: text, options: options) }
            let expected = #expect(throws: ImportError.self) {
                try SkippedValue(json: text, options: options)
            }
            #expect(error?.message == expected?.message && error?.location == expected?.location)
        }
    }

    @Test(arguments: InvalidJSON.bytes)
    func invalidBytesHaveErrorOfSkippedValue(_ bytes: [UInt8]) throws {
        let error = #expect(throws: ImportError.self) { try JSONText(json: bytes) }
        let expected = #expect(throws: ImportError.self) { try SkippedValue(json: bytes) }
        #expect(error?.message == expected?.message && error?.location == expected?.location)
    }

    @Test func truncatedTextHasErrorOfSkippedValue() throws {
        let text = #"{"a":[1,-2.5e3,"\u00e9",true],"b":{"c":null}}"#
        for count in 0..<text.utf8.count {
            let prefix = Array(text.utf8.prefix(count))
            let error = #expect(throws: ImportError.self) { try JSONText(json: prefix) }
            let expected = #expect(throws: ImportError.self) { try SkippedValue(json: prefix) }
            #expect(error?.message == expected?.message && error?.location == expected?.location)
        }
    }

    @Test func rejectedLineIsBetweenTexts() async throws {
        let outcome = try await importAllVariants(to: JSONText.self, from: "[ 1 ]\n[2\n{ }\n") {
            $0.format = .lines
            $0.errorPolicy = .collect()
        }
        #expect(outcome.records?.map(\.text) == ["[ 1 ]", "{ }"])
        #expect(outcome.summary?.rejectedRecords.map(\.number) == [2])
    }

    @Test func recordAtPathIsText() async throws {
        let outcome = try await importAllVariants(
            to: JSONText.self, from: #"{"data":{"items":[ {"a" : 1} ,null,"x"]}}"#, at: "data.items")
        #expect(outcome.records?.map(\.text) == [#"{"a" : 1}"#, "null", "\"x\""])
    }
}

extension String {
    /// The text with spaces for line feeds and carriage returns.
    fileprivate var inOneLine: String {
        String(decoding: utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
    }

    /// The text without white space of JSON around it.
    fileprivate var trimmed: String { trimmingCharacters(in: CharacterSet(charactersIn: " \t\r\n")) }
}
