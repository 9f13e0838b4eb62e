import Foundation
import TestSupport
import Testing

@testable import JSONRecords
@testable import StreamImport

/// Types of texts, whose values are the same under all policies.
@Suite struct TextValueTests {
    enum Color: String, Importable { case red, green }
    enum Level: UInt8, Importable { case low = 1, high = 255 }
    struct Tag: RawRepresentable, Importable, Equatable { var rawValue: Double }

    @Test(arguments: bools + urls + uuids + base64 + rawValues)
    func tokenIsReadOrRejected(row: CoercionCase) { #expect(row.outcomes() == row.expected) }

    private static let bools = [
        CoercionCase(Bool.self, .bool, "true", always: "true"),
        CoercionCase(Bool.self, .bool, "false", always: "false"),
        CoercionCase(Bool.self, .bool, "", always: "invalid: true or false"),
    ]

    private static let urls =
        [
            "https://example.com/a/b?c=d#e", "http://localhost:8080", "mailto:a@example.com",
            "file:///tmp/a%20b",
            "a/b", "/a",
            "https://example.com/%C3%BC", "http://[::1]/",
        ].map { CoercionCase(URL.self, .string, $0, always: $0) }
        + [
            "", "http://a b/", "https://example.com/a b", "https://example.com/ü", "http://[::1",
            "http://a/%zz",
        ].map { CoercionCase(URL.self, .string, $0, always: "invalid: a URL") }

    private static let uuids =
        [
            "", "00112233-4455-6677-8899-aabbccddeef", "00112233-4455-6677-8899-aabbccddeeff0",
            "00112233445566778899aabbccddeeff", "{00112233-4455-6677-8899-aabbccddeeff}",
            "0011223344-55-6677-8899-aabbccddeeff", "00112233-4455-6677-8899-aabbccddeefg",
            "00112233-4455-6677-8899-aabbccddee-f", "00112233-4455-6677-8899_aabbccddeeff",
            " 0112233-4455-6677-8899-aabbccddeeff", "0011223/-4455-6677-8899-aabbccddeef:",
            "00112233-4455-6677-8899-aabbccddee\u{FC}",
            "0011223@-4455-6677-8899-aabbccddeef`",
        ].map { CoercionCase(UUID.self, .string, $0, always: "invalid: a UUID") } + [
            CoercionCase(
                UUID.self, .string, "00112233-4455-6677-8899-aAbBcCdDeEfF",
                always: "00112233-4455-6677-8899-AABBCCDDEEFF")
        ]

    private static let base64 =
        [
            "Z", "Zg", "Zg=", "Zm8", "=", "==", "===", "====", "Z===", "Zg=a", "Zg==Zg==", "Zm9v====",
            "Zm9vYg=",
            "Zm 9v",
            "Zm9v\n", " Zm9v", "Zm9v    ", "Zm-_", "Zm9*", "Zh==", "Zm9=", "Zg==\n", "ZgüZ", "=Zg=", "A=A=",
            "\0\0\0\0",
        ].map { CoercionCase(Data.self, .string, $0, always: "invalid: data in Base64") }

    private static let rawValues = [
        CoercionCase(Color.self, .string, "green", always: "green"),
        CoercionCase(Level.self, .number, "255", always: "high"),
        CoercionCase(Tag.self, .number, "1.5", always: "Tag(rawValue: 1.5)"),
        CoercionCase(Color.self, .string, "blue", always: "invalid: a known raw value of the type"),
        CoercionCase(Color.self, .string, "Red", always: "invalid: a known raw value of the type"),
        CoercionCase(Level.self, .number, "2", always: "invalid: a known raw value of the type"),
        CoercionCase(Level.self, .number, "256", always: "outOfRange: an integer from 0 to 255"),
    ]

    @Test(arguments: [
        "", "a", "fifteen letters", "more than fifteen letters", "größer", "👩‍👩‍👧", "a\0b", "\u{FEFF}x",
    ])
    func stringIsReadUnchanged(text: String) throws {
        #expect(Array(try read(String.self, text, as: .string).utf8) == Array(text.utf8))
    }

    @Test func uuidIsReadInEitherCase() throws {
        for _ in 0..<1_000 {
            let uuid = UUID()
            #expect(try read(UUID.self, uuid.uuidString, as: .string) == uuid)
            #expect(try read(UUID.self, uuid.uuidString.lowercased(), as: .string) == uuid)
        }
    }

    @Test func dataOfEveryLengthRoundTrips() throws {
        var random = Random(seed: TestTier.seed &+ 12)
        for count in 0..<300 {
            let data = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
            #expect(try read(Data.self, data.base64EncodedString(), as: .string) == data)
        }
    }

    @Test(arguments: [
        ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"),
        ("Zm9vYmFy", "foobar"),
    ])
    func base64ExamplesOfRFC4648AreRead(text: String, value: String) throws {
        #expect(try read(Data.self, text, as: .string) == Data(value.utf8))
    }
}
