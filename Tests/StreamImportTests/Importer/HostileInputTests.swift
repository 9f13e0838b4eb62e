import StreamImport
import TestSupport
import Testing

/// An import of arbitrary bytes has the same outcome for every chunk size, and does not crash the process.
@Suite struct HostileInputTests {
    static let documents = [
        #"[{"x":1,"y":2,"z":[1,{"a":"b\n\u00e9\ud83d\ude00"},null]},{"x":-30,"name":"é日😀"},{"x":2.0e1}]"#,
        "{\"x\":1,\"y\":null}\n{\"x\":2}\n\n{\"z\":\"\\\\\\\"\",\"x\":3}\r\n{\"x\":4}",
        #"{"data":{"items":[{"x":1},{"x":2,"z":{"q":[[],{}]}},{"x":3}],"next":"a"},"n":1.5}"#,
        #"{"x":1} {"x":2}{"x":3} 4 "five" true"#,
        "\u{FEFF}[{\"name\":\"a\",\"tags\":[\"b\",\"c\"],\"scores\":{\"d\":1.5,\"e\":2},\"point\":{\"x\":7}}]",
    ]

    /// Bytes that change the outcome of an import more often than other bytes do.
    private static let significantBytes =
        Array("{}[]\",:\\/-+.eEtfnu0129 \n\r\t".utf8) + [
            0, 0x0B, 0x7F, 0x80, 0xBF, 0xC0, 0xC3, 0xED, 0xF0, 0xFF,
        ]

    private func mutate(_ bytes: inout [UInt8], _ random: inout Random) {
        guard !bytes.isEmpty else { return }
        let offset = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(offset + Int.random(in: 1...8, using: &random), bytes.count)
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes.removeSubrange(offset...)
        case 2: bytes.insert(Self.significantBytes.randomElement(using: &random)!, at: offset)
        case 3: bytes[offset] = Self.significantBytes.randomElement(using: &random)!
        case 4: bytes.insert(contentsOf: bytes[offset..<end], at: offset)
        case 5: bytes.removeSubrange(offset..<end)
        default: bytes.swapAt(offset, end - 1)
        }
    }

    @Test(arguments: documents.indices)
    func mutatedInputHasSameOutcomeForAllChunkSizes(documentIndex: Int) throws {
        var random = Random(seed: TestTier.seed &+ UInt64(documentIndex))
        for _ in 0..<TestTier.count(25, full: 500) {
            var bytes = Array(Self.documents[documentIndex].utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, &random) }
            let format = ImportFormat.allCases.randomElement(using: &random)!
            let policy = [ErrorPolicy.fail, .skip(limit: 2), .collect()].randomElement(using: &random)!
            let path: JSONPath = Int.random(in: 0..<4, using: &random) == 0 ? "data.items" : ""
            let keepsText = Bool.random(using: &random)
            let unknownKeys = UnknownKeyPolicy.allCases.randomElement(using: &random)!
            let duplicates = DuplicateKeyPolicy.allCases.randomElement(using: &random)!
            let surrogates = SurrogatePolicy.allCases.randomElement(using: &random)!
            func configure(_ options: inout ImportOptions) {
                options.format = format
                options.errorPolicy = policy
                options.keepsRejectedText = keepsText
                options.unknownKeys = unknownKeys
                options.duplicateKeys = duplicates
                options.unpairedSurrogates = surrogates
                options.maximumDepth = 6
            }
            let chunkSizes: [Int?] = [1, 2, 3, 7, 31, nil]
            try importAllChunkSizes(to: Point.self, from: bytes, at: path, chunkSizes: chunkSizes, configure)
            try importAllChunkSizes(
                to: Place.self, from: bytes, at: path, chunkSizes: [1, 7, nil], configure)
            try importAllChunkSizes(
                to: JSONValue.self, from: bytes, at: path, chunkSizes: [1, 3, nil], configure)
        }
    }

    @Test func randomBytesHaveSameOutcomeForAllChunkSizes() throws {
        var random = Random(seed: TestTier.seed &+ 99)
        for _ in 0..<TestTier.count(60, full: 1_000) {
            let count = Int.random(in: 0...40, using: &random)
            let bytes = (0..<count).map { _ in Self.significantBytes.randomElement(using: &random)! }
            let format = ImportFormat.allCases.randomElement(using: &random)!
            try importAllChunkSizes(to: JSONValue.self, from: bytes, chunkSizes: [1, 2, 7, nil]) {
                $0.format = format
                $0.errorPolicy = .collect()
                $0.keepsRejectedText = true
            }
        }
    }
}
