import ArgumentParser
import JSONRecords

/// The options for reading inputs.
struct InputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The path of the records, such as data.items, photos[0].sizes or /data/items.", valueName: "path"),
        transform: { try JSONPath($0) })
    var path = JSONPath()

    @Option(
        help: """
            How the input is divided into records: automatic, json (the elements of one array, or one value), \
            lines, ndjson or jsonl (one record a line), sequence (values one after another), or json-seq (RFC 7464: a \
            record separator before each record).
            """)
    var format = ImportFormat.automatic

    @Option(help: ArgumentHelp("The maximum nesting depth of arrays and objects.", valueName: "count"))
    var maxDepth = ReadOptions().maximumDepth

    @Option(
        help: ArgumentHelp(
            """
            The maximum length of a string or number. Values below \(ReadOptions().chunkBytes) have the effect of \
            \(ReadOptions().chunkBytes).
            """, valueName: "bytes"))
    var maxTokenBytes = ReadOptions().maximumTokenBytes

    func validate() throws {
        guard maxDepth > 0 else {
            throw ValidationError("--max-depth must be at least 1, found \(maxDepth).")
        }
        guard maxTokenBytes > 0 else {
            throw ValidationError("--max-token-bytes must be at least 1, found \(maxTokenBytes).")
        }
    }

    /// The options in the form that a record reader takes.
    var readOptions: ReadOptions {
        var options = ReadOptions()
        options.format = format
        options.maximumDepth = maxDepth
        options.maximumTokenBytes = maxTokenBytes
        return options
    }
}
