/// What an outline says about the records of its text.
extension TextOutline {
    /// Returns the outline of lines, of which only the first one is examined.
    static func lines(_ text: TextOutline = TextOutline()) -> TextOutline {
        var outline = TextOutline()
        (outline.following, outline.keys, outline.beginning) = (.line, text.keys, text.beginning)
        outline.isOnlyLine = text.start == .object && text.following == .nothing
        return outline
    }

    /// Whether the outline tells where records can be.
    var isKnown: Bool { start != .other || following == .line }

    /// Whether the text is one object, or begins with one.
    var isOneObject: Bool { start == .object && ![.line, .value, .other].contains(following) }

    /// Whether the text is one object that is longer than the part that was examined.
    var isOpenObject: Bool { start == .object && following == .unknown }

    /// Whether the text is arrays of objects, one after another.
    var isPages: Bool { start == .array && [.line, .value].contains(following) }

    /// Whether the records can only be the values at the top level.
    var hasTopLevelRecords: Bool {
        guard start == .object else { return true }
        guard !isOneObject else { return false }
        return following == .other || !recordArrays.contains { arePages(at: $0.path) }
    }

    /// Returns the format of a text with the records at a path.
    func format(isLines: Bool) -> ImportFormat {
        switch following {
        case .line: .lines
        case .value: .sequence
        case .unknown, .unexamined, .nothing, .other:
            isLines && start == .object && following == .unknown ? .lines : .automatic
        }
    }

    /// Returns whether the text has records, or none, at a path, as far as this is known.
    func has(_ path: JSONPath) -> Bool {
        max(otherPaths.count, emptyArrays.count) >= Self.maximumListedCount || otherPaths.contains(path)
            || emptyArrays.contains(path) || arrays.contains { $0.path == path }
    }

    /// The arrays of which one may contain the records: those in the outermost object, or else those in objects in it.
    var recordArrays: [RecordArray] {
        // A feature of GeoJSON is a record, unless it has a series of values.
        let isFeature =
            Set(keys).isSuperset(of: ["type", "geometry", "properties"]) && !keys.contains("features")
        guard start == .object, !isColumns,
            !isFeature || arrays.contains(where: { $0.isOpen || $0.objects > 4 })
        else { return [] }
        let arrays = arrays.filter { !isColumns($0) && !isAboutPage($0) }
        let outermost = arrays.filter(\.isOutermost)
        return outermost.isEmpty ? arrays : outermost
    }

    /// Returns the arrays in objects of the outermost one which may have the records instead of arrays in the outermost object:
    /// those that are larger than the only array, or all beside several arrays. A page of records has none.
    func deeperArrays(beside outermost: [RecordArray]) -> [RecordArray] {
        guard outermost.allSatisfy({ $0.isOutermost && !$0.isOpen && !arePages(at: $0.path) }) else {
            return []
        }
        let objects = outermost.count == 1 ? outermost[0].objects : 0
        return RecordArray.joined(
            arrays.filter { !$0.isOutermost && !isColumns($0) && !isAboutPage($0) }
        ).filter { $0.objects > objects }
    }

    /// The array of several that has the records: the only page among the members of an answer, or a much larger one with the name
    /// of a page.
    var dominantArray: RecordArray? {
        let arrays = arrays.filter { !isColumns($0) && !isAboutPage($0) }
        guard isOneObject, arrays.count > 1 else { return nil }
        let pages = arrays.filter { arePages(at: $0.path) }
        if pages.count == 1, arePages(at: pages[0].path, needsMark: true),
            pages[0].isOutermost || !arrays.contains(where: \.isOutermost)
        {
            return pages[0]
        }
        return arrays.first { array in
            Self.pageNames.contains(Self.folded(array.path.lastKey ?? ""))
                && arrays.allSatisfy { $0.path == array.path || 20 * $0.objects <= array.objects }
        }
    }

    /// Whether the object has columns or many values beside an array, which is much smaller.
    func hasValues(besides array: RecordArray) -> Bool {
        !array.isOpen && !arePages(at: array.path)
            && (!columns(largerThan: array).isEmpty
                || max(largestMap, lists.map(\.objects).max() ?? 0) > 10 * max(2, array.objects))
    }

