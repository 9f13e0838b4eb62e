import JSONRecords

/// The records of an input: at the path that the user gave, or in the envelope of the text.
struct InputRecords: Sendable {
    let path: JSONPath
    /// The arrays that may contain the records, if the program cannot choose one. The outermost object is then the only
    /// record.
    let arrays: [EnvelopeArray]
    /// The other arrays of objects in the envelope, if the program has found the path.
    private let others: [EnvelopeArray]
    /// Whether the program has found the path.
    let isPathFound: Bool
    private let input: InputArgument
    private let origin: InputOrigin

    /// Names of files that contain lines, whatever the first line is.
    private static let lineExtensions: Set<Substring> = ["ndjson", "jsonl"]

    /// - Parameters:
    ///   - path: the path that the user gave; `nil` if there is none.
    ///   - follows: whether the input is a file whose records do not end while the file may grow.
    init(of input: InputArgument, at path: JSONPath?, format: ImportFormat, follows: Bool = false) {
        self.input = input
        origin = input.origin(follows: follows)
        let extensions = input.file?.split(separator: "/").last?.split(separator: ".").dropFirst() ?? []
        let path = input.part?.path ?? path
        let mayHaveEnvelope =
            !follows && path == nil && format == .automatic
            && Self.lineExtensions.isDisjoint(with: extensions)
        switch mayHaveEnvelope ? origin.probeEnvelope() : .noEnvelope {
        case .noEnvelope:
            (self.path, arrays, others, isPathFound) = (path ?? JSONPath(), [], [], false)
        case .array(let path, let others):
            (self.path, arrays, self.others, isPathFound) = (path, [], others, true)
        case .ambiguous(let arrays):
            (self.path, self.arrays, others, isPathFound) = (JSONPath(), arrays, [], false)
        }
    }

    /// Returns the input to read with the given options.
    func input(_ options: ReadOptions) -> RecordInput {
        input.records(of: origin, at: path, options)
    }

    /// Returns whether `--on-error skip` continues after an error: the error concerns one record, or one line.
    func canSkipRecord(with error: ImportError) -> Bool {
        if error.category == .data { return true }
        guard error.category == .syntax, error.code != .unsupportedFormat, path == JSONPath() else {
            return false
        }
        if case .index = error.path?.components.first { return false }
        return true
    }

    private static func choices(_ arrays: [EnvelopeArray]) -> String {
        arrays.map { "--path \($0.text)" }.joined(separator: " or ")
    }

    /// The note about the path that the program has found; `nil` if the user gave the path, or no path is needed.
    var note: String? {
        if isPathFound {
            let found = "the records are at \(path.argument), as with --path \(path.argument)"
            return others.isEmpty ? found : found + "; other arrays are read with " + Self.choices(others)
        }
        return arrays.isEmpty
            ? nil : "the object is one record; its arrays are read with " + Self.choices(arrays)
    }
}
