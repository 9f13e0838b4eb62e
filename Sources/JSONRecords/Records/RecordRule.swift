/// The rule by which all inputs of a table are read: what their records are.
///
/// The user gives the path or the format, or the beginnings of the inputs tell. All inputs are read alike: either the values
/// at the top level are the records, or the values at one path. An input of another shape is an error.
package struct RecordRule: Sendable {
    /// An input, with its name in messages.
    package struct Input {
        package let name: String
        package let origin: InputOrigin

        package init(_ name: String, _ origin: InputOrigin) {
            (self.name, self.origin) = (name, origin)
        }
    }

    /// What a command does with the records, as far as it tells which values they are.
    package struct Use {
        /// The keys of members that the records must have.
        package var memberKeys: [String] = []
        /// Whether the command can read the columns of a table.
        package var readsColumns = false
        /// Whether inputs of another shape are rejected like records; `nil` if the command cannot skip records.
        package var rejectsOthers: Bool?
        /// Whether other inputs have tables of their own, so that an only error is in the place of records.
        package var hasOtherTables = false

        package init() {}
    }

    /// The outline of an input, with the name of the input.
    struct Sample {
        let name: String
        let outline: TextOutline
    }

    /// The path that the user gave; `nil` if the records are to be found.
    let givenPath: JSONPath?
    let format: ImportFormat
    private let use: Use
    /// The path of the records that was found; the root if they are at the top level, `nil` if no input was examined yet.
    private(set) var foundPath: JSONPath?
    /// The options that read each of several arrays, in words; `nil` if there is no choice between arrays.
    package private(set) var pathOptions: String?
    /// An input whose records are at the path, or at the top level.
    private var example = Sample(name: "", outline: TextOutline())
    package let inputCount: Int
    private var error: ImportError?

    /// The maximum number of inputs that are examined before the first one is read.
    package static let maximumSampleCount = 64

    /// Creates the rule of inputs, of which those that are regular files are examined first.
    ///
    /// - Parameters:
    ///   - path: the path of the records; `nil` if it is to be found.
    ///   - files: the inputs that can be read again; by default, none is examined before it is opened.
    ///   - inputCount: the number of all inputs.
    ///   - use: what the command does with the records.
    package init(
        at path: JSONPath?, format: ImportFormat, of files: [Input] = [], inputCount: Int = 1,
        for use: Use = Use()
    ) {
        (givenPath, self.format, self.inputCount, self.use) = (path, format, inputCount, use)
        guard inputCount > 1, isSearching else { return }
        let samples = files.prefix(Self.maximumSampleCount).map { input in
            Sample(name: input.name, outline: input.origin.outline(for: self, needsFollowing: true))
        }.filter(\.outline.isKnown)
        guard !samples.isEmpty else { return }
        choose(samples)
        for sample in samples where error == nil { error = rejects(sample) ? nil : mismatch(of: sample) }
    }

    /// Whether the path is to be found.
    private var isSearching: Bool { givenPath == nil && format == .automatic }

    /// Checks that all inputs that were examined can be read alike.
    ///
    /// - Throws: ``ImportError/Code/invalidPath``.
    package func validate() throws(ImportError) {
        if let error { throw error }
    }

    /// Returns the records of an input. The first input determines the rule, unless inputs were examined before.
    ///
    /// - Parameter part: the part that the origin has; `nil` for a whole input.
    package mutating func records(
        of origin: InputOrigin, name: String, part: InputPart? = nil
    ) -> InputRecords {
        if let part { return InputRecords(of: origin, part: part, at: part.path, format: part.format) }
        if let givenPath {
            guard format == .automatic, !givenPath.components.isEmpty else {
                return InputRecords(of: origin, at: givenPath, format: format)
            }
            let outline = origin.outline(for: self)
            return InputRecords(
                of: origin, at: givenPath, format: outline.format(isLines: origin.hasNameOfLines), in: outline
            )
        }
        guard isSearching || format == .json else {
            return InputRecords(of: origin, at: JSONPath(), format: format)
        }
        let sample = Sample(
            name: name,
            outline: origin.outline(for: self, needsFollowing: inputCount > 1 || use.hasOtherTables))
        return isSearching
            ? found(in: sample, origin) : InputRecords(of: origin, in: sample.outline, format: format)
    }

    /// Returns the records of an input that is not examined.
    package func recordsWithoutSearch(of origin: InputOrigin) -> InputRecords {
        let path = givenPath ?? JSONPath()
        let areLines = format == .automatic && !path.components.isEmpty && origin.hasNameOfLines
        return InputRecords(of: origin, at: path, format: areLines ? .lines : format)
    }

    private mutating func found(in sample: Sample, _ origin: InputOrigin) -> InputRecords {
        // The reader reports an input that cannot be opened, or that is not JSON.
        if sample.outline.isKnown {
            if foundPath == nil, error == nil { choose([sample]) }
            if foundPath?.components.isEmpty == true, rejects(sample) {
                return InputRecords(
                    of: origin, at: JSONPath([.wildcard]), format: .automatic, isPathFound: true)
            }
        }
        // The mismatch of one input does not concern the others.
        let mismatch = rejects(sample) ? nil : mismatch(of: sample)
        if let error = error
            ?? mismatch.map({ ImportError(.pathNotFound, $0.message, advice: $0.advice, input: $0.input) })
        {
            return InputRecords(of: origin, in: sample.outline, format: format, error)
        }
        guard let path = foundPath, !path.components.isEmpty else {
            return sample.outline.isPages
                ? InputRecords(
                    of: origin, at: JSONPath([.wildcard]), format: .sequence, isPathFound: true,
                    in: sample.outline)
                : InputRecords(
                    of: origin, in: sample.outline,
                    format: origin.areLinesOfRows(sample.outline) ? .lines : format,
                    origin.beginsWithBulkAction(sample.outline) ? .bulkRequest(sample.name) : nil)
        }
        return InputRecords(
            of: origin, at: path, in: sample.outline,
            isPathRequired: !sample.outline.isPageWithoutArray(at: path, like: example.outline))
    }

    /// Checks files that have tables of their own: that the records of each are known, and that none is an error in the place of
    /// a page.
    ///
    /// - Throws: ``ImportError/Code/invalidPath``.
    package static func check(_ files: [Input], for use: Use) throws(ImportError) {
        var samples: [Sample] = []
        for file in files.prefix(maximumSampleCount) {
            var rule = RecordRule(at: nil, format: .automatic, for: use)
            let sample = Sample(
                name: file.name, outline: file.origin.outline(for: rule, needsFollowing: true))
            try rule.found(in: sample, file.origin).checkPath()
            samples.append(sample)
        }
        let page = samples.first { !$0.outline.isSingleObject || !$0.outline.recordArrays.isEmpty }
        guard use.rejectsOthers != true, let page, let error = samples.first(where: \.outline.isError) else {
            return
        }
        throw .otherObject(error.name, thanRecordsOf: page, skips: use.rejectsOthers == false)
    }

    // MARK: - The choice

    /// Chooses what the records of inputs are.
    mutating func choose(_ samples: [Sample]) {
        do throws(ImportError) {
            let name: String
            (foundPath, name) = try choice(samples, isOnly: inputCount == 1)
            example = samples.first { $0.name == name } ?? example
        } catch {
            self.error = error
        }
    }

    /// - Parameter isOnly: whether there are no other inputs.
    private mutating func choice(
        _ samples: [Sample], isOnly: Bool
    ) throws(ImportError) -> (path: JSONPath, example: String) {
        if let sample = samples.first(where: { $0.outline.start == .array && !$0.outline.arrays.isEmpty }) {
            // An object about the records precedes them.
            return (JSONPath([.index(1)]), sample.name)
        }
        if isOnly, samples[0].outline.hasOwnMember(use.memberKeys) { return (JSONPath(), samples[0].name) }
        // Objects are compared with the elements of an array, if there is one, or with lines.
        let tops = samples.filter(\.outline.hasTopLevelRecords)
        let top =
            tops.first { $0.outline.start == .array && !$0.outline.keys.isEmpty }
            ?? tops.first { !$0.outline.keys.isEmpty && !$0.outline.isSingleObject } ?? tops.first
        let objects = samples.filter { !$0.outline.hasTopLevelRecords }
        for sample in objects {
            guard let table = sample.outline.tableOfRows else { continue }
            throw table.areColumns
                ? .arraysOfColumns(at: table.rows, sample.name)
                : .rows(at: table.rows, columns: table.columns, names: table.names, in: sample.name)
        }
        let tables = samples.filter(\.outline.isColumns)
        if use.readsColumns, let sample = tables.first, 2 * tables.count > samples.count {
            throw .columns(sample.outline.columnPaths, isOnly: isOnly, sample.name)
        }
        let arrays = Self.candidates(objects)
        let dominant = isOnly ? objects.first?.outline.dominantArray : nil
        guard let best = dominant.map({ Candidate(array: $0, example: objects[0]) }) ?? arrays.first else {
            let record = samples.first { sample in
                !samples.contains { sample.outline.isUnlikeRecords(of: $0.outline) }
            }
            return (top == nil ? Self.emptyPages(objects) : nil) ?? (
                JSONPath(),
                (top.flatMap { $0.outline.isSingleObject ? nil : $0 } ?? record ?? samples[0]).name
            )
        }
        let tied = dominant == nil ? arrays.filter { $0.rank == best.rank } : [best]
        let (sample, path) = (best.example, best.array.path)
        if let top {
            guard sample.outline.arePages(at: path) else { return (JSONPath(), top.name) }
            throw .otherShape(at: path, in: sample.name, than: top.outline, top.name)
        }
        if let keyed = sample.outline.keyedObject(around: path) {
            throw .keyedObject(keyed, around: arrays.map(\.array), sample.name)
        }
        if use.rejectsOthers != true,
            let error = samples.first(where: {
                !$0.outline.has(path) && $0.outline.isUnlikeRecords(of: sample.outline)
            })
        {
            throw .otherShape(
                at: path, in: sample.name, than: error.outline, error.name, skips: use.rejectsOthers != nil)
        }
        if isOnly, let keyed = sample.outline.keyedObject(largerThan: best.array) {
            throw .keyedObject(keyed, around: arrays.map(\.array), sample.name)
        }
        let deeper =
            isOnly && dominant == nil ? sample.outline.deeperArrays(beside: tied.map(\.array)) : []
        let isRecord = sample.outline.hasIdentifier && sample.outline.hasSmallArrays
        if isOnly, tied.count > 1 || !deeper.isEmpty, isRecord { return (JSONPath(), sample.name) }
        // Another input, or the same one at another time, has another key.
        let isKeyData = path.lastKey?.isData == true
        let mayBeElsewhere =
            dominant == nil && sample.outline.hasValues(besides: best.array)
            || !best.array.isOpen && sample.outline.mayHaveMoreArrays
        guard tied.count == 1 && deeper.isEmpty || isKeyData, !isOnly || !mayBeElsewhere else {
            // No path would read all inputs.
            let page = tied.first { $0.example.outline.arePages(at: $0.array.path) } ?? best
            if tied.count > 1, let other = samples.first(where: { !$0.outline.has(page.array.path) }) {
                throw .otherShape(
                    at: page.array.path, in: page.example.name, than: other.outline, other.name)
            }
            throw severalPaths(tied.map(\.array) + deeper, samples, sample)
        }
        let isPage = samples.allSatisfy { !$0.outline.has(path) || $0.outline.arePages(at: path) }
        let isOnlyArray =
            isOnly && sample.outline.isOneObject && !sample.outline.mayDescribeColumns(path)
        guard !isKeyData, isPage || isOnlyArray else {
            throw severalPaths(arrays.map(\.array), samples, sample)
        }
        return (path, sample.name)
    }

    /// Returns the error of inputs whose records may be in arrays. The advice names the likely choice first.
    private mutating func severalPaths(
        _ arrays: [RecordArray], _ samples: [Sample], _ sample: Sample
    ) -> ImportError {
        let isOnly = inputCount == 1
        let keyed = isOnly ? arrays.compactMap { sample.outline.keyedObject(around: $0.path) } : []
        let columns =
            isOnly && use.readsColumns && arrays.count == 1
            ? sample.outline.columns(largerThan: arrays[0]) : []
        let areRecords =
            isOnly && sample.outline.hasIdentifier || samples.allSatisfy(\.outline.hasSmallArrays)
            || samples.contains { other in !arrays.contains { other.outline.has($0.path) } }
        let choices = keyed.enumerated().filter { keyed.firstIndex(of: $1) == $0 }.map(\.element) + arrays
        let areDates = choices.allSatisfy { $0.path.lastKey?.prefixMatch(of: /\d{4}-\d\d/) != nil }
        let name = areDates ? "date" : "key"
        let listed = RecordArray.joined(choices).prefix(RecordArray.maximumListedCount)
        let options =
            (columns.map { RecordArray.columnOptions([$0]) }
            + listed.map { $0.options(keepsKeys: use.rejectsOthers != nil, named: name) })
            .joined(separator: " or ")
        pathOptions = options
        return .severalPaths(
            choices, options,
            object: sample.outline.objectOptions(around: arrays.map(\.path)), isOnly: isOnly,
            isWhole: !isOnly || !sample.outline.isOpenObject, areRecords: areRecords, sample.name)
    }

    /// A path that has records in some inputs.
    private struct Candidate {
        let array: RecordArray
        let example: Sample
        /// The number of inputs that have records at the path, and of those that have an array, an object or null there.
        var inputs = 0
        var presence = 0
        /// Whether the arrays in all inputs seem to be pages of records.
        var arePages = false

        /// The order of the candidates. Of two with the same rank, neither is chosen.
        var rank: (Int, Int, Int) { arePages ? (1, 0, 0) : (0, inputs, presence) }
    }

    /// Returns the paths that have records in inputs; those with records in most inputs first.
    private static func candidates(_ samples: [Sample]) -> [Candidate] {
        var candidates: [Candidate] = []
        for sample in samples {
            for array in sample.outline.recordArrays {
                let index = candidates.firstIndex { $0.array.path == array.path } ?? candidates.endIndex
                if index == candidates.endIndex {
                    candidates.append(Candidate(array: array, example: sample))
                }
                candidates[index].inputs += 1
            }
        }
        for index in candidates.indices {
            candidates[index].presence = samples.count { $0.outline.has(candidates[index].array.path) }
        }
        for index in candidates.indices where samples.count > 1 {
            let (path, page) = (candidates[index].array.path, candidates[index].example.outline)
            candidates[index].arePages = samples.allSatisfy {
                $0.outline.arePages(at: path) || $0.outline.isPageWithoutArray(at: path, like: page)
            }
        }
        let others = candidates.filter { !TextOutline.isNamedAfterErrors($0.array) }
        candidates = others.isEmpty ? candidates : others
        if candidates.contains(where: \.arePages) {
            candidates.removeAll { !$0.arePages && TextOutline.isNamedAfterLinks($0.array) }
        }
        return candidates.sorted { $0.rank > $1.rank }
    }

    /// Returns the path of the pages of inputs that have only empty ones.
    private static func emptyPages(_ samples: [Sample]) -> (JSONPath, String)? {
        guard let first = samples.first, first.outline.isOneObject,
            let path = first.outline.emptyArrays.first(where: { first.outline.isEmptyPage($0) }),
            samples.allSatisfy({ $0.outline.arePages(at: path) || $0.outline.isEmptyPage(path) })
        else { return nil }
        return (path, first.name)
    }

    /// Returns the error of an input that is not like the others; `nil` if it is.
    private func mismatch(of sample: Sample) -> ImportError? {
        guard let path = foundPath, sample.outline.isKnown else { return nil }
        let outline = sample.outline
        if path.components.isEmpty {
            if let pages = outline.pages, inputCount > 1 {
                return .otherShape(at: pages, in: sample.name, than: nil, example.name)
            }
            guard outline.isUnlikeRecords(of: example.outline) else { return nil }
            return .otherObject(sample.name, thanRecordsOf: example, skips: use.rejectsOthers == false)
        }
        guard !outline.has(path), !outline.isOpenObject,
            !outline.isPageWithoutArray(at: path, like: example.outline)
        else { return nil }
        return .otherShape(
            at: path, in: example.name, than: outline, sample.name,
            skips: use.rejectsOthers == false && outline.isOneObject)
    }

    /// Returns whether an input that is not like the others is to be rejected, as one object without records.
    private func rejects(_ sample: Sample) -> Bool {
        guard use.rejectsOthers == true, let path = foundPath, sample.outline.isOneObject else {
            return false
        }
        if use.hasOtherTables, sample.outline.isError { return true }
        return path.components.isEmpty
            ? sample.outline.isUnlikeRecords(of: example.outline) && sample.outline.pages == nil
            : !sample.outline.has(path)
    }
}

