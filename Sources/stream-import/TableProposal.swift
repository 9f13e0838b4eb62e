import DumpProfile
import JSONRecords

/// The arrays of objects in an input. If the input is one object, each of them can be imported into a table of its own, with
/// `--path`. Otherwise they belong to several records, and `--expand` imports them into child tables.
struct TableProposal {
    private let input: InputArgument
    private let recordCount: Int
    private let isEnvelope: Bool
    private let arrays: [RecordArray]
    private let omittedCount: Int

    /// Reads the whole input.
    ///
    /// - Throws: ``ImportError``.
    init(of input: InputArgument, _ options: ReadOptions) throws {
        self.input = input
        let origin = input.origin()
        let beginsWithObject = origin.beginsWithObject()
        let finder = ObjectArrayFinder()
        recordCount = try RecordInput(origin, options: options).read(into: finder).recordCount
        (arrays, omittedCount) = (finder.arrays, finder.omittedCount)
        isEnvelope = beginsWithObject && recordCount == 1 && !arrays.isEmpty
    }

    /// The lines of the result.
    var lines: [String] {
        let title =
            isEnvelope
            ? "\(Self.text(arrays.count, "array")) of objects"
            : "\(Self.text(recordCount, "record")), imported without --path"
        let options = arrays.map { "  \(isEnvelope ? "--path" : "--expand") \($0.text)".printable }
        return ["\(input.name): \(title)"] + options
            + (omittedCount == 0 ? [] : ["  and \(Self.text(omittedCount, "more array"))"])
            + (isEnvelope ? ["  " + command.printable] : [])
    }

    private static func text(_ count: Int, _ noun: String) -> String {
        "\(count.grouped) \(noun)\(count == 1 ? "" : "s")"
    }

    /// The command that imports the arrays.
    private var command: String {
        let paths = arrays.map(\.path)
        return ShellCommand.reading(paths, into: ImportTargets.tableNames(of: paths))
    }
}
