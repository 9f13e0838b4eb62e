import ArgumentParser
import JSONRecords

extension ImportFormat: ExpressibleByArgument {
    /// Creates the format with a name.
    public init?(argument: String) {
        guard let format = Self.allCases.first(where: { $0.names.contains(argument) }) else { return nil }
        self = format
    }

    /// All names, for the help.
    public static var allValueStrings: [String] { allCases.flatMap(\.names) }

    /// The name of the format.
    public var defaultValueDescription: String { name }

    private var names: [String] { self == .lines ? [name, "ndjson", "jsonl"] : [name] }
}