    /// The paths of objects with several lists of one length, which is more than twice that of an array.
    func columns(largerThan array: RecordArray) -> [JSONPath] {
        let tables = Dictionary(grouping: lists) { JSONPath($0.path.components.dropLast()) }
        return tables.filter { _, lists in
            lists.count > 1 && lists[0].objects > max(2, 2 * array.objects)
                && lists.allSatisfy { $0.objects == lists[0].objects }
        }.map(\.key).sorted { $0.argument < $1.argument }
    }

    /// A key of a record beside the array at a path, in an object around it: one that identifies a record, or one of several without
    /// members that only an answer has; `nil` if there is none.
    func keyBeside(_ path: JSONPath) -> String? {
        guard isOneObject, !arePages(at: path) else { return nil }
        let members: [JSONPath] = path.components.indices.flatMap { depth -> [JSONPath] in
            let object = Array(path.components.prefix(depth))
            let keys = depth == 0 ? self.keys : keysAround[JSONPath(object)] ?? []
            let isNear = depth == 0 || depth == path.components.count - 1
            return keys.filter { isNear || Self.isRecordName(Self.folded($0)) }.map {
                JSONPath(object + [.key($0)])
            }
        }
        let others = emptyArrays + arrays.map(\.path)
        let keys = members.filter { !path.components.starts(with: $0.components) && !others.contains($0) }
            .compactMap(\.lastKey)
        let isAnswer = keys.contains {
            Self.envelopeNames.subtracting(Self.weakEnvelopeNames).contains(Self.folded($0))
        }
        let own = keys.map { ($0, Self.folded($0)) }.filter { _, name in
            !Self.envelopeNames.contains(name) && !Self.pageNames.contains(name)
                && !Self.requestNames.contains(where: name.hasPrefix)
        }
        return (own.first { Self.isRecordName($1) } ?? (own.count > 1 && !isAnswer ? own[0] : nil))?.0
    }

    /// The options that read the object around arrays as one record: the path of the only object around one of them that has a member
    /// which identifies a record, or of the only object in the outermost one; or the format.
    func objectOptions(around paths: [JSONPath]) -> String {
        let records = paths.map { path in
            path.components.indices.map { JSONPath(Array(path.components.prefix($0))) }
                .first { hasRecordName(besides: nil, in: $0) }
        }
        if let record = records.compactMap(\.self).first, !record.components.isEmpty,
            zip(paths, records).allSatisfy({ $1 == record || $1 == nil && $0.components.count > 1 })
        {
            return "--path \(record.argument)"
        }
        let objects = otherPaths.filter { $0.components.count == 1 }
        guard objects.count == 1, let object = objects.first,
            paths.allSatisfy({ $0.components.first == object.components[0] && $0.components.count > 1 }),
            !hasRecordName(besides: object, in: JSONPath())
        else { return "--format json" }
        return "--path \(object.argument)"
    }

    /// Returns whether an object has a member that identifies a record, besides the value at a path.
    private func hasRecordName(besides path: JSONPath?, in object: JSONPath) -> Bool {
        (object.components.isEmpty ? keys : keysAround[object] ?? []).contains {
            Self.isRecordName(Self.folded($0)) && JSONPath(object.components + [.key($0)]) != path
        }
    }

    private static let namesOfErrors: Set<String> = [
        "error", "errors", "warning", "warnings", "notices", "deprecations", "diagnostics",
    ]

    /// Names of members that tell whether a request succeeded.
    private static let namesOfOutcome: Set<String> = ["ok", "success", "status", "code", "message", "detail"]

    /// Other names of members of an error.
    private static let namesOfDetails: Set<String> = [
        "documentationurl", "errorcode", "errordescription", "errormessage", "errormessages", "messages",
        "msg", "reason", "title", "type", "kind", "object", "apiversion", "metadata", "instance", "path",
        "timestamp", "statuscode", "retryafter", "global", "details", "hint", "requestid", "traceid",
        "data", "result",
    ]

    /// Whether the objects of an array describe the page, as its errors and links do, and other members are those of a page.
    private func isAboutPage(_ array: RecordArray) -> Bool {
        guard keys.count > 1 else { return false }
        if Self.isNamedAfterErrors(array) {
            let names = Self.namesOfOutcome.union(Self.pageNames)
            return keys.contains { names.contains(Self.folded($0)) }
        }
        // The nodes and the links of a graph are records.
        return Self.isNamedAfterLinks(array)
            && arrays.contains {
                arePages(at: $0.path) && $0.path.lastKey?.lowercased() != "nodes"
                    || !hasIdentifier && !Self.isNamedAfterLinks($0)
                        && elementKeys[array.path]?.contains("href") == true
            }
    }

