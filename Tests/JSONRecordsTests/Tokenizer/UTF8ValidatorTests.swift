import TestSupport
import Testing

@testable import JSONRecords

/// The validator reads blocks of bytes. An error is found at any offset in a block, after and before any character.
@Suite struct UTF8ValidatorTests {
    private static let errors: [[UInt8]] = [
        [0x80], [0xBF], [0xC3], [0xC0, 0x80], [0xE6], [0xE6, 0x97], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
        [0xF0],
        [0xF0, 0x9F, 0x98], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xFF],
    ]
    private static let controlCharacters: [[UInt8]] = [[0x00], [0x08], [0x0B], [0x1F]]

    private func validity(_ text: some Sequence<UInt8>) -> UTF8Validator.Validity {
        UTF8Validator(Array(text).span).validate()
    }

    @Test(arguments: ["a", "a\n", "é", "日", "😀", "aé", "é日😀", "😀aa\t"])
    func errorIsFoundAtEachOffset(repeated: String) {
        let characters = Array(String(repeating: repeated, count: 200))
        let bytes = characters.map { Array($0.utf8) }
        for count in 0..<150 {
            let (start, end) = (Array(bytes[..<count].joined()), Array(bytes[count...].joined()))
            #expect(validity(start + end) == .valid)
            for error in TestTier.sample(Self.errors, count: 4) {
                #expect(validity(start + error + end) == .invalidUTF8(at: start.count), "\(error)")
            }
            for character in Self.controlCharacters {
                #expect(
                    validity(start + character + end) == .controlCharacter(at: start.count), "\(character)")
            }
        }
    }
}