extension InputOrigin {
    fileprivate func outline(for rule: RecordRule, needsFollowing: Bool = false) -> TextOutline {
        guard rule.givenPath == nil, hasNameOfLines else {
            return outline(needsFollowing: needsFollowing || rule.givenPath != nil)
        }
        guard !isReadOnce else { return .lines() }
        let outline = outline(needsFollowing: true)
        // A name of lines says what an object is. Arrays of objects are pages.
        return outline.start == .array ? outline : .lines(outline)
    }

    /// Whether the input has a name of lines, and begins with an array that is a row, or has no line, and so no records.
    fileprivate func areLinesOfRows(_ outline: TextOutline) -> Bool {
        guard hasNameOfLines, !isReadOnce, outline.keys.isEmpty else { return false }
        return outline.beginning.isEmpty || formatOfRows() == .lines
    }

    /// Whether the first line is an action of a bulk request of Elasticsearch, such as `{"index":{"_id":"1"}}`.
    fileprivate func beginsWithBulkAction(_ outline: TextOutline) -> Bool {
        guard outline.following == .line || outline.following == .unexamined else { return false }
        let text = outline.beginning.isEmpty ? beginning() : outline.beginning
        let lines = text.split(separator: UInt8(ascii: "\n")).prefix(2).map { Array($0) }
        var scanner = OutlineScanner(needsFollowing: true)
        guard let first = lines.first, lines.count > 1, text.count > first.count,
            let action = scanner.outline(of: first.span, isComplete: true), action.following == .nothing,
            action.keys.count == 1, ["index", "create", "update", "delete"].contains(action.keys[0])
        else { return false }
        let spellings = lines.map { String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace } }
        // A record of its own is followed by another one, and not by a document.
        return (spellings[0].contains(/[{,]"_(index|id|type)":/) || spellings[0].hasSuffix(":{}}"))
            && (action.keys == ["delete"]
                || !spellings[1].hasPrefix(spellings[0].prefix(action.keys[0].count + 5)))
    }