    /// Whether an array is in a member that has the name of the errors of a page.
    static func isNamedAfterErrors(_ array: RecordArray) -> Bool {
        array.path.components.contains {
            if case .key(let key) = $0 { namesOfErrors.contains(folded(key)) } else { false }
        }
    }

    static func isNamedAfterLinks(_ array: RecordArray) -> Bool {
        ["link", "links"].contains(folded(array.path.lastKey ?? ""))
    }

    /// The members of the object with keys that are data, one of whose members has the array at a path; `nil` if there is none.
    func keyedObject(around path: JSONPath) -> RecordArray? {
        for index in path.components.indices.dropLast() {
            guard case .key(let key) = path.components[index] else { continue }
            let members = JSONPath(path.components.prefix(index) + [.wildcard])
            if let keyed = keyedObjects.first(where: { $0.path == members }),
                keyed.objects > 2 || alikeMembers.contains(members) || key.contains(where: \.isNumber)
            {
                return keyed
            }
            if key.isData { return RecordArray(path: members, objects: 1, isOpen: true) }
        }
        return nil
    }

    /// The members of an object with keys that are data, many more than an array has objects; `nil` if there is none, or if the array
    /// is a page of records.
    func keyedObject(largerThan array: RecordArray) -> RecordArray? {
        guard !array.isOpen, !arePages(at: array.path) else { return nil }
        return keyedObjects.first { keyed in
            let name = JSONPath(keyed.path.components.dropLast())
            return keyed.objects > max(4, 2 * array.objects)
                && !Self.isNamedAfterLinks(RecordArray(path: name, objects: 0))
        }
    }

    /// Whether the outermost object says that there are no records.
    private var hasCountOfZero: Bool {
        zeroKeys.contains { key in
            ["total", "count", "size", "numfound"].contains { Self.folded(key).contains($0) }
        }
    }

    /// Whether an empty array is a page without records: by the other members, or by the descriptions of its columns beside it.
    func isEmptyPage(_ path: JSONPath) -> Bool {
        arePages(at: path)
            || emptyArrays.contains(path) && hasCountOfZero && arePages(ofAnyNameAt: path)
            || emptyArrays.contains(path) && Self.pageNames.contains(Self.folded(path.lastKey ?? ""))
                && arrays.contains {
                    isColumns($0) && Self.table(around: $0.path) == path.components.dropLast()
                }
    }

    /// Whether the text is an object without the array at a path, and has no members that the other page lacks: a page without
    /// records. An object that tells whether a request succeeded may be another answer.
    func isPageWithoutArray(at path: JSONPath, like page: TextOutline) -> Bool {
        guard start == .object, following == .nothing || following == .unexamined,
            case .key(let outermost) = path.components.first, keys.count < Self.maximumListedCount
        else { return false }
        let outcome = Self.namesOfErrors.union(Self.namesOfOutcome)
        return !keys.contains(outermost) && Set(page.keys).isSuperset(of: keys)
            && outcome.isDisjoint(with: keys.map(Self.folded))
    }

    /// Whether the text is only one object, also as the only line.
    var isSingleObject: Bool { isOnlyLine || start == .object && following == .nothing }

    /// Whether the text is only one object that is not like the records of another text, as an error in the place of a page is: the
    /// two have no key in common, or the object only tells whether a request succeeded.
    func isUnlikeRecords(of other: TextOutline) -> Bool {
        guard isSingleObject,
            [keys, other.keys].allSatisfy({ !$0.isEmpty && $0.count < Self.maximumListedCount })
        else { return false }
        let outcome = Self.namesOfErrors.union(Self.namesOfOutcome)
        let (names, records) = (keys.map(Self.folded), other.keysOfRecords)
        let isDisjoint = records.allSatisfy { Set($0).isDisjoint(with: keys) }
        let isOutcome = outcome.isSuperset(of: names) && records.allSatisfy { keys.count < $0.count }
        guard other.start != .array else { return isDisjoint || isOutcome }
        // The keys of lines and of objects in files of their own may differ, so that only names tell.
        guard isError else { return false }
        guard !other.isSingleObject || !other.recordArrays.isEmpty else {
            return isDisjoint && outcome.isDisjoint(with: other.keys.map(Self.folded))
        }
        return (other.isSingleObject || [.line, .value].contains(other.following))
            && (isDisjoint || isOutcome)
    }

