import Foundation
import JSONRecords

/// The arrays of objects in an input, and the command that imports each of them into a table.
struct TableProposal {
    let input: InputArgument
    let database: String
    private let arrays: [ObjectArrayFinder.ObjectArray]
    private let omittedCount: Int

    /// Reads the whole input.
    ///
    /// - Throws: ``ImportError``.
    init(of input: InputArgument, into database: String, _ options: ReadOptions) throws {
        self.input = input
        self.database = database
        let finder = ObjectArrayFinder()
        let paths = RecordPaths([RecordPath(JSONPath(), takesWholeValues: true)])
        try RecordInput(InputOrigin(input.originKind()), at: paths, options: options).read(into: finder)
        (arrays, omittedCount) = (finder.arrays, finder.omittedCount)
    }

    /// The lines of the result.
    var lines: [String] {
        guard !arrays.isEmpty else {
            return ["\(input.name): no array of objects; it is imported without --path"]
        }
        let names = arrays.map { "--path \($0.path.argument)".printable }
        let width = names.map(\.count).max() ?? 0
        return ["\(input.name): \(Self.text(arrays.count, "array")) of objects"]
            + zip(arrays, names).map { array, name in
                "  " + name.padding(toLength: width, withPad: " ", startingAt: 0) + "  "
                    + Self.text(array.objectCount, "object")
            } + (omittedCount == 0 ? [] : ["  and \(Self.text(omittedCount, "more array"))"]) + [
                "  " + command.printable
            ]
    }

    private static func text(_ count: Int, _ noun: String) -> String {
        "\(count.grouped) \(noun)\(count == 1 ? "" : "s")"
    }

    /// The command that imports the arrays.
    private var command: String {
        let paths = arrays.map(\.path)
        // The elements of the outermost array are the records without a path.
        let pathOptions = paths == [JSONPath()] ? [] : paths.flatMap { ["--path", $0.argument] }
        let options =
            pathOptions
            + ImportTargets.tableNames(of: paths).flatMap { ["--table", ShellCommand.quoted($0)] }
        let words = ["stream-import", "import", ShellCommand.quoted(input.file ?? "-")] + options
        return (words + ["--into", ShellCommand.quoted(database)]).joined(separator: " ")
    }
}
