/// The records of an input: what each command reads.
///
/// The records are the values at the path of a part, or at the path that the user gave. Without a path, they are the elements
/// of the array of objects in the outermost object, if the beginning of the text has one such array. Otherwise, they are
/// the elements of an array at the top level, or the values there.
package struct InputRecords: Sendable {
    package let path: JSONPath
    /// Whether the path was found in the text.
    package let isPathFound: Bool
    /// The arrays of objects in the outermost object, except the one at the path. If no path was found, the records may be
    /// in one of them.
    private let arrays: [RecordArray]
    private let origin: InputOrigin
    private let part: InputPart?
    private let format: ImportFormat

    /// Names of files that contain lines, whatever the first line is.
    private static let lineExtensions: Set<Substring> = ["ndjson", "jsonl"]

    /// Searches the beginning of the input, if the path is not known.
    ///
    /// - Parameters:
    ///   - part: the part that the origin has; `nil` for a whole input.
    ///   - path: the path of the records; `nil` if it is to be found.
    package init(of origin: InputOrigin, part: InputPart? = nil, at path: JSONPath?, format: ImportFormat) {
        (self.origin, self.part, self.format) = (origin, part, format)
        let extensions = origin.name?.split(separator: "/").last?.split(separator: ".").dropFirst() ?? []
        let givenPath = part?.path ?? path
        let mayHaveEnvelope =
            givenPath == nil && format == .automatic && Self.lineExtensions.isDisjoint(with: extensions)
        switch mayHaveEnvelope ? origin.probeEnvelope() : .noEnvelope {
        case .noEnvelope: (self.path, isPathFound, arrays) = (givenPath ?? JSONPath(), false, [])
        case .array(let path, let others): (self.path, isPathFound, arrays) = (path, true, others)
        case .ambiguous(let arrays): (self.path, isPathFound, self.arrays) = (JSONPath(), false, arrays)
        }
    }

    /// Returns the input to read with the given options.
    package func input(_ options: ReadOptions) -> RecordInput {
        part.map { RecordInput($0, origin, options: options) }
            ?? RecordInput(origin, at: path, options: options)
    }

    /// Checks that the path is known.
    ///
    /// - Throws: ``ImportError/Code/invalidPath`` if the records may be in several arrays.
    package func checkPath() throws(ImportError) {
        guard !isPathFound, !arrays.isEmpty else { return }
        let choices = arrays.map { "--path \($0.path.argument)" }.joined(separator: " or ")
        let found = arrays.count == 1 ? "an array" : "several arrays"
        throw ImportError(
            .invalidPath,
            "expected records, found an object with \(found) of objects: \(arrays.map(\.text).joined(separator: ", "))",
            advice: "use \(choices), or --format json to read the object as one record")
    }

    /// The note about the path that was found; `nil` if the user gave the path, or no path is needed.
    package var note: String? {
        let choices = arrays.map { "--path \($0.text)" }.joined(separator: " or ")
        guard isPathFound else {
            return arrays.isEmpty ? nil : "the object is one record; its arrays are read with " + choices
        }
        return "the records are at \(path.argument), as with --path \(path.argument)"
            + (arrays.isEmpty ? "" : "; other arrays are read with " + choices)
    }

    /// Returns whether reading can continue after an error, because the error concerns one record, or one line.
    package func canSkipRecord(with error: ImportError) -> Bool {
        if error.category == .data { return true }
        guard error.category == .syntax, error.code != .unsupportedFormat, path == JSONPath() else {
            return false
        }
        if case .index = error.path?.components.first { return false }
        return true
    }

    // MARK: - The arrays in the whole input

    /// Whether the only record, if there is only one, is an object that may contain the records that the user means. Reads
    /// the beginning of the input.
    package var mayBeEnvelope: Bool {
        part == nil && path == JSONPath() && [.automatic, .json].contains(format) && origin.beginsWithObject()
    }

    /// The arrays of objects in the records of a whole input.
    package struct Arrays {
        package let recordCount: Int
        /// Whether the input is one object, so that the arrays may contain the records that the user means.
        package let areInEnvelope: Bool
        /// The arrays in the order of the text.
        package let listed: [RecordArray]
        /// The number of arrays that are not listed.
        package let omittedCount: Int
    }

    /// Reads a whole input, and finds the arrays of objects in its records.
    ///
    /// - Throws: ``ImportError``.
    package static func arrays(in origin: InputOrigin, _ options: ReadOptions) throws -> Arrays {
        let beginsWithObject = origin.beginsWithObject()
        let finder = ObjectArrayFinder()
        let recordCount = try RecordInput(origin, options: options).read(into: finder).recordCount
        return Arrays(
            recordCount: recordCount,
            areInEnvelope: beginsWithObject && recordCount == 1 && !finder.arrays.isEmpty,
            listed: finder.arrays, omittedCount: finder.omittedCount)
    }
}

/// An array of objects at a path of keys, which may contain the records that the user means.
package struct RecordArray: Hashable, Sendable {
    package let path: JSONPath
    /// The number of objects in the part of the text that was examined.
    package internal(set) var objects: Int
    /// Whether the array may have more objects after this part.
    var isOpen: Bool

    package init(path: JSONPath, objects: Int, isOpen: Bool = false) {
        (self.path, self.objects, self.isOpen) = (path, objects, isOpen)
    }

    /// Whether the array is a member of the outermost object.
    var isOutermost: Bool { path.components.count == 1 }

    /// The path and the number of objects, in words.
    var text: String {
        "\(path.argument) (\(isOpen ? "at least " : "")\(objects) \(objects == 1 ? "object" : "objects"))"
    }
}
