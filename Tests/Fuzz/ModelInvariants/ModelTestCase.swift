internal import StreamImport

/// A text, the type of its records, and the options of the import, as an input of the fuzzer encodes them.
///
/// The first twelve bytes are the header. The digits `0` to `7` have the values 0 to 7, so that a person can write a
/// header; as the first byte, the characters `89:;<=>?` have the values 8 to 15:
///
///     500000000000[{"id":1},{"id":]
///
/// | byte | meaning |
/// | --- | --- |
/// | 1 | the type: ``modelDifference(of:)`` lists the types |
/// | 2 | the format |
/// | 3 | the path |
/// | 4 | the policy for errors |
/// | 5 | 1: rejected records keep their texts; 2: unpaired surrogates are replaced; 4: mismatches are skipped |
/// | 6 to 10 | the policies for coercion, duplicate keys, unknown keys, nested objects and null |
/// | 11 | the maximum depth |
/// | 12 | 1: keys are matched exactly |
struct ModelTestCase {
    static let headerCount = 12
    private static let formats: [ImportFormat] = [.automatic, .json, .lines, .sequence]
    private static let paths: [JSONPath] = ["", "a", "[0].l", "[1]"]
    private static let policies: [ErrorPolicy] = [.fail, .skip(), .collect(), .skip(limit: 1)]
    private static let coercions: [CoercionPolicy] = [.lossless, .strict, .permissive]
    private static let duplicates: [DuplicateKeyPolicy] = [.last, .first, .rejectRecord]
    private static let unknownKeys: [UnknownKeyPolicy] = [.ignore, .report, .rejectRecord]
    private static let nested: [NestedObjectPolicy] = [.replace, .merge, .mergeElements]
    private static let nulls: [NullPolicy] = [.reset, .ignore, .mismatch]
    private static let depths = [512, 1, 2, 3, 5, 8]

    let model: Int
    let path: JSONPath
    let text: [UInt8]
    private(set) var options = ImportOptions()

    /// Creates a test case from an input; `nil` if the input is shorter than a header.
    init?(_ input: [UInt8]) {
        guard input.count >= Self.headerCount else { return nil }
        let header = input.prefix(Self.headerCount).map(Int.init)
        func choice<Value>(_ index: Int, _ values: [Value]) -> Value { values[header[index] % values.count] }
        text = Array(input.dropFirst(Self.headerCount))
        model = header[0]
        options.format = choice(1, Self.formats)
        path = choice(2, Self.paths)
        options.errorPolicy = choice(3, Self.policies)
        options.keepsRejectedText = header[4] & 1 != 0
        options.unpairedSurrogates = header[4] & 2 != 0 ? .replace : .rejectRecord
        options.mismatches = header[4] & 4 != 0 ? .skipValue : .rejectRecord
        options.coercion = choice(5, Self.coercions)
        options.duplicateKeys = choice(6, Self.duplicates)
        options.unknownKeys = choice(7, Self.unknownKeys)
        options.nestedObjects = choice(8, Self.nested)
        options.nulls = choice(9, Self.nulls)
        options.maximumDepth = choice(10, Self.depths)
        options.keyMatching = header[11] & 1 != 0 ? .exact : .flexible
    }
}