    /// Whether the text is only one object with the names of an error, as in the place of a page.
    var isError: Bool {
        let (names, outcome) = (keys.map(Self.folded), Self.namesOfErrors.union(Self.namesOfOutcome))
        return isSingleObject && !outcome.isDisjoint(with: names)
            && outcome.union(Self.namesOfDetails).isSuperset(of: names)
    }

    /// The keys of the first element, or of the objects on the first lines, without a line that may be incomplete.
    private var keysOfRecords: [[String]] {
        guard following == .line, start != .array else { return [keys] }
        let isWhole = beginning.last == UInt8(ascii: "\n")
        let lines = beginning.split(separator: UInt8(ascii: "\n")).dropFirst().dropLast(isWhole ? 0 : 1)
        return [keys]
            + lines.compactMap { line in
                var scanner = OutlineScanner(needsFollowing: true)
                return scanner.outline(of: Array(line).span, isComplete: true)?.keys
            }
    }

    // MARK: - One record

    /// Whether the arrays of objects are small beside the other members, and so details of one record.
    var hasSmallArrays: Bool {
        keys.count > arrays.count(where: \.isOutermost) + 2 && following != .unknown
            && arrays.allSatisfy { array in
                !array.isOpen && array.objects < 5 && !arePages(ofAnyNameAt: array.path)
                    && !Self.pageNames.contains(Self.folded(array.path.lastKey ?? ""))
            }
    }

    /// Whether the object has a member that identifies a record.
    var hasIdentifier: Bool {
        !Set(keys).isDisjoint(with: ["id", "_id", "id_str", "node_id", "sha", "uuid"])
    }

    /// Returns whether the object has a member with one of some names, and the elements of its arrays have no other ones.
    func hasOwnMember(_ names: [String]) -> Bool {
        let names = Set(names)
        let inElements = recordArrays.reduce(into: Set()) { $0.formUnion(elementKeys[$1.path] ?? []) }
        return isOneObject && !names.isDisjoint(with: keys)
            && inElements.isDisjoint(with: names.subtracting(keys))
            && !inElements.isSuperset(of: names.intersection(keys))
    }

    // MARK: - Tables

    /// The rows of the only object, which has no objects to read; not the points of a shape.
    var rowsOfOneObject: [Rows] {
        guard isOneObject, arrays.isEmpty, keyedObjects.isEmpty else { return [] }
        return rows.filter { $0.count > 1 && $0.width > 1 && $0.path.lastKey != "coordinates" }
    }

    /// The paths of the objects whose members seem to be the columns of a table: arrays of one length without objects, or objects with
    /// the numbers of the rows as keys. All other members of the text are values, or objects of values beside such an object.
    var columnPaths: [JSONPath] {
        let members = JSONPath([.wildcard])
        if numberedMembers.contains(members) {
            return keyedObjects.contains { $0.path == members && $0.objects >= keys.count }
                ? [JSONPath()] : []
        }
        let parents = lists.map { JSONPath($0.path.components.dropLast()) }
        let tables = Dictionary(grouping: lists) { JSONPath($0.path.components.dropLast()) }
        // ClickHouse describes the columns at `data` in an array.
        let isDescribed =
            arrays.map(\.path) == ["meta"] && tables["data"]?.count == arrays[0].objects
            && elementKeys["meta"]?.contains("name") == true
        guard arrays.isEmpty || isDescribed,
            Set(emptyArrays).isSubset(of: lists.map(\.path)),
            tables[JSONPath()] == nil || otherPaths.isEmpty,
            tables.values.allSatisfy({
                $0.count > 1 && $0[0].objects > 2 && Set($0.map(\.objects)).count == 1
            }),
            !keys.contains(where: { key in
                Self.isRecordName(Self.folded(key)) && !lists.contains { $0.path == JSONPath([.key(key)]) }
            })
        else { return [] }
        return parents.enumerated().filter { parents.firstIndex(of: $1) == $0 }.map(\.element)
    }

    /// Whether the text is one object of columns.
    var isColumns: Bool {
        let isOnly = following == .nothing || following == .unknown && lists.contains { $0.objects >= 100 }
        return start == .object && isOnly && !columnPaths.isEmpty
    }

    private static let columnNames: Set<String> = [
        "columns", "cols", "fields", "headers", "header", "schema", "field", "columnnames", "colnames",
        "columnheaders", "columnmeta", "head",
    ]

