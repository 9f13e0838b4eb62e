import Foundation
import StreamImport
import TestSupport
import Testing

/// A ``JSONText`` outside of an import.
@Suite struct JSONTextValueTests {
    @Importable struct Message: Equatable {
        var id: Int
        var payload: JSONText
        var note: JSONText?
    }

    private static let payload = "{ \"a\" : [ 1.0,\n\"\\u00e9\" ] }"

    @Test func textIsExportedAsWritten() throws {
        let message = Message(id: 1, payload: try JSONText(json: Self.payload), note: nil)
        #expect(try message.jsonString() == "{\"id\":1,\"payload\":\(Self.payload)}")
        #expect(try [Message](json: try exported([message])) == [message])
        #expect(try message.payload.jsonString() == Self.payload)
    }

    @Test func lineFeedsOfTextAreSpacesInLines() throws {
        let message = Message(
            id: 1, payload: try JSONText(json: Self.payload), note: try JSONText(json: "[\r\n]"))
        let text = try exported([message, message]) { $0.format = .lines }
        let line = #"{"id":1,"payload":{ "a" : [ 1.0, "\u00e9" ] },"note":[  ]}"# + "\n"
        #expect(text == line + line)
    }

    @Test func textIsExportedToDictionaryAsValue() throws {
        let message = Message(
            id: 1, payload: try JSONText(json: Self.payload), note: try JSONText(json: "null"))
        let dictionary = try message.dictionary()
        #expect(dictionary["note"] is NSNull)
        let payload = try #require(dictionary["payload"] as? [String: [Any]])
        #expect(payload["a"]?[0] as? Double == 1 && payload["a"]?[1] as? String == "é")
    }

    @Test func textIsDecoded() throws {
        struct Payload: Decodable, Equatable { var userName: [String] }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let text = try JSONText(json: #" {"user_name":["A"]}"#)
        #expect(try text.decode(Payload.self, using: decoder) == Payload(userName: ["A"]))
        #expect(throws: DecodingError.self) { try text.decode([Int].self) }
    }

    @Test func equalityIsOfBytes() throws {
        #expect(try JSONText(json: "1") != JSONText(json: "1.0"))
        #expect(try JSONText(json: " [1]") == JSONText(json: "[1] "))
        #expect(try JSONText(json: "\"e\u{301}\"") != JSONText(json: "\"\u{E9}\""))
        #expect(try Set([JSONText(json: "[]"), JSONText(json: "[]")]).count == 1)
        #expect("\(try JSONText(json: Self.payload))" == Self.payload)
    }

    @Test func codingKeepsValue() throws {
        for (text, value) in ValidJSON.texts {
            let encoded: Data
            do {
                encoded = try JSONEncoder().encode([try JSONText(json: text)])
            } catch let error as EncodingError {
                // A number that `Double` cannot hold.
                #expect(throws: EncodingError.self, "\(error)") { try JSONEncoder().encode(value) }
                continue
            }
            #expect(encoded == (try JSONEncoder().encode([value])) || text.contains("{"), "\(text)")
            let decoded = try JSONDecoder().decode([JSONText].self, from: encoded)
            let expected = try JSONDecoder().decode([JSONValue].self, from: encoded)
            #expect(try JSONValue(json: decoded[0].bytes) == expected[0], "\(text)")
        }
        let text = try JSONDecoder().decode(
            JSONText.self, from: Data(#"{"b":[1, null],"a" : "\u00e9"}"#.utf8))
        #expect(text.text == #"{"a":"é","b":[1,null]}"#)
    }

    @Test func decodedRecordHasText() throws {
        struct Order: Decodable, Equatable { var id: Int, payload: JSONText }
        let records = try StreamImporter.objects(decoding: Order.self, from: #"[{"id":1,"payload":[ 1 ]}]"#)
            .collect()
        #expect(records == [Order(id: 1, payload: try JSONText(json: "[1]"))])
    }
}
