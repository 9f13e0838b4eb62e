/// The records of one input, as the ``RecordRule`` of its table determines them.
package struct InputRecords: Sendable {
    package let path: JSONPath
    /// Whether the path was found in the text.
    package let isPathFound: Bool
    /// Whether the text has a value at the path. If not, it is a page without records.
    package let isPathRequired: Bool
    /// The division of the text into records.
    package let format: ImportFormat
    /// The other arrays of objects that the beginning of the text has.
    private let arrays: [RecordArray]
    /// The objects with keys that seem to be data.
    private let keyedObjects: [RecordArray]
    /// The objects whose members seem to be the columns of a table.
    private let columnPaths: [JSONPath]
    /// The arrays of arrays in the only object.
    private let rows: [TextOutline.Rows]
    /// The number of records at the path that was found, if the part that was examined has them all.
    private let count: Int?
    /// A key that is not one of an answer, beside the path that was found, and the options that read its object.
    private let beside: (key: String, options: String)?
    /// The keys of the outermost object.
    private let keys: [String]
    /// The first bytes of an input that can be read only once.
    private let beginning: [UInt8]
    /// The arrays of objects after the part that was examined; `nil` if this part was the whole text.
    private let laterArrays: Locked<[RecordArray]>?
    /// Whether the records are at the top level, and the first one is an object that is longer than the part that was examined.
    private let isOpenObject: Bool
    private let origin: InputOrigin
    private let part: InputPart?
    private let error: ImportError?
    /// The values at the top level without anything at the path that the user gave, as far as the input was read.
    private let withoutPath = Locked((count: 0, firstLine: Int?.none))

    /// Creates the records at a known path.
    ///
    /// - Parameter part: the part that the origin has; `nil` for a whole input.
    init(
        of origin: InputOrigin, part: InputPart? = nil, at path: JSONPath, format: ImportFormat,
        isPathFound: Bool = false, in outline: TextOutline = TextOutline()
    ) {
        (self.origin, self.part, self.path, self.format) = (origin, part, path, format)
        (self.isPathFound, isPathRequired, isOpenObject) = (isPathFound, true, false)
        (arrays, keyedObjects, columnPaths, keys, error) = ([], [], [], [], nil)
        (beginning, laterArrays, rows, count, beside) = (outline.beginning, nil, [], nil, nil)
    }

    /// Creates the records at a path that was found.
    init(of origin: InputOrigin, at path: JSONPath, in outline: TextOutline, isPathRequired: Bool) {
        (self.isPathRequired, isOpenObject) = (isPathRequired, false)
        (self.origin, part, self.path, error) = (origin, nil, path, nil)
        (isPathFound, format, keyedObjects, keys) = (true, outline.format(isLines: false), [], outline.keys)
        (arrays, columnPaths, rows) = (outline.arrays.filter { $0.path != path }, [], [])
        count = outline.arrays.first { $0.path == path && !$0.isOpen }?.objects
        beside = outline.keyBeside(path).map { ($0, outline.objectOptions(around: [path])) }
        beginning = outline.beginning
        laterArrays = outline.following == .unknown ? Locked([]) : nil
    }

    /// Creates the records at the top level.
    ///
    /// - Parameter error: the error of an input whose records may also be elsewhere.
    init(
        of origin: InputOrigin, in outline: TextOutline, format: ImportFormat, _ error: ImportError? = nil
    ) {
        (self.origin, part, self.format, self.error) = (origin, nil, format, error)
        (path, isPathFound, isPathRequired, keys) = (JSONPath(), false, true, [])
        isOpenObject = outline.isOpenObject
        let outermost = outline.recordArrays
        let arrays = outermost.isEmpty ? outline.arrays : outermost + outline.deeperArrays(beside: outermost)
        self.arrays = outline.isOneObject ? arrays : []
        columnPaths = outline.isColumns ? outline.columnPaths : []
        keyedObjects = outline.isOneObject && columnPaths.isEmpty ? outline.keyedObjects : []
        rows = columnPaths.isEmpty ? outline.rowsOfOneObject : []
        (beginning, laterArrays, count, beside) = (outline.beginning, nil, nil, nil)
    }

    /// Returns the input to read with the given options.
    package func input(_ options: ReadOptions) -> RecordInput {
        if let part { return RecordInput(part, origin, options: options) }
        var options = options
        options.format = format
        options.requiresPathInEachValue = isPathFound
        options.requiresArrayAtPath = isPathFound
        withoutPath.withLock { $0 = (0, nil) }
        options.onValueWithoutPath = { [withoutPath] location in
            withoutPath.withLock { $0 = ($0.count + 1, $0.firstLine ?? location?.line) }
        }
        if let laterArrays {
            options.onOtherArray = { array in
                laterArrays.withLock { if $0.count < TextOutline.maximumListedCount { $0.append(array) } }
            }
        }
        guard !isPathRequired else { return RecordInput(origin, at: path, options: options) }
        return RecordInput(
            origin, at: RecordPaths([RecordPath(path, isRequired: false)]), options: options)
    }

    /// The number of values at the top level that have nothing at the path that the user gave, and the line of the first one, as
    /// far as the input was read.
    package var valuesWithoutPath: (count: Int, firstLine: Int?) { withoutPath.withLock { $0 } }

    /// The note about these values; `nil` if there are none.
    package var noteWithoutPath: String? {
        let (count, line) = valuesWithoutPath
        guard let line else { return nil }
        return "\(count) \(count == 1 ? "value has" : "values have") nothing at \(path.argument), "
            + (count == 1 ? "in line \(line)" : "the first one in line \(line)")
    }

    /// Checks that it is known what the records are.
    ///
    /// - Throws: ``ImportError/Code/invalidPath``.
    package func checkPath() throws(ImportError) {
        if let error { throw error }
    }

    /// Returns whether the first records of most inputs have most of their keys in common. Inputs without records do not count.
    /// The same holds for the documents that contain the records.
    package static func areAlike(_ inputs: [InputRecords]) -> Bool {
        [false, true].contains { areDocuments in
            let keys = inputs.map { input in
                areDocuments && input.isPathFound
                    ? Set(input.keys) : FirstRecord.keys(of: input.input(ReadOptions()))
            }.filter { !$0.isEmpty }
            let largest = keys.map { one in
                keys.count { 2 * $0.intersection(one).count >= $0.union(one).count }
            }.max()
            return largest.map { $0 > 1 && 2 * $0 > keys.count } ?? false
        }
    }

    /// The path that was found in all inputs; `nil` if none was, or several.
    package static func foundPath(in inputs: [InputRecords]) -> JSONPath? {
        inputs.allSatisfy { $0.isPathFound && $0.path == inputs[0].path } ? inputs.first?.path : nil
    }

    // MARK: - Words

    /// The other arrays of objects that are known by now.
    private var otherArrays: [RecordArray] {
        let later = (laterArrays?.withLock { $0 } ?? []).filter { $0.path != path }
        var arrays = arrays.filter { array in !later.contains { $0.path == array.path } }
        for array in later.prefix(100) where !arrays.contains(where: { $0.path == array.path }) {
            arrays.append(array)
        }
        return arrays
    }

    /// The arrays of the only record, if this is an object that is longer than the part that was examined. Reads the record again.
    private var arraysOfOnlyRecord: [RecordArray] {
        guard isOpenObject, part == nil, !origin.isReadOnce, [.automatic, .json].contains(format) else {
            return []
        }
        let finder = ObjectArrayFinder()
        guard let reader = try? RecordInput(origin).makeReader(for: finder) else { return [] }
        while (try? reader.step()) == .advanced, reader.summary.recordCount < 2 {}
        return reader.summary.recordCount == 1 ? finder.arraysOfRecords : []
    }

    /// The array of objects in the first record, if that seems to be a page or has no other members.
    private var arrayInFirstRecord: (array: RecordArray, isPage: Bool)? {
        guard part == nil, path.components.isEmpty, [.automatic, .lines].contains(format),
            let start = beginning.firstIndex(of: UInt8(ascii: "{"))
        else { return nil }
        // A byte order mark may be first.
        let brackets = beginning[..<start].filter { !$0.isJSONWhiteSpace && $0 < 0x80 }
        guard brackets.isEmpty || brackets == [UInt8(ascii: "[")] else { return nil }
        var scanner = OutlineScanner(needsFollowing: true)
        let page = scanner.outline(of: Array(beginning[start...]).span, isComplete: true)
        let arePages = {
            !brackets.isEmpty && page?.keys.count == 1 || page?.arePages(at: $0) == true
                || page?.arePages(ofAnyNameAt: $0) == true
        }
        let isOnlyMember = page?.keys.count == 1 && page?.following != .unknown
        guard let array = page?.recordArrays.first(where: { isOnlyMember || arePages($0.path) }) else {
            return nil
        }
        let path = JSONPath((brackets.isEmpty ? [] : [.wildcard]) + array.path.components)
        return (RecordArray(path: path, objects: array.objects, isOpen: true), arePages(array.path))
    }

    /// The words about the rows or the largest arrays in the only record or the only two, or in the only object of their only array, if
    /// these have more objects; `nil` if there are none. Reads the beginning again.
    private func noteAboutFewRecords(adding options: String) -> String? {
        guard 1..<3 ~= count ?? 1, !origin.isReadOnce else { return nil }
        var path = path.components
        for _ in 0..<Self.maximumNesting {
            let input = RecordInput(origin, at: JSONPath(path))
            if let table = FirstRecord.outline(of: input)?.tableOfRows {
                guard !table.areColumns else { return nil }
                let first = path.map { $0 == .wildcard ? .index(0) : $0 } + [.index(0)]
                return "; import reads the rows of the first with --path "
                    + JSONPath(first + table.rows.components).argument + options + " --header "
                    + JSONPath(first + table.names.components).argument
                    + (table.names == table.columns ? "" : ", with the member that has the names")
            }
            let finder = ObjectArrayFinder()
            guard let reader = try? input.makeReader(for: finder) else { return nil }
            while reader.summary.recordCount < 3, reader.parsedOffset < Self.maximumBytesOfFewRecords,
                (try? reader.step()) == .advanced
            {}
            let recordCount = reader.summary.recordCount
            guard 1..<3 ~= recordCount else { return nil }
            let arrays = finder.arraysOfRecords.filter {
                $0.objects > recordCount && ($0.isOutermost || recordCount == 1)
            }.sorted { $0.objects > $1.objects }
            guard arrays.isEmpty else {
                return "; the records in each are read with "
                    + RecordArray.choices(
                        arrays.prefix(3).map {
                            RecordArray(
                                path: JSONPath(path + [.wildcard] + $0.path.components), objects: $0.objects)
                        }, keepsKeys: false, adding: options)
            }
            guard finder.arrays.count == 1 else { return nil }
            path += [.wildcard] + finder.arrays[0].path.components
        }
        return nil
    }

    /// The maximum number of arrays with one element in which others are looked for, and of bytes that are read for each.
    private static let maximumNesting = 4
    private static let maximumBytesOfFewRecords = 16 * OutlineScanner.maximumBytes

    /// The path of the only member of the only object, if that is an object, too. Reads the beginning again if it seems to be.
    private var onlyObject: JSONPath? {
        var cursor = JSONCursor(beginning.span)
        guard part == nil, path.components.isEmpty, !origin.isReadOnce, cursor.skip("{"), cursor.key() != nil,
            cursor.nextByte == UInt8(ascii: "{"), case let outline = origin.outline(needsFollowing: true),
            // DynamoDB has its records in such members.
            outline.isSingleObject, outline.keys.count == 1, outline.keys != ["Item"]
        else { return nil }
        return JSONPath([.key(outline.keys[0])])
    }

    /// The note about a path that was found, and about arrays that were not read; `nil` if there is nothing to say.
    ///
    /// - Parameters:
    ///   - replacesRows: whether the rows of this import must be replaced if the arrays are read instead.
    ///   - keepsKeys: whether the command has the option for a column for keys.
    package func note(replacesRows: Bool = false, keepsKeys: Bool = true) -> String? {
        let replace = replacesRows ? " --replace" : ""
        func choices(_ arrays: [RecordArray], adding options: String? = nil) -> String {
            RecordArray.choices(arrays, keepsKeys: keepsKeys, adding: options ?? (isPathFound ? "" : replace))
        }
        if let note = noteWithoutPath { return note }
        // An input of another shape is rejected.
        if path == JSONPath([.wildcard]), isPathFound, format == .automatic { return nil }
        guard columnPaths.isEmpty else {
            return "the object is one record; its members seem to be columns, which import reads with "
                + RecordArray.columnOptions(columnPaths) + replace
        }
        guard isPathFound else {
            let arrays = arrays.isEmpty && keyedObjects.isEmpty ? arraysOfOnlyRecord : arrays
            guard arrays.isEmpty else {
                return "the object is one record; its arrays are read with " + choices(arrays)
            }
            guard keyedObjects.isEmpty else {
                return "the object is one record; its keys seem to be data, and its members are read with "
                    + choices(keyedObjects.suffix(3))
            }
            guard rows.isEmpty else {
                return "the object is one record; its rows are read with "
                    + rows.prefix(3).map { "--path \($0.path.argument) \($0.header(replace))" }.joined(
                        separator: ", or ")
            }
            if let page = arrayInFirstRecord {
                let words =
                    page.isPage
                    ? "the records seem to be pages; the records in them"
                    : "the first record has only an array; the objects in that of each"
                return words + " are read with " + choices([page.array])
            }
            return onlyObject.map {
                "the object is one record; the only object in it is read with --path \($0.argument)\(replace)"
            }
        }
        return "the records are at \(path.argument), as with --path \(path.argument)"
            + (otherArrays.isEmpty ? "" : "; other arrays are read with " + choices(otherArrays))
            + (noteAboutFewRecords(adding: replace) ?? "")
            + (beside.map {
                "; members beside them, such as \($0.key), are not read: for the object, use \($0.options)\(replace)"
            } ?? "")
    }

    /// Whether the only record seems to be an object whose keys are data, or has one.
    package var keysMayBeData: Bool { arrays.isEmpty && !keyedObjects.isEmpty }

    /// Two lines that tell what the records are, and what is known beside them.
    package var explanation: [String] {
        let framing = format == .automatic ? "" : ", with --format \(format.name)"
        let meaning =
            path.components.isEmpty
            ? "the records are \(origin.outline(needsFollowing: true).topLevel)\(framing)"
            : "the records are at \(path.argument), as with --path \(path.argument)\(framing)"
        let others =
            arrays + keyedObjects + (isPathFound ? [] : [arrayInFirstRecord?.array].compactMap(\.self))
        let members = keys.filter { path.components.first != .key($0) }
        let beside = [
            columnPaths.isEmpty ? nil : "import reads columns with " + RecordArray.columnOptions(columnPaths),
            others.isEmpty
                ? nil : "other records are read with " + RecordArray.choices(others, keepsKeys: false),
            rows.isEmpty ? nil : "import reads rows with --path \(rows[0].path.argument) \(rows[0].header())",
            members.isEmpty ? nil : "members beside them are not read: " + members.joined(separator: ", "),
        ].compactMap(\.self)
        return [meaning, beside.isEmpty ? "nothing else is known" : beside.joined(separator: "; ")]
    }

    /// Returns an error of reading the records, with what the beginning of the input tells about it.
    ///
    /// - Parameter replacesRows: whether the rows of this import must be replaced if the input is read again.
    package func advised(_ error: ImportError, replacesRows: Bool = false) -> ImportError {
        guard part == nil, error.code != .unsupportedFormat else { return error }
        let replace = replacesRows ? " --replace" : ""
        if let keyed = keyedObjects.last, keyed.objects > 1000, error.category == .data, error.record == 1 {
            return error.replacingAdvice(
                "the keys of the object seem to be data: use \(keyed.options(keepsKeys: true))")
        }
        if error.code == .pathNotFound, !isPathFound, case .key = path.components.first,
            text.first(where: { "[{".contains($0) }) == "["
        {
            let path = JSONPath([.wildcard] + path.components)
            return error.replacingAdvice(
                "the input is an array: for a member of its elements, use --path \(path.argument)")
        }
        if error.code == .typeMismatch, error.message.hasPrefix("expected an object, found ") {
            // A number in brackets begins a date.
            if error.record == 1, OtherFormat(text: text) == .loggedObjects {
                return .unsupportedFormat(.loggedObjects).with(input: error.input)
            }
            let isArray = error.message.hasSuffix("'['")
            if isArray, path.components.isEmpty, error.path?.components.isEmpty == true {
                return error.with(
                    advice:
                        "if the elements of each array are the records, add --path '[*]'; if it is a row, import it with \(header(after: "["))"
                )
            }
            if isArray, path.components.last == .wildcard, case .key = error.path?.components.last {
                return error.with(
                    advice:
                        "if this member is not a record, use --on-error skip; if its elements are the records, use --path \(JSONPath(path.components + [.wildcard]).argument)"
                )
            }
            if error.message.hasSuffix("found null"), isRecord(at: error.path) {
                return error.with(advice: "to skip elements that are null, use --on-error skip")
            }
            if error.record == 1, isRecord(at: error.path) {
                let line = path.components.isEmpty ? Self.elementsOnFirstLine(of: Array(text.utf8)) : nil
                if let line, line.contains(where: { $0 != UInt8(ascii: "[") }) {
                    return error.with(
                        advice: "if each line is a row, import it with --format lines \(header(after: "["))")
                }
                guard isArray else { return error.with(advice: adviceForValues) }
                let areObjects = path.components.isEmpty && text.prefixMatch(of: /\s*\[\s*\[\s*\{/) != nil
                let header = line != nil ? "--format lines --path '[*]' \(header())" : header()
                return error.with(
                    advice: areObjects
                        ? "if the elements of each array are the records, use --path '$[*].*'"
                        : "if each array is a row, import it with \(header)")
            }
        }
        if error.code == .trailingData, format == .automatic,
            error.message.hasSuffix("'{'") || error.message.hasSuffix("'['")
        {
            let arePages =
                path.components.isEmpty && error.message.hasSuffix("'['")
                && text.firstMatch(of: /^\s*\[\s*[{\[\]]/) != nil
            guard arePages || isPathFound else { return error }
            if laterArrays != nil {
                return error.replacingAdvice(
                    "the input has several values: if each is a record, use --format sequence\(replace); if each is a page, "
                        + "use --format sequence --path \(path.argument)\(replace)")
            }
            let argument = arePages ? "'[*]'" : path.argument
            return error.replacingAdvice(
                "the input has several values: use --format sequence --path \(argument)\(replace)")
        }
        // A number or a word at the beginning is a value, and not a record.
        if error.record == 1, path.components.isEmpty,
            error.message.hasPrefix("expected a value of DynamoDB JSON"), error.message.hasSuffix("'['")
        {
            return error.with(advice: "if the records are in an array, name its path, such as --path Items")
        }
        let isFirstValue =
            error.code == .typeMismatch && error.record == 1 && error.path?.components.isEmpty == true
        guard error.category == .syntax || isFirstValue, error.location?.line ?? 1 < 3 else { return error }
        let text = text
        if let format = OtherFormat(text: text) { return .unsupportedFormat(format).with(input: error.input) }
        if isFirstValue, Self.isLineJSON(0, of: text) { return error.with(advice: adviceForValues) }
        let isAboutLines = error.advice == ImportError.adviceForFirstLine(isRejected: false)
        return isAboutLines && !Self.isLineJSON(1, of: text) ? error.replacingAdvice(nil) : error
    }

    /// The beginning of the input.
    private var text: String {
        String(decoding: origin.isReadOnce ? beginning : origin.beginning(), as: UTF8.self)
    }

    /// The option for the names of rows, of which the beginning of the input has the first ones.
    ///
    /// - Parameter bracket: the bracket of the array of rows, if the input lacks it.
    private func header(after bracket: String = "") -> String {
        var scanner = OutlineScanner()
        let isAtRoot = path.components.isEmpty
        let text = Array(((isAtRoot ? "{\"\":" : "") + bracket + text).utf8)
        let rows = scanner.outline(of: text.span, isComplete: true)?.rows.first {
            $0.path == (isAtRoot ? JSONPath([.key("")]) : path)
        }
        return (rows ?? TextOutline.Rows(path: path)).header()
    }

    /// The advice if the records are neither objects nor arrays.
    private var adviceForValues: String {
        "to import values, name their column: --header value\(path.components.isEmpty ? "" : ",")"
    }

    /// Returns the first byte of each element of the array on the first line of a text; `nil` if there is none, or if the next line does
    /// not begin with an array.
    private static func elementsOnFirstLine(of text: [UInt8]) -> [UInt8]? {
        var (cursor, elements) = (JSONCursor(text.span), [UInt8]())
        guard cursor.skip("[") else { return nil }
        let start = cursor.position
        while let element = cursor.element() {
            guard !element.isEmpty else { return nil }
            elements.append(text[element.lowerBound])
        }
        let (lineFeed, rest) = (
            UInt8(ascii: "\n"), text[cursor.position...].prefix(while: \.isJSONWhiteSpace)
        )
        guard !text[start..<cursor.position].contains(lineFeed), rest.contains(lineFeed) else { return nil }
        return text[rest.endIndex...].first == UInt8(ascii: "[") ? elements : nil
    }

    /// Returns whether the value at a path is a record: an element of the array at the path of the records, or a value at a wildcard.
    private func isRecord(at path: JSONPath?) -> Bool {
        let depth = (path?.components.count ?? 0) - self.path.components.count
        return depth == 1 || depth == 0 && self.path.components.last == .wildcard
    }

    /// Returns whether a line of a text, the first or the second, is one value, as far as the text has the line.
    private static func isLineJSON(_ index: Int, of text: String) -> Bool {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > index else { return false }
        guard index == 0 || lines.count > 2 || text.utf8.last == UInt8(ascii: "\n") else {
            return lines[index].first.map { "{[".contains($0) } ?? false
        }
        var options = ReadOptions()
        (options.expectsOneValue, options.skippedRecordCount) = (true, .max)
        return
            (try? TextReader(SkippingConsumer()).read(
                Array(lines[index].utf8).span, mayBeCompressed: false, options: options)) != nil
    }

    /// Returns whether reading can continue after an error, because the error concerns one record, or one line.
    package func canSkipRecord(with error: ImportError) -> Bool {
        if error.record == nil, error.code == .pathNotFound || format != .lines { return false }
        if error.category == .data { return true }
        guard error.category == .syntax, error.code != .unsupportedFormat,
            path == JSONPath() || format == .lines
        else {
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
        let areInEnvelope = beginsWithObject && recordCount == 1 && !finder.arraysOfRecords.isEmpty
        return Arrays(
            recordCount: recordCount, areInEnvelope: areInEnvelope,
            listed: areInEnvelope ? finder.arraysOfRecords : finder.arrays,
            omittedCount: finder.omittedCount)
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

    /// The maximum number of arrays in a message.
    static let maximumListedCount = 6

    /// Returns the words about arrays that a message does not list.
    static func omission(_ count: Int) -> String { count > 0 ? " and \(count) more" : "" }

    /// Joins the arrays whose paths differ in one key, which seems to be data, at a path with a wildcard.
    static func joined(_ arrays: [RecordArray]) -> [RecordArray] {
        let depth = arrays.map(\.path.components.count).max() ?? 0
        for index in 0..<depth {
            // The last key names the array, unless it is data.
            let candidates = arrays.filter {
                $0.path.components.count > index + 1
                    || $0.path.components.count == index + 1 && $0.path.lastKey?.isData == true
            }
            let groups = Dictionary(grouping: candidates) { array in
                var components = array.path.components
                components[index] = .wildcard
                return JSONPath(components + (index == components.count - 1 ? [.wildcard] : []))
            }.filter { _, group in
                // Few words, such as `tracks` and `albums`, are names.
                let areData = group.contains { $0.path.components[index].mayBeData }
                return group.count > 1 && (areData || group.count > 3)
                    || group[0].path.components.count == index + 1
            }
            guard
                let (path, group) = groups.max(by: {
                    ($0.value.count, $1.key.argument) < ($1.value.count, $0.key.argument)
                })
            else { continue }
            let others = arrays.filter { array in !group.contains { $0.path == array.path } }
            let objects = group.reduce(0) { $0 + $1.objects }
            return joined(
                [RecordArray(path: path, objects: objects, isOpen: group.contains(where: \.isOpen))] + others)
        }
        return arrays
    }

    /// Whether the array is a member of the outermost object.
    var isOutermost: Bool { path.components.count == 1 }

    /// The options that read the objects: their path and, for objects with keys that are data, a column for the key.
    func options(keepsKeys: Bool, named name: String = "key") -> String {
        let option = "--path \(path.argument)"
        guard keepsKeys, path.components.last == .wildcard else { return option }
        // The second wildcard stands for the elements of arrays.
        return option
            + " --key-column \(name)\(path.components.count { $0 == .wildcard } > 1 ? ",number" : "")"
    }

    /// Returns the options that read columns in the objects at some paths.
    static func columnOptions(_ paths: [JSONPath]) -> String {
        paths.map { "--columnar" + ($0.components.isEmpty ? "" : " --path \($0.argument)") }.joined(
            separator: " or ")
    }

    /// Returns the options for each of some arrays, and the number of its objects, in words.
    fileprivate static func choices(
        _ arrays: [RecordArray], keepsKeys: Bool, adding options: String = ""
    ) -> String {
        let listed = arrays.prefix(maximumListedCount).map {
            "\($0.options(keepsKeys: keepsKeys))\(options) \($0.count)"
        }
        return listed.joined(separator: " or ") + omission(arrays.count - listed.count)
    }

    private var count: String {
        "(\(isOpen ? "at least " : "")\(objects) \(objects == 1 ? "object" : "objects"))"
    }

    /// The path and the number of objects, in words.
    var text: String { "\(path.argument) \(count)" }
}

extension TextOutline.Rows {
    /// The option for the names of the columns, as far as the first rows tell.
    fileprivate func header(_ replace: String = "") -> String {
        guard width > 1 else { return "--header first\(replace) or --header a,b,c\(replace)" }
        if let firstWithValues, firstWithValues > 1 { return "--header first\(replace)" }
        let names = (1...min(width, 20)).map { "c\($0)" }.joined(separator: ",") + (width > 20 ? ",…" : "")
        return "--header \(names)\(replace) (one name for each of the \(width) values)"
            + (firstWithValues == nil ? " or --header first\(replace) if the first row has the names" : "")
    }
}

extension TextOutline {
    /// What the values at the top level are, in words.
    fileprivate var topLevel: String {
        switch (start, following) {
        case (_, .line): "the lines"
        case (_, .value): "the values that follow each other"
        case (.array, _): "the elements of the array"
        case (.object, _) where isOneObject: "the object, which is one record"
        default: "the elements of one array, or the values, at the top level"
        }
    }
}

extension ImportError {
    fileprivate func replacingAdvice(_ advice: String?) -> ImportError {
        ImportError(
            code, message, advice: advice, input: input, path: path, record: record, location: location,
            cause: cause)
    }
}

/// The outline of the first record of an input.
private final class FirstRecord: RecordTextReceiver {
    private var outline: TextOutline?

    /// The first record was read.
    private struct End: Error {}

    /// Returns the outline; `nil` if the input has no record, or not in its first megabyte.
    static func outline(of input: RecordInput) -> TextOutline? {
        let record = FirstRecord()
        guard let reader = try? input.makeReader(for: RecordTextConsumer(record)) else { return nil }
        while reader.parsedOffset < OutlineScanner.maximumBytes, (try? reader.step()) == .advanced {}
        return record.outline
    }

    /// Returns the keys of the first record, at most 100, which tell whether the records of two inputs are alike.
    static func keys(of input: RecordInput) -> Set<String> { Set(outline(of: input)?.keys ?? []) }

    func receive(_ text: Span<UInt8>, at offset: Int) {
        var scanner = OutlineScanner(needsFollowing: true)
        outline = scanner.outline(of: text, isComplete: true)
    }

    func recordCompleted(_ record: borrowing CompletedRecord) throws { throw End() }

    func recordDiscarded() {}
}
