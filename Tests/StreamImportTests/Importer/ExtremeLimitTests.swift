import StreamImport
import TestSupport
import Testing

/// Imports and exports with extreme limits succeed or report an error. They do not crash the process.
@Suite struct ExtremeLimitTests {
    @Importable
    struct Thing: Equatable {
        var a: Int?
        @Key("p[2].q") var b: String?
    }

    private static let text = #"[{"a":[],"A":1,"x":2,"p":[0,0,{"q":"text"}]},{"a":3,"y":[[1]]}]"#

    private static let xz = Compressed.xz(Array(text.utf8))

    static let limits: [WritableKeyPath<ImportOptions, Int> & Sendable] = [
        \.maximumDepth, \.maximumTokenBytes, \.chunkBytes, \.maximumListedMismatches,
        \.maximumListedUnknownKeys, \.maximumCachedSpellings,
        \.maximumReplays, \.maximumWindowBytes,
    ]

    @Test(arguments: limits.indices, [Int.min, -1, 0, 1, .max])
    func importWithExtremeLimitDoesNotCrash(index: Int, value: Int) throws {
        var options = ImportOptions()
        options.mismatches = .skipValue
        options.unknownKeys = .report
        options[keyPath: Self.limits[index]] = value
        let calls: [() throws -> [Thing]] = [
            { try StreamImporter.objects(of: Thing.self, from: Self.text, options: options).collect() },
            { try [Thing](json: Self.text, options: options) },
            { try [Thing](json: Self.xz, options: options) },
            { try StreamImporter.objects(of: Thing.self, from: Self.xz, options: options).collect() },
            {
                try [Thing](
                    dictionaries: [["a": "x", "y": 1], ["p": [0, 0, ["q": "text"]]]], options: options)
            },
        ]
        for call in calls {
            do {
                #expect(try call().count == 2)
                #expect(value >= 0)
            } catch let error as ImportError {
                let codes = [ImportError.Code.invalidOption] + (value < 0 ? [] : [.tooDeep, .tokenTooLong])
                #expect(codes.contains(error.code), "\(error)")
            }
        }
    }

    @Test(arguments: [Duration.seconds(Int64.min), .seconds(-1), .zero, .seconds(Int64.max)])
    func importWithExtremeProgressIntervalSucceeds(interval: Duration) throws {
        var options = ImportOptions()
        options.progressInterval = interval
        options.onProgress = { _ in }
        options.chunkBytes = 1
        #expect(
            try StreamImporter.objects(of: [Int].self, from: "[[1],[2]]", options: options).collect().count
                == 2)
    }

    @Test(arguments: [
        (ErrorPolicy.skip(limit: .min), false), (.skip(limit: .max), true), (.collect(limit: -1), false),
        (.collect(limit: .max), true),
    ])
    func rejectionLimitBelowZeroIsError(policy: ErrorPolicy, isValid: Bool) throws {
        var options = ImportOptions()
        options.errorPolicy = policy
        let result = Result {
            try StreamImporter.objects(of: Int.self, from: "[1,[],2]", options: options).collect()
        }
        guard !isValid else { return #expect(try result.get() == [1, 2]) }
        expectError(.invalidOption) { try result.get() }
    }

    static let exportLimits: [WritableKeyPath<ExportOptions, Int> & Sendable] = [
        \.maximumDepth, \.maximumPathElements, \.bufferBytes,
    ]

    @Test(arguments: exportLimits.indices, [Int.min, -1, 0, 1, .max])
    func exportWithExtremeLimitDoesNotCrash(index: Int, value: Int) throws {
        var options = ExportOptions()
        options[keyPath: Self.exportLimits[index]] = value
        let thing = Thing(a: 1, b: "text")
        let calls: [() throws -> Void] = [
            { _ = try StreamExporter.bytes(of: [thing], options: options) },
            { _ = try thing.jsonString(options: options) },
            { _ = try thing.dictionary(options: options) },
        ]
        for call in calls {
            do {
                try call()
            } catch let error as ImportError {
                #expect([.invalidOption, .tooDeep].contains(error.code), "\(error)")
            }
        }
    }
}