    /// Extensions of files that contain lines, whatever the first line is.
    private static let lineExtensions: Set<Substring> = [
        "ndjson", "jsonl", "jsonlines", "jl", "ldjson", "ndgeojson", "geojsonl", "log",
    ]

    private static let compressionExtensions: Set<Substring> = ["gz", "zst", "bz2", "xz", "lz4"]

    /// Whether the name of the input is that of lines: by its last extension, before that of a compression and the number of a
    /// rotation.
    var hasNameOfLines: Bool {
        let extensions =
            name?.lowercased().split(separator: "/").last?.split(separator: ".").dropFirst() ?? []
        let last = extensions.last {
            !Self.compressionExtensions.contains($0) && !$0.allSatisfy(\.isWholeNumber)
        }
        return last.map(Self.lineExtensions.contains) ?? false
    }
}

extension InputOrigin {
    /// Returns the paths of records for an import that has found no value at its path, or whose first record lacks keys of the
    /// model; `nil` for another error, and for an input that can be read only once.
    package func advice(for error: ImportError, at paths: RecordPaths) -> String? {
        switch error.code {
        case .pathNotFound where paths.count == 1: break
        case .missingKeys
        where error.record == 1 && error.path?.components.isEmpty == true && paths.areAtRoot: break
        default: return nil
        }
        let outline = outline()
        let arrays = (outline.recordArrays + outline.keyedObjects.suffix(1)).prefix(3)
        guard outline.start == .object, !arrays.isEmpty else { return nil }
        return "for the records in the input, use "
            + arrays.map { "at: \"\($0.path.option)\"" }.joined(separator: " or ")
    }
}

