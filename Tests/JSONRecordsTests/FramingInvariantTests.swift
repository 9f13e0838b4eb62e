import TestSupport
import Testing

@testable import RecordInvariants

/// Random texts of the formats that are recognized by their first bytes, and texts that are nearly JSON: the division into chunks makes no difference.
@Suite struct FramingInvariantTests {
    /// Pieces of a JSON text sequence, complete and truncated.
    private static let sequencePieces =
        [
            "\u{1E}", "\u{1E}", "\n", " ", "{\"a\":1}", "{\"a\":[1,{\"b\":2}]}", "1", "-", "tru", "true",
            "\"a", "\"", "[",
            "]", "{", "\"a\":", ",", "/", "\\", "é", "\u{7}",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3]]

    /// First bytes of other formats, complete and truncated.
    private static let otherPieces =
        [
            "BZ", "h", "PK", "\u{3}\u{4}", "7z", "PAR", "1", "<", "html", "!doctype ", "?xml", "ustar",
            "name.json", "\0", "\n",
            " ", "true", "12", "x", "{", "}",
        ].map { Array($0.utf8) } + [
            [0xFD], [UInt8](repeating: 0, count: 100), [UInt8](repeating: 0, count: 257),
        ]

    /// First bytes of other formats, which are recognized, and of lines.
    private static let otherStarts: [[UInt8]] =
        [
            "PK\u{3}\u{4}", "PK\u{5}\u{6}", "PAR1", "SQLite format 3\0", "<html>", "<!DOCTYPE html", "<?xml ",
            "name.json" + String(repeating: "\0", count: 248) + "ustar\0", "12\n", "true\n{}\n",
            "{\"a\":1}\n",
        ].map { Array($0.utf8) } + [[0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]]

    @Test(arguments: TestTier.sample(0..<40, count: 3))
    func divisionIntoChunksHasNoEffectOnTextSequence(seed: Int) {
        let texts = ["\u{1E}1\n", "\u{1E}{\"a\":[]}\n", "\u{1E}\"a\"\n\u{1E}x\n", ""].map { Array($0.utf8) }
        expectNoDifference(format: "4", starts: texts, pieces: Self.sequencePieces + texts, seed: seed)
            .expect(
                atLeast: [.hasSyntaxError: 0.8, .hasRecordBeforeError: 0.4, .hasRecordAfterError: 0.2])
    }

    @Test(arguments: TestTier.sample(0..<40, count: 2))
    func divisionIntoChunksHasNoEffectOnDetection(seed: Int) {
        expectNoDifference(
            format: "0", starts: Self.otherStarts + [[], []], pieces: Self.otherPieces, seed: seed
        ).expect(atLeast: [.hasOtherFormat: 0.3, .hasSyntaxError: 0.1, .hasRecordBeforeError: 0.04])
    }

    /// Pieces of text that is nearly JSON.
    private static let relaxedPieces =
        [
            "NaN", "-Infinity", "+Infinity", "0E7", "1E999999", "0", "E7", "Na", "N", "-", "//", "/", "/*",
            "*/", "*", "\n", " ",
            ",", ",", ",", "]", "}", "[", "{", "\"a\":", "\"", "\\", "\"x, ]\"", "1", ";", ")", "(", "=",
            "x = [", "f(", ")]}'",
            "for(;;);", "\u{FEFF}", "\u{1E}", "{\"a\":1}", "[1,2]", "[1,", "{\"a\":1,", "},\n{", "true",
            String(repeating: " ", count: 70),
        ].map { Array($0.utf8) } + [[0xEF], [0xBB], [0xEF, 0xBB]]

    @Test(arguments: TestTier.sample(0..<200, count: 20))
    func divisionIntoChunksHasNoEffectOnRelaxedText(seed: Int) {
        let texts = ["", "[", "[1, // x\n", "x = [", "{\"a\":", "[\n{},\n"].map { Array($0.utf8) }
        expectNoDifference(
            format: ["0", "1", "2", "3", "4"][seed % 5], starts: texts, pieces: Self.relaxedPieces,
            seed: seed,
            relaxedDifference
        ).expect(atLeast: [.hasSyntaxError: 0.5])
    }

    private func expectNoDifference(
        format: Character, starts: [[UInt8]], pieces: [[UInt8]], seed: Int,
        _ difference: ([UInt8]) -> String? = recordDifference
    ) -> PropertyCounts {
        var (random, counts) = (Random(seed: UInt64(seed)), PropertyCounts())
        for _ in 0..<25 {
            // No path; the other bytes of the header are random. See `RecordTestCase`.
            let header =
                "\(format)0" + (0..<6).map { _ in String(Int.random(in: 0..<8, using: &random)) }.joined()
            let start = starts.randomElement(using: &random) ?? []
            let text = (0..<Int.random(in: 1..<30, using: &random)).flatMap { _ in
                pieces.randomElement(using: &random) ?? []
            }
            let input = Array(header.utf8) + start + text
            let difference = difference(input)
            #expect(difference == nil, "\(String(decoding: input, as: UTF8.self).debugDescription)")
            counts.add(RecordTestCase(input)?.textProperties ?? [])
        }
        return counts
    }
}
