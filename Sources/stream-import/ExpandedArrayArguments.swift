import ArgumentParser
import TableImport

/// The arguments of `--expand`.
struct ExpandedArrayArguments {
    let expandedArrays: [ExpandedArray]
    let keys: [String]
    let columns: [String]
    let indices: [String]

    /// Checks that each array has a child table of its own, and that no other option needs a column for an array or for an
    /// object around it.
    func validate() throws {
        guard !expandedArrays.isEmpty else { return }
        guard !keys.isEmpty else {
            throw ValidationError(
                "--expand expects --key, because the rows of a child table name their record by its key; name the key "
                    + "columns with --key.")
        }
        try validateNames()
        for expandedArray in expandedArrays { try validate(expandedArray) }
    }

    private func validateNames() throws {
        guard let repeated = expandedArrays.map(\.name).firstRepeated else { return }
        throw ValidationError(
            "Several --expand have the table name …_\(repeated.printable); expand one of these arrays.")
    }

    private func validate(_ expandedArray: ExpandedArray) throws {
        let outer = expandedArrays.first {
            $0.path.count < expandedArray.path.count && expandedArray.isInside($0.path)
        }
        if let outer {
            throw ValidationError(
                "--expand \(expandedArray.argument) is in the array \(outer.argument), whose elements have their arrays as "
                    + "JSON; expand one of both.")
        }
        for (option, names) in [("--key", keys), ("--columns", columns), ("--index", indices)]
        where names.contains(expandedArray.name) {
            throw ValidationError(
                "\(option) names \(expandedArray.name.printable), which --expand stores in a child table; name other "
                    + "columns.")
        }
        let objects = expandedArray.path.indices.dropFirst().map {
            ExpandedArray(path: Array(expandedArray.path[..<$0])).name
        }
        if let object = objects.first(where: columns.contains) {
            throw ValidationError(
                "--columns names \(object.printable), whose members --expand \(expandedArray.argument) stores in columns of "
                    + "their own; name columns such as \(object.printable)_id instead.")
        }
    }
}
