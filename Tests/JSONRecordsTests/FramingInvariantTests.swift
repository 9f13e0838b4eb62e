import RecordInvariants
import TestSupport
import Testing

/// Random texts of the formats that are recognized by their first bytes: the division into chunks makes no difference.
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

    @Test(arguments: 0..<40)
    func divisionIntoChunksHasNoEffectOnTextSequence(seed: Int) {
        expectNoDifference(format: "4", pieces: Self.sequencePieces, seed: seed)
    }

    @Test(arguments: 0..<40)
    func divisionIntoChunksHasNoEffectOnDetection(seed: Int) {
        expectNoDifference(format: "0", pieces: Self.otherPieces, seed: seed)
    }

    private func expectNoDifference(format: Character, pieces: [[UInt8]], seed: Int) {
        var random = Random(seed: UInt64(seed))
        for _ in 0..<25 {
            // No path; the other bytes of the header are random. See `RecordTestCase`.
            let header =
                "\(format)0" + (0..<6).map { _ in String(Int.random(in: 0..<8, using: &random)) }.joined()
            let text = (0..<Int.random(in: 1..<30, using: &random)).flatMap { _ in
                pieces.randomElement(using: &random) ?? []
            }
            let input = Array(header.utf8) + text
            let difference = recordDifference(of: input)
            #expect(difference == nil, "\(String(decoding: input, as: UTF8.self).debugDescription)")
        }
    }
}
