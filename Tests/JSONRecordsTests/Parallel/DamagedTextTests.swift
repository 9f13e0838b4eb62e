import TestSupport
import Testing

@testable import JSONRecords
@testable import RecordInvariants

/// Three threads, and the readers of parts, read from a damaged text what one thread reads from it: the records, the error
/// and its location.
@Suite struct DamagedTextTests {
    private static let record =
        #"{"a":{"b":[1,-2.5e3,"x,]}\"\\"]},"list":[{},[[]],null,true],"é😀":"\u00e9\ud83d\ude00\\"}"#

    /// A header, as ``RecordTestCase`` reads it, and a text.
    private static let inputs: [[UInt8]] = {
        let records = Array(repeating: record, count: 6)
        let array = "[\(records.joined(separator: ", "))]"
        let numbers = (0..<60).map(String.init).joined(separator: " ,\n")
        let texts: [(header: String, text: String)] = [
            ("00", array), ("10", "[\(numbers)]\n"),
            ("01", "{\"x\":[[],{}],\"a\":\(array),\"y\":{\"a\":[1]}}"),
            ("13", "[{\"list\":[\"]\",\(records.joined(separator: ","))]},5]"),
            ("20", records.joined(separator: "\n")),
            ("20", records.joined(separator: "\r\n\n") + "\n1\n2\n[]"),
            ("30", records.joined()), ("30", "{}[] {\"a\":\(array)}\n\(array)7 8"),
            ("40", records.map { "\u{1E}\($0)\n" }.joined()),
        ]
        return texts.map { Array($0.header.utf8) + Array("000000".utf8) + Array($0.text.utf8) }
    }()

    private static let pieces =
        [
            "\"", "\\", "[", "]", "{", "}", ",", ":", "\n", "\u{1E}", " ", "1", "null", "\"a\":", "\\u",
            "\u{0}", "é",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xEF, 0xBB, 0xBF]]

    /// Damages a text.
    ///
    /// - Returns: the offset of the damage.
    private static func damage(_ text: inout [UInt8], _ random: inout Random) -> Int {
        let start = Int.random(in: 8...text.count, using: &random)
        let end = min(start + Int.random(in: 0...12, using: &random), text.count)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: text.removeSubrange(start..<end)
        case 1: text.insert(contentsOf: pieces.randomElement(using: &random)!, at: start)
        case 2: text.replaceSubrange(start..<end, with: pieces.randomElement(using: &random)!)
        case 3: text.insert(contentsOf: text[start..<end], at: start)
        case 4: text.insert(contentsOf: text[8...].suffix(from: start), at: end)
        default: text.removeSubrange(end...)
        }
        return start
    }

    @Test func threeThreadsReadDamagedTextLikeOne() {
        forEachDamagedText(dividedShare: 0.8) {
            threadDifference(of: $0, segmentBytes: $1)
        } isDivided: {
            $0.text.count > $1
        }
    }

    @Test func partsOfDamagedTextAreReadLikeWhole() {
        forEachDamagedText(dividedShare: 0.4) {
            partDifference(of: $0, partBytes: $1)
        } isDivided: {
            [.fail, .skip(), .collect()].contains($0.options.errorPolicy)
                && PartDivision(partBytes: $1, searchedChunkBytes: 4, chunkBytes: 1 << 12)
                    .parts(of: $0.text, format: $0.options.format, path: $0.path, $0.options) != nil
        }
    }

    /// Calls `difference` with texts and sizes, until it returns a difference.
    private func forEachDamagedText(
        dividedShare: Double, _ difference: (_ input: [UInt8], _ size: Int) -> String?,
        isDivided: (RecordTestCase, Int) -> Bool
    ) {
        var counts = PropertyCounts()
        for number in TestTier.sample(0..<40_000, count: 1000) {
            var random = Random(seed: UInt64(number))
            var input = Self.inputs[number % Self.inputs.count]
            // The policy for errors, the depth, the number of skipped records, and so on.
            for index in 2..<8 where Bool.random(using: &random) {
                input[index] = UInt8(ascii: "0") + .random(in: 0..<8, using: &random)
            }
            let text = input.dropFirst(8)
            let start = Self.damage(&input, &random)
            for _ in 0..<Int.random(in: 0..<3, using: &random) { _ = Self.damage(&input, &random) }
            let size = Int.random(in: 1...200, using: &random)
            if let difference = difference(input, size) {
                Issue.record("text \(number): \(difference)\n\(String(decoding: input, as: UTF8.self))")
                return
            }
            guard let testCase = RecordTestCase(input) else { continue }
            var properties = testCase.textProperties
            if let cut = TextProperty.cut(at: start - 8, in: text) { properties.insert(cut) }
            if isDivided(testCase, size) { properties.insert(.isDivided) }
            counts.add(properties)
        }
        counts.expect(atLeast: [
            .isDivided: dividedShare, .hasSyntaxError: 0.8, .hasRecordBeforeError: 0.6,
            .hasRecordAfterError: 0.15, .isValid: 0.02, .isCutInString: 0.2, .isCutInEscape: 0.1,
            .isCutInNumber: 0.03,
        ])
    }
}
