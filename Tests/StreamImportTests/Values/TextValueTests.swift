import Foundation
import Testing

@testable import JSONRecords
@testable import StreamImport

@Suite struct BoolAndStringTests {
    @Test func onlyTrueAndFalseAreReadAsBool() throws {
        #expect(try read(Bool.self, "true", as: .bool))
        #expect(try !read(Bool.self, "false", as: .bool))
        #expect(readError(Bool.self, "", as: .bool) == "invalid: true or false")
        #expect(readError(Bool.self, "1") == "mismatch: true or false")
        #expect(readError(Bool.self, "true", as: .string) == "mismatch: true or false")
    }

    @Test(arguments: [
        "", "a", "fifteen letters", "more than fifteen letters", "größer", "👩‍👩‍👧", "a\0b", "\u{FEFF}x",
    ])
    func stringIsReadUnchanged(text: String) throws {
        #expect(Array(try read(String.self, text, as: .string).utf8) == Array(text.utf8))
    }

    @Test func nonStringIsRejectedAsString() {
        #expect(readError(String.self, "1") == "mismatch: a string")
        #expect(readError(String.self, "true", as: .bool) == "mismatch: a string")
    }
}

@Suite struct URLTests {
    @Test(arguments: [
        "https://example.com/a/b?c=d#e", "http://localhost:8080", "mailto:a@example.com", "file:///tmp/a%20b",
        "a/b", "/a",
        "https://example.com/%C3%BC", "http://[::1]/",
    ])
    func urlIsReadUnchanged(text: String) throws {
        #expect(try read(URL.self, text, as: .string).absoluteString == text)
    }

    @Test(arguments: [
        "", "http://a b/", "https://example.com/a b", "https://example.com/ü", "http://[::1", "http://a/%zz",
    ])
    func invalidURLIsRejected(text: String) {
        #expect(readError(URL.self, text, as: .string) == "invalid: a URL")
    }

    @Test func nonStringIsRejectedAsURL() {
        #expect(readError(URL.self, "1") == "mismatch: a URL")
    }
}

@Suite struct UUIDTests {
    @Test func uuidIsReadInEitherCase() throws {
        for _ in 0..<1_000 {
            let uuid = UUID()
            #expect(try read(UUID.self, uuid.uuidString, as: .string) == uuid)
            #expect(try read(UUID.self, uuid.uuidString.lowercased(), as: .string) == uuid)
        }
        let text = "00112233-4455-6677-8899-aAbBcCdDeEfF"
        #expect(try read(UUID.self, text, as: .string).uuidString == text.uppercased())
    }

    @Test(arguments: [
        "", "00112233-4455-6677-8899-aabbccddeef", "00112233-4455-6677-8899-aabbccddeeff0",
        "00112233445566778899aabbccddeeff", "{00112233-4455-6677-8899-aabbccddeeff}",
        "0011223344-55-6677-8899-aabbccddeeff", "00112233-4455-6677-8899-aabbccddeefg",
        "00112233-4455-6677-8899-aabbccddee-f", "00112233-4455-6677-8899_aabbccddeeff",
        " 0112233-4455-6677-8899-aabbccddeeff", "0011223/-4455-6677-8899-aabbccddeef:",
        "00112233-4455-6677-8899-aabbccddee\u{FC}",
        "0011223@-4455-6677-8899-aabbccddeef`",
    ])
    func invalidUUIDIsRejected(text: String) {
        #expect(readError(UUID.self, text, as: .string) == "invalid: a UUID")
    }

    @Test func nonStringIsRejectedAsUUID() {
        #expect(readError(UUID.self, "1") == "mismatch: a UUID")
    }
}

@Suite struct DataTests {
    @Test func dataOfEveryLengthRoundTrips() throws {
        var random = SeededGenerator(seed: 12)
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

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zm8", "=", "==", "===", "====", "Z===", "Zg=a", "Zg==Zg==", "Zm9v====", "Zm9vYg=",
        "Zm 9v",
        "Zm9v\n", " Zm9v", "Zm9v    ", "Zm-_", "Zm9*", "Zh==", "Zm9=", "Zg==\n", "ZgüZ", "=Zg=", "A=A=",
        "\0\0\0\0",
    ])
    func invalidBase64IsRejected(text: String) {
        #expect(readError(Data.self, text, as: .string) == "invalid: data in Base64")
    }

    @Test func nonStringIsRejectedAsData() {
        #expect(readError(Data.self, "1234") == "mismatch: data in Base64")
    }
}

@Suite struct RawValueTests {
    enum Color: String, Importable { case red, green }
    enum Level: UInt8, Importable { case low = 1, high = 255 }
    struct Tag: RawRepresentable, Importable, Equatable { var rawValue: Double }

    @Test func knownRawValueIsRead() throws {
        #expect(try read(Color.self, "green", as: .string) == .green)
        #expect(try read(Level.self, "255") == .high)
        #expect(try read(Tag.self, "1.5") == Tag(rawValue: 1.5))
    }

    @Test func unknownRawValueIsRejected() {
        #expect(readError(Color.self, "blue", as: .string) == "invalid: a known raw value of the type")
        #expect(readError(Color.self, "Red", as: .string) == "invalid: a known raw value of the type")
        #expect(readError(Level.self, "2") == "invalid: a known raw value of the type")
    }

    @Test func rawValueOfWrongTypeIsRejected() {
        #expect(readError(Color.self, "1") == "mismatch: a string")
        #expect(readError(Level.self, "256") == "outOfRange: an integer from 0 to 255")
    }
}