// MARK: - Errors

extension ImportError {
    fileprivate static func keyedObject(
        _ members: RecordArray, around arrays: [RecordArray], _ name: String
    ) -> ImportError {
        let arrays = RecordArray.joined(arrays).prefix(2)
        return ImportError(
            .invalidPath,
            "expected records, found an object whose keys seem to be data, and arrays of objects: "
                + ([members] + arrays).map(\.text).joined(separator: ", "),
            advice: "use --path \(members.path.argument), with --key-column key for the keys, or "
                + arrays.map { "--path \($0.path.argument)" }.joined(separator: " or ")
                + ", or --format json to read the object as one record", input: name)
    }

    fileprivate static func otherObject(
        _ name: String, thanRecordsOf example: RecordRule.Sample, skips: Bool
    ) -> ImportError {
        let isArray = example.outline.start == .array
        let format = isArray || example.outline.isSingleObject ? "json" : "sequence"
        return ImportError(
            .invalidPath,
            "expected inputs of one shape, found \(isArray ? "an array of records" : "records") in \(example.name), and an object with other keys in \(name)",
            advice: (skips ? "use --on-error skip to leave \(name) out, or " : "")
                + "read the inputs by commands of their own, or use --format \(format) to read the object as one record",
            input: name)
    }

    fileprivate static func columns(_ paths: [JSONPath], isOnly: Bool, _ name: String) -> ImportError {
        ImportError(
            .invalidPath,
            "expected records, found \(isOnly ? "an object" : "objects") whose members seem to be the columns of a table",
            advice: "use \(RecordArray.columnOptions(paths)), or --format json to read "
                + "\(isOnly ? "the" : "each") object as one record", input: name)
    }

