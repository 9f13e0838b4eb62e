internal import JSONRecords

/// A text and the options of its import, as an input of the fuzzer encodes them.
///
/// The first eight bytes are the header. The digits `0` to `7` have the values 0 to 7, so that a person can write a
/// header:
///
///     00020000[{"a":1},{"a":]
///
/// | byte | meaning |
/// | --- | --- |
/// | 1 | the format: ``formats`` |
/// | 2 | the path: ``paths`` |
/// | 3 | the policy for errors: ``policies``; the last two also set `onRejected` |
/// | 4 | 1: rejected records keep their texts; 2: unpaired surrogates are replaced; 4: records must be objects |
/// | 5 | the maximum depth: ``depths`` |
/// | 6 | the number of records to skip |
/// | 7 | the treatment of records: ``ConsumerBehavior/Records`` |
/// | 8 | 1: the consumer marks brackets; the byte is also the seed of the random chunks |
struct RecordTestCase {
    static let formats: [ImportFormat] = [.automatic, .json, .lines, .sequence, .textSequence, .textSequence]
    static let paths: [JSONPath] = [
        JSONPath(), JSONPath([.key("a")]), JSONPath([.key("a"), .key("b")]),
        JSONPath([.index(0), .key("list")]),
        JSONPath([.index(1)]), JSONPath([.key("a"), .key("0")]), JSONPath([.key("")]),
        JSONPath([.key("a"), .index(0)]),
    ]
    static let policies: [ErrorPolicy] = [
        .fail, .skip(), .collect(), .skip(limit: 1), .skip(), .collect(limit: 2),
    ]
    static let depths = [512, 1, 2, 3, 5, 8]
    static let headerCount = 8

    var options = ReadOptions()
    let path: JSONPath
    let reportsRejected: Bool
    var behavior = ConsumerBehavior()
    let seed: UInt8
    let text: [UInt8]

    /// Creates a test case from an input; `nil` if the input is shorter than a header.
    init?(_ input: [UInt8]) {
        guard input.count >= Self.headerCount else { return nil }
        let header = input.prefix(Self.headerCount).map(Int.init)
        text = Array(input.dropFirst(Self.headerCount))
        options.format = Self.formats[header[0] % Self.formats.count]
        path = Self.paths[header[1] % Self.paths.count]
        options.errorPolicy = Self.policies[header[2] % Self.policies.count]
        reportsRejected = header[2] % Self.policies.count > 3
        options.keepsRejectedText = header[3] & 1 != 0
        options.unpairedSurrogates = header[3] & 2 != 0 ? .replace : .rejectRecord
        behavior.takesObjectsOnly = header[3] & 4 != 0
        options.maximumDepth = Self.depths[header[4] % Self.depths.count]
        options.skippedRecordCount = header[5] % 4
        behavior.records =
            ConsumerBehavior.Records.allCases[header[6] % ConsumerBehavior.Records.allCases.count]
        behavior.marksBrackets = header[7] & 1 != 0
        seed = UInt8(header[7])
    }
}