    private static let rowNames = pageNames.union(["rowset", "dataset", "tuples"])

    private static func isNamedAfterColumns(_ path: JSONPath) -> Bool {
        columnNames.contains(folded(path.lastKey ?? ""))
    }

    /// The path of rows, that of the objects that describe their columns or of the list of names, in the object with the rows or in
    /// one around it or in it, that of the names, and whether the rows seem to be columns; `nil` if the text has none, or has pages of
    /// records.
    var tableOfRows: (rows: JSONPath, columns: JSONPath, names: JSONPath, areColumns: Bool)? {
        guard isOneObject, !arrays.contains(where: { !isColumns($0) && arePages(at: $0.path) }) else {
            return nil
        }
        for array in arrays {
            guard let rows = rows(of: array) else { continue }
            let areColumns =
                rows.count > 1 && !array.isOpen && rows.count == array.objects && rows.width > rows.count
            let names = JSONPath(array.path.components + [.wildcard, .key("name")])
            return (rows.path, array.path, names, areColumns)
        }
        guard arrays.isEmpty else { return nil }
        let lists = lists.filter { list in !rows.contains { $0.path == list.path } }
        for rows in rows where Self.rowNames.contains(Self.folded(rows.path.lastKey ?? "")) {
            let table = rows.path.components.dropLast()
            let names = lists.first { list in
                let object = list.path.components.dropLast()
                return list.objects == rows.width && Self.isNamedAfterColumns(list.path)
                    && (object.starts(with: table) || table.starts(with: object))
            }
            if let names { return (rows.path, names.path, names.path, false) }
        }
        return nil
    }

    /// Whether the objects of an array describe the columns of rows in the same text, or of an array of objects beside it.
    private func isColumns(_ array: RecordArray) -> Bool {
        rows(of: array) != nil
            || Self.isNamedAfterColumns(array.path)
                && (emptyArrays + arrays.map(\.path)).contains {
                    Self.pageNames.contains(Self.folded($0.lastKey ?? ""))
                        && $0.components.dropLast() == Self.table(around: array.path)
                }
    }

    /// Returns the path of the object with the rows whose columns an array describes, directly or in an object `schema`.
    private static func table(around columns: JSONPath) -> ArraySlice<JSONPath.Component> {
        let object = columns.components.dropLast()
        return object.last == .key("schema") ? object.dropLast() : object
    }

    /// Whether the objects of an array seem to describe the columns of rows that the text lacks.
    func mayDescribeColumns(_ path: JSONPath) -> Bool {
        keys.count > 1 && Self.isNamedAfterColumns(path)
            && Self.table(around: path).count < path.components.count - 1
    }

    /// Returns the rows whose columns the objects of an array describe: two of three properties say so, which are the names of
    /// both, and the number of columns.
    private func rows(of array: RecordArray) -> Rows? {
        rows.first { rows in
            let properties = [
                Self.isNamedAfterColumns(array.path),
                Self.pageNames.contains(rows.path.lastKey?.lowercased() ?? ""),
                !array.isOpen && rows.width == array.objects,
            ]
            return properties.count { $0 } > 1
        }
    }

    /// Whether arrays may follow that the outline does not have.
    var mayHaveMoreArrays: Bool {
        following == .unknown && !recordArrays.contains(where: \.isOpen)
    }

    // MARK: - Pages

    private static let pageNames: Set<String> = [
        "items", "data", "results", "result", "records", "rows", "entries", "value", "values", "docs",
        "documents", "features", "hits", "nodes", "edges", "elements", "list", "objects", "resources",
        "children", "content", "response", "entry",
    ]

    private static let envelopeNames: Set<String> = [
        "total", "count", "totalcount", "totalresults", "totalitems", "totalpages", "numfound", "resultcount",
        "page", "pages", "perpage", "pagesize", "pageinfo", "pagination", "paging", "limit", "offset", "skip",
        "start", "startat", "expand", "maxresults", "size", "next", "nextpage", "nextpagetoken", "nextcursor",
        "nextlink", "cursor", "continue", "previous", "prev", "first", "last", "hasmore", "more", "self",
        "links", "meta", "metadata", "info", "header", "success", "ok", "status", "statuscode", "code",
        "message", "error", "errors", "warnings", "kind", "etag", "took", "timedout", "shards",
        "incompleteresults", "object", "query", "request", "responseheader", "context", "crs", "bbox",
        "generator", "version", "apiversion", "facets", "included", "url", "type", "numfoundexact",
        "resultsperpage", "startindex", "responsemetadata", "href", "extensions", "exceededtransferlimit",
        "fields", "columns", "scannedcount", "lastevaluatedkey", "consumedcapacity", "nexttoken",
        "istruncated", "marker", "nextmarker", "help", "totalrows", "jobcomplete", "geometrytype",
        "spatialreference",
        "objectidfieldname",
        "resourcetype", "link", "aggregations",
    ]

