import FixtureGenerator
import StreamImport

extension AllocationCase {
    /// All cases. Each has a different name.
    static let all: [AllocationCase] = values + collections + dumps + shapes + keys + forms + rejections

    private static let values = [
        AllocationCase("scalars", Scalars.self, text: array(of: Scalars.record)),
        AllocationCase("dates", FoundationValues.self, text: array(of: FoundationValues.record)),
        AllocationCase("short-strings", Texts.self, text: array(of: Texts.shortRecord)),
        AllocationCase("long-strings", Texts.self, text: array(of: Texts.longRecord)),
        AllocationCase("escapes", Texts.self, text: array(of: Texts.escapedRecord)),
        AllocationCase("wide-decimals", Amount.self, text: array(of: Amount.record)),
        AllocationCase("enums", Event.self, text: array(of: Event.shortRecord)),
        AllocationCase("long-enums", Event.self, text: array(of: Event.longRecord)),
        AllocationCase("cases-by-key", Command.self, text: array(of: Command.record)),
        AllocationCase("anything", JSONValue.self, text: array(of: Lists.record)),
        AllocationCase("numbers", Int.self, text: array(of: { "\($0)" })),
    ]

    private static let collections = [
        AllocationCase("arrays", Lists.self, text: array(of: Lists.record)),
        AllocationCase("dictionaries", Maps.self, text: array(of: Maps.record)),
        AllocationCase("integer-keys", Ledger.self, text: array(of: Ledger.record)),
        AllocationCase("classes", Account.self, text: array(of: Account.record)),
    ]

    private static let dumps = [
        AllocationCase("people", Person.self, text: fixture(.people)),
        AllocationCase("people-file", Person.self, from: .file, text: fixture(.people)),
        AllocationCase("tweets", Tweet.self, text: fixture(.tweets)),
        AllocationCase("tweets-file", Tweet.self, from: .file, text: fixture(.tweets)),
        AllocationCase("measurements", Measurement.self, text: fixture(.numbers)),
        AllocationCase("snippets", Snippet.self, text: fixture(.escapes)),
    ]

    private static let shapes = [
        AllocationCase("lines", Person.self, text: fixture(.people, .lines)),
        AllocationCase("lines-file", Person.self, from: .file, text: fixture(.people, .lines)),
        AllocationCase("envelope", Person.self, at: "data.items", text: fixture(.people, .envelope)),
        AllocationCase("scalar-lines", Int.self) { Array((0..<$0).map { "\($0)\n" }.joined().utf8) },
    ]

    private static let keys = [
        AllocationCase("new-keys", Flat.self, text: array(of: Flat.record)),
        AllocationCase("new-unicode-keys", Flat.self, text: array(of: Flat.unicodeRecord)),
        AllocationCase("new-spellings", Flat.self, text: array(of: Flat.spelledRecord)),
        AllocationCase("new-keys-on-paths", Flat.self, text: array(of: Flat.deepRecord)),
    ]

    private static let forms = [
        AllocationCase("iterator", Person.self, by: .iterator, text: fixture(.people)),
        AllocationCase("iterator-lines", Person.self, by: .iterator, text: fixture(.people, .lines)),
        AllocationCase("batches", Person.self, by: .batches(100), text: fixture(.people)),
        AllocationCase("batch-iterator", Person.self, by: .batchIterator(100), text: fixture(.people)),
    ]

    private static let rejections = [
        AllocationCase(
            "none-wrong", PartlyInvalid.self, options: skipping, text: array(of: PartlyInvalid.validRecord)),
        AllocationCase(
            "all-wrong", PartlyInvalid.self, options: skipping, text: array(of: PartlyInvalid.invalidRecord)),
        AllocationCase("some-wrong", PartlyInvalid.self, options: skipping) { records in
            array(of: { $0 % 5 == 0 ? PartlyInvalid.invalidRecord($0) : PartlyInvalid.validRecord($0) })(
                records)
        },
    ]

    private static let skipping: ImportOptions = {
        var options = ImportOptions()
        options.errorPolicy = .skip()
        return options
    }()

    private static func array(of record: @escaping @Sendable (Int) -> String) -> @Sendable (Int) -> [UInt8] {
        { records in Array("[\((0..<records).map(record).joined(separator: ",\n"))]".utf8) }
    }

    private static func fixture(
        _ workload: Fixture.Workload, _ shape: Fixture.Shape = .array
    ) -> @Sendable (Int) -> [UInt8] {
        { records in Fixture(workload: workload, shape: shape).data(records: records) }
    }
}
