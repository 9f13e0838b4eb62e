import TestSupport
import Testing

@testable import JSONRecords

/// The boundaries that the scanners find, compared with those of functions that examine one byte at a time.
@Suite struct BoundaryScannerTests {
    /// Pieces of valid JSON values, which are joined to records. Strings contain brackets, quotes and commas.
    private static let values = [
        "1", "-2.5e3", "true", "null", #""""#, #""a""#, #""\"""#, #""\\""#, #""\\\"],[{""#, #""},{""#, "[]",
        "{}",
        #"[1,[2,{"a":[]}]]"#, #"{"a":{"b":"}"},"c":[",",","]}"#, #""é日😀""#,
        "\"" + String(repeating: "\\\\", count: 40) + "\"",
        "\"" + String(repeating: "x", count: 70) + "\"", " [ 1 , 2 ] ", "\n{\n\"a\" : 1\n}\n",
    ]

    private static let pieceSizes = [1, 3, 63, 64, 65, 1000]

    @Test(arguments: 0..<60)
    func commasOfArrayAreFound(seed: Int) {
        var random = Random(seed: UInt64(seed))
        let count = Int.random(in: 1...40, using: &random)
        let elements = (0..<count).map { _ in Self.values.randomElement(using: &random)! }
        let text = Array((elements.joined(separator: ",") + "] , \"x\" : [ 1, 2 ] }").utf8)
        let expected = elements.dropLast().reduce(into: [Int]()) { ends, element in
            ends.append((ends.last ?? 0) + element.utf8.count + 1)
        }
        for size in Self.pieceSizes {
            let found = boundaries(.brackets(BracketScanner(.elements, depth: 0)), text, pieceSize: size)
            expectEqual(found, expected, hasEnded: true, text)
        }
    }

    @Test(arguments: 0..<60)
    func endsOfValuesAreFound(seed: Int) {
        var random = Random(seed: UInt64(seed))
        let count = Int.random(in: 1...40, using: &random)
        let values = (0..<count).map { _ in
            Self.values.filter { "[{".contains($0.first!) || $0.contains("\n") }.randomElement(
                using: &random)!
        }
        let text = Array(values.joined(separator: " ").utf8)
        var (expected, offset) = ([Int](), 0)
        for value in values {
            let spaces = value.utf8.reversed().prefix { $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: "]") }
                .count
            expected.append(offset + value.utf8.count - spaces)
            offset += value.utf8.count + 1
        }
        for size in Self.pieceSizes {
            let found = boundaries(.brackets(BracketScanner(.values, depth: 0)), text, pieceSize: size)
            expectEqual(found, expected, hasEnded: false, text)
        }
    }

    @Test(arguments: [Separator.lineFeed, .recordSeparator])
    func endsOfUnitsThatAreNotBlankAreCounted(separator: Separator) {
        var random = Random(seed: 7)
        for _ in 0..<60 {
            let units = (0..<Int.random(in: 1...40, using: &random)).map { _ in
                ["", " ", "\r", "\t \r", "1", " {} ", String(repeating: " ", count: 70), "\"\\\""]
                    .randomElement(using: &random)!
            }
            let text = Array(units.joined(separator: String(UnicodeScalar(separator.rawValue))).utf8)
            let isBlank = units.map { $0.allSatisfy { " \r\t".contains($0) } }
            for size in Self.pieceSizes {
                var scanner = BoundaryScanner.units(UnitScanner(separator, hasText: false))
                var (count, last) = (0, 0)
                for start in stride(from: 0, to: text.count, by: size) {
                    let found = scanner.scan(text[start..<min(start + size, text.count)].span)
                    count += found.recordCount
                    if let end = found.last { last = start + end }
                }
                #expect(count == isBlank.dropLast().count { !$0 }, "\(units), pieces of \(size)")
                #expect(last == text.count - units.last!.utf8.count)
            }
        }
    }

    @Test func scanBeginsWithinRecord() {
        let text = Array(#"1],"a":{}},[2],3"#.utf8)
        let found = boundaries(.brackets(BracketScanner(.elements, depth: 2)), text, pieceSize: 1)
        #expect(found.ends == [11, 15] && !found.hasEnded)
    }

    @Test func scalarBetweenValuesEndsScan() {
        for text in [#"{} 1 {}"#, #"{}"a"{}"#, "{},{}", "{}}{}"] {
            for size in Self.pieceSizes {
                let found = boundaries(
                    .brackets(BracketScanner(.values, depth: 0)), Array(text.utf8), pieceSize: size)
                #expect(found.hasEnded, "\(text), pieces of \(size)")
            }
        }
    }

    /// Returns the last boundary of each piece, as an offset in the text, with all others if pieces are single bytes.
    private func boundaries(
        _ scanner: BoundaryScanner, _ text: [UInt8], pieceSize: Int
    ) -> (ends: [Int], count: Int, hasEnded: Bool) {
        var scanner = scanner
        var (ends, count) = ([Int](), 0)
        for start in stride(from: 0, to: text.count, by: pieceSize) {
            let found = scanner.scan(text[start..<min(start + pieceSize, text.count)].span)
            count += found.recordCount
            if let last = found.last { ends.append(start + last) }
            if found.isEnd { return (ends, count, true) }
        }
        return (ends, count, false)
    }

    private func expectEqual(
        _ found: (ends: [Int], count: Int, hasEnded: Bool), _ expected: [Int], hasEnded: Bool,
        _ text: [UInt8],
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        let text = Comment(rawValue: String(decoding: text, as: UTF8.self))
        #expect(found.count == expected.count, text, sourceLocation: sourceLocation)
        #expect(found.ends.last == expected.last, text, sourceLocation: sourceLocation)
        #expect(Set(expected).isSuperset(of: found.ends), text, sourceLocation: sourceLocation)
        #expect(found.hasEnded == hasEnded, text, sourceLocation: sourceLocation)
    }
}