    fileprivate static func bulkRequest(_ name: String) -> ImportError {
        ImportError(
            .invalidPath, "expected records, found the lines of a bulk request",
            advice:
                "to import it, use --format bulk, which joins each action and its document; to read each line as a record, use --format lines",
            input: name)
    }

    /// - Parameters:
    ///   - options: the options that read each of the arrays, in words.
    ///   - name: the name of an input with records in one of the arrays.
    fileprivate static func severalPaths(
        _ arrays: [RecordArray], _ options: String, object: String, isOnly: Bool, isWhole: Bool,
        areRecords: Bool, _ name: String
    ) -> ImportError {
        let found = arrays.count == 1 ? "an array" : "several arrays"
        let arrays = RecordArray.joined(arrays)
        let listed = arrays.prefix(RecordArray.maximumListedCount)
        let more = RecordArray.omission(arrays.count - listed.count)
        let record = "\(object) to read \(isOnly ? "the" : "each") object as one record"
        return ImportError(
            .invalidPath,
            "expected records, found \(isOnly ? "an object" : "objects") with \(found) of objects: "
                + listed.map(\.text).joined(separator: ", ") + more,
            advice: (areRecords ? "use \(record), or \(options)" : "use \(options), or \(record)")
                + (isWhole ? "" : "; import --tables also lists the arrays after the first megabyte"),
            input: name)
    }