    private static let recordNames: Set<String> = [
        "id", "uuid", "guid", "name", "title", "email", "login", "sku", "slug", "username", "createdat",
    ]

    /// Returns whether an array at a path seems to be a page of records: by its name, and by the other members of the
    /// outermost object.
    ///
    /// - Parameter needsMark: whether another member must be one that only an answer has.
    func arePages(at path: JSONPath, needsMark: Bool = false) -> Bool {
        guard start == .object, case .key(let outermost) = path.components.first, let name = path.lastKey,
            Self.pageNames.contains(Self.folded(name)) || outermost == "_embedded"
        else { return false }
        let others = Set(keys.filter { $0 != outermost }.map(Self.folded)).subtracting(Self.pageNames)
            .filter { name in !Self.requestNames.contains(where: name.hasPrefix) }
        let marks = Self.envelopeNames.subtracting(Self.weakEnvelopeNames)
        if name == "features", others.contains("type") { return has(path) }
        // A record, and not a feed or an answer, has a name.
        let inner = (keysAround[JSONPath(path.components.dropLast())] ?? []).filter { $0 != name }.map(
            Self.folded)
        if path.components.count > 1, inner.contains("name"), marks.isDisjoint(with: inner) { return false }
        // Members such as a total and a status are those of a page, unless others are those of a record.
        return has(path) && !others.contains(where: Self.isRecordName)
            && ((!needsMark || outermost == "_embedded") && others.isSubset(of: Self.envelopeNames)
                || !marks.isDisjoint(with: others))
    }

    /// The path of the array of the only object that seems to be a page; `nil` if there is none.
    var pages: JSONPath? { isOneObject ? recordArrays.first { arePages(at: $0.path) }?.path : nil }

    /// Returns whether an array at a path seems to be a page of records, by the other members alone.
    func arePages(ofAnyNameAt path: JSONPath) -> Bool {
        guard case .key(let outermost) = path.components.first, path.components.count == 1 else {
            return false
        }
        let others = Set(keys.filter { $0 != outermost }.map(Self.folded))
        return others.isSubset(of: Self.envelopeNames)
            && (hasCountOfZero
                || !Self.envelopeNames.subtracting(Self.weakEnvelopeNames).isDisjoint(with: others))
    }

    /// Names of members that pages and records have.
    private static let weakEnvelopeNames: Set<String> = [
        "total", "count", "size", "start", "first", "last", "status", "code", "message", "type", "kind",
        "object", "url", "href", "link", "links",
        "self", "version", "info", "header", "ok", "success", "error", "errors", "context", "fields",
        "columns",
    ]

    /// The beginnings of names of members that identify a request.
    private static let requestNames = ["request", "scroll", "trace", "session", "correlation"]

    /// Returns whether a name identifies a record, such as `name`, `order_id` or `invoice_number`.
    private static func isRecordName(_ name: String) -> Bool {
        recordNames.contains(name)
            || ["id", "number", "no", "key"].contains { name.hasSuffix($0) && !envelopeNames.contains(name) }
    }

    /// Returns a key in lower case, without separators and prefixes such as `@odata.`.
    private static func folded(_ key: String) -> String {
        let key = key.split(separator: ".").last ?? ""
        return String(key.lowercased().filter { $0.isLetter })
    }
}

extension JSONPath.Component {
    /// Whether the component is a key that may be data, because it contains a digit or seems to be data.
    var mayBeData: Bool {
        if case .key(let key) = self { key.isData || key.contains(where: \.isNumber) } else { false }
    }
}

extension String {
    /// Whether a key seems to be data, and not the name of a member: a number, a date, a path or an address.
    var isData: Bool {
        let isNumberOrDate =
            contains(where: \.isNumber) && allSatisfy { $0.isNumber || "-_:.TZ".contains($0) }
        return isNumberOrDate || contains("/") || dropFirst().contains("@")
    }
}
