internal import Foundation
internal import JSONRecords

/// The options that must be the same in a run and in the run that resumes it, as they are stored with a checkpoint.
struct ImportSettings: Codable, Equatable {
    var format: String
    var keys: [String]
    var columns: [String]?
    var rest: String?
    var flattens: Bool
    /// The paths of the expanded arrays; `nil` if there are none, as in the settings of versions without `--expand`.
    var expandedArrays: [[String]]?
    var skippedRecordCount: Int
    /// The schema of the table; `nil` if there is none, as in the settings of versions without schemas.
    var schema: TableSchema?

    init(_ options: TableImportOptions) {
        format = "\(options.readOptions.format)"
        (keys, columns, rest) = (options.keys, options.columns, options.rest)
        (flattens, skippedRecordCount) = (options.flattens, options.skippedRecordCount)
        schema = options.schema
        expandedArrays = options.expandedArrays.isEmpty ? nil : options.expandedArrays.map(\.path)
    }

    /// The settings except the schema, as arguments of the program.
    private var arguments: [String] {
        [
            "--format \(format)",
            keys.isEmpty ? "no --key" : "--key \(keys.joined(separator: ","))",
            columns.map { "--columns \($0.joined(separator: ","))" } ?? "no --columns",
            rest.map { "--rest \($0)" } ?? "no --rest",
            flattens ? "--flatten" : "no --flatten",
            expandedArrays.map {
                $0.map { "--expand \(ExpandedArray(path: $0).argument)" }.joined(separator: " ")
            }
                ?? "no --expand",
            skippedRecordCount == 0 ? "no --skip" : "--skip \(skippedRecordCount)",
        ]
    }

    /// Returns the arguments and the schema that are not those of other settings.
    func difference(from other: ImportSettings) -> String {
        var different = zip(arguments, other.arguments).filter { $0 != $1 }.map(\.0)
        if schema != other.schema {
            different.append(schema.map { $0.difference(from: other.schema) } ?? "no schema")
        }
        return different.joined(separator: " ")
    }
}
