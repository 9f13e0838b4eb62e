import Testing

@testable import JSONRecords
@testable import StreamImport

/// Integer keys of dictionaries, from the keys of objects.
@Suite struct IntegerKeyTests {
    @Test(arguments: [0, 1, -1, 42, 1_234_567_890_123_456_789, .max, .min])
    func integerTextIsParsedAsKey(value: Int) {
        #expect(key("\(value)") == value)
    }

    /// Otherwise two members with different spellings of a number would have the same key in the dictionary.
    @Test(arguments: ["", "-", "+1", "-0", "00", "007", "1.0", "1e3", " 1", "0x1", "١"])
    func nonCanonicalSpellingReturnsNil(text: String) {
        #expect(key(text) == nil)
    }

    @Test(arguments: [
        "9223372036854775808", "-9223372036854775809", "18446744073709551616", "99999999999999999999",
    ])
    func outOfRangeIntegerReturnsNil(text: String) {
        #expect(key(text) == nil)
    }

    private func key(_ text: String) -> Int? {
        Int(importKey: Array(text.utf8).span)
    }
}
