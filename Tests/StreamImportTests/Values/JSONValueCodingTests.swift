import Foundation
import StreamImport
import Testing

@Suite struct JSONValueCodingTests {
    private static let text = #"""
        {"null":null,"no":false,"yes":true,"one":1,"zero":0,"text":"1","empty":"","list":[1,[],{}],
         "object":{"snake_case":{"b":null}}}
        """#

    @Test func valueRoundTripsThroughCoders() throws {
        let value = try JSONValue(json: Self.text)
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try decoder.decode(JSONValue.self, from: encoder.encode(value)) == value)
        let propertyListEncoder = PropertyListEncoder()
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            propertyListEncoder.outputFormat = format
            let data = try propertyListEncoder.encode(value)
            #expect(try PropertyListDecoder().decode(JSONValue.self, from: data) == value)
        }
    }

    @Test(arguments: [
        ("-0", "0"), ("9223372036854775807", nil), ("-9223372036854775808", nil),
        ("18446744073709551615", nil), ("18446744073709551616", nil), ("0.1", nil), ("-12.5", nil),
        ("12345678901234567890123456789012345678", nil), ("0.12345678901234567890123456789", nil),
        ("1.50", "1.5"), ("1e3", "1000"), ("1E-2", "0.01"), ("1.0", "1"),
    ])
    func numberKeepsValueButNotSpelling(text: String, spelling: String?) throws {
        let data = try JSONEncoder().encode([JSONValue.number(text)])
        let value = try JSONDecoder().decode([JSONValue].self, from: data)[0]
        guard case .number(let decoded) = value else { throw UnexpectedValue() }
        #expect(Decimal(string: decoded) == Decimal(string: text))
        #expect(decoded == spelling ?? text)
    }

    private struct UnexpectedValue: Error {}

    @Test(arguments: ["123456789012345678901234567890123456789012345", "1e300", "1e-300"])
    func numberBeyondDecimalRangeIsNearestDouble(text: String) throws {
        let data = try JSONEncoder().encode([JSONValue.number(text)])
        #expect(try JSONDecoder().decode([Double].self, from: data) == [try #require(Double(text))])
    }

    @Test(arguments: ["1e400", "abc", "", "+1", "01", "nan", "inf", "0x10", "1 "])
    func unencodableNumberIsAnError(text: String) {
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([JSONValue.number(text)]) }
    }

    @Test func nonJSONValueIsAnError() throws {
        let data = try PropertyListEncoder().encode(["a": Date(timeIntervalSince1970: 0)])
        #expect(throws: DecodingError.self) {
            try PropertyListDecoder().decode(JSONValue.self, from: data)
        }
    }

    @Importable
    struct Product: Codable, Equatable {
        var id: Int
        @Extras var extras: [String: JSONValue]
    }

    @Test func modelWithExtrasIsCodable() throws {
        let product = try Product(json: #"{"id":1,"color":["red"]}"#)
        #expect(try JSONDecoder().decode(Product.self, from: JSONEncoder().encode(product)) == product)
    }
}