    fileprivate static func otherShape(
        at path: JSONPath, in example: String, than outline: TextOutline?, _ name: String,
        skips: Bool = false
    ) -> ImportError {
        let found =
            switch outline?.start {
            case .array: "an array"
            case .object where outline?.isOneObject == true: "an object without records there"
            case .object: "several objects"
            default: "records at the top level"
            }
        return ImportError(
            .invalidPath,
            "expected inputs of one shape, found records at \(path.argument) in \(example), and \(found) in \(name)",
            advice: (skips ? "use --on-error skip to leave \(name) out, or " : "")
                + "read the inputs by commands of their own, with --path \(path.argument) for \(example), or use --format json to read each object as one record"
        )
    }

    fileprivate static func arraysOfColumns(at path: JSONPath, _ name: String) -> ImportError {
        ImportError(
            .invalidPath, "expected rows, found arrays that are columns at \(path.argument)",
            advice: "convert them first"
                + (path.option.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
                    ? ", for example with jq -c '.\(path.option) | transpose[]' FILE | stream-import import - --format lines, with --header and the names"
                    : ""),
            input: name)
    }

    fileprivate static func rows(
        at rows: JSONPath, columns: JSONPath, names: JSONPath, in name: String
    ) -> ImportError {
        ImportError(
            .invalidPath,
            "expected objects, found rows that are arrays at \(rows.argument), with their columns at \(columns.argument)",
            advice: "use --path \(rows.argument) --header \(names.argument)"
                + (names == columns ? "" : ", with the member that has the names"), input: name)
    }
}
