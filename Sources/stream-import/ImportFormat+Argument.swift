import ArgumentParser
import JSONRecords

extension ImportFormat: ExpressibleByArgument {
    /// The names of the formats in the arguments. The first name of a format is the one in messages.
    private static let names: KeyValuePairs<String, ImportFormat> = [
        "automatic": .automatic, "json": .json, "lines": .lines, "ndjson": .lines, "jsonl": .lines,
        "sequence": .sequence, "json-seq": .textSequence,
    ]

    /// Creates the format with a name.
    public init?(argument: String) {
        guard let format = Self.names.first(where: { $0.key == argument })?.value else { return nil }
        self = format
    }

    /// All names, for the help.
    public static var allValueStrings: [String] { names.map(\.key) }

    /// The name of the format.
    public var defaultValueDescription: String {
        Self.names.first { $0.value == self }?.key ?? "\(self)"
    }
}
