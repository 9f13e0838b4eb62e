/// The structure of the beginning of a text, as far as it tells what the records are.
struct TextOutline: Equatable {
    /// The first value of the text.
    enum Start {
        case object
        /// An array whose first element is an object, or an array without elements.
        case array
        case other
    }

    /// What follows the first value.
    enum Following {
        /// Not known: the value is longer than the part that was examined, or incomplete.
        case unknown
        /// Not examined, because an object without an array of objects is a record, whatever follows.
        case unexamined
        case nothing
        /// Another value of the same kind, on another line; the first value is on one line.
        case line
        /// Another value of the same kind.
        case value
        case other
    }

    /// An array of arrays, such as the rows of a table.
    struct Rows: Equatable {
        let path: JSONPath
        /// The number of elements of the first row; 0 if its end is not known.
        var width = 0
        var count = 0
        /// The number of the first row that has not only strings; `nil` if there is none.
        var firstWithValues: Int?
    }

    /// The maximum number of arrays and of paths that are listed.
    static let maximumListedCount = 100

    var start = Start.other
    var following = Following.unknown
    /// The keys of the outermost object, or of the first element of an array.
    var keys: [String] = []
    /// The arrays of objects that are not in other arrays.
    var arrays: [RecordArray] = []
    /// The paths of empty arrays, and of objects and nulls, that are not in arrays. Other inputs may have records there.
    var emptyArrays: [JSONPath] = []
    var otherPaths: Set<JSONPath> = []
    var rows: [Rows] = []
    /// The complete arrays that have elements, but no objects, with the number of the elements.
    var lists: [RecordArray] = []
    /// The keys of the objects that have arrays of objects, also in objects in them.
    var keysAround: [JSONPath: [String]] = [:]
    /// The keys of the first object of each array of objects.
    var elementKeys: [JSONPath: Set<String>] = [:]
    /// The keys of the outermost object whose value is 0.
    var zeroKeys: [String] = []
    /// The objects whose members are objects with the same first key, so that their keys seem to be data. The number is that
    /// of the members.
    var keyedObjects: [RecordArray] = []
    /// The number of members of the largest object of values whose keys are data.
    var largestMap = 0
    /// The paths of those whose members have the second key in common, too.
    var alikeMembers: Set<JSONPath> = []
    /// The paths of those whose members have the keys 0 and 1.
    var numberedMembers: Set<JSONPath> = []
    /// Whether the name of the text is that of lines, and the text has only one.
    var isOnlyLine = false
    /// The first bytes of the text, which show what a text is that is not JSON.
    var beginning: [UInt8] = []
}

/// A scanner that outlines the beginning of a text, and does not decode values.
struct OutlineScanner {
    /// The number of bytes after which the search ends.
    static let maximumBytes = 1 << 20
    /// The maximum number of keys in a path.
    private static let maximumKeys = 8
    /// The maximum number of bytes of the keys in a path.
    private static let maximumKeyBytes = 1024

    /// An open object that is not in an array.
    private struct Level {
        var key = 0..<0
        /// The key as a component of a path, once it was needed.
        var component: JSONPath.Component?
        var memberCount = 0
        /// The first keys, and whether the value of one of them has an array of objects.
        var keys: [Range<Int>] = []
        var hasArray = false
        /// The first and the second keys of the members that are objects.
        var firstKeys = InnerKeys()
        var secondKeys = InnerKeys()
    }

    /// The keys at one position in the objects that are members of an object.
    private struct InnerKeys {
        private(set) var first: Range<Int>?
        /// The number of keys that are equal to the first one.
        var equalCount = 0

        mutating func add(_ key: Range<Int>, _ text: Span<UInt8>) {
            let first = first ?? key
            self.first = first
            if text.extracting(first).elementsEqual(text.extracting(key)) { equalCount += 1 }
        }
    }

    private let needsFollowing: Bool
    private var outline = TextOutline()
    private var position = 0
    /// The number of bytes when the token at the position was incomplete.
    private var incompleteCount = 0
    private var valueStart = 0
    private var valueEnd: Int?
    private var depth = 0
    /// The first byte of the previous token.
    private var previous: UInt8?
    private var levels: [Level] = []
    /// The number of elements before the current one, if the text is an array.
    private var elementCount = 0
    /// The depth of the outermost open array; `nil` if no array is open.
    private var arrayDepth: Int?
    /// The index of the open array of objects, or of the open array of arrays.
    private var openArray: Int?
    private var openRows: Int?
    /// The number of commas in the first row.
    private var rowCommaCount = 0
    /// The number of commas in the outermost open array.
    private var commaCount = 0

    /// - Parameter needsFollowing: whether to find out what follows an object without an array of objects.
    init(needsFollowing: Bool = false) {
        self.needsFollowing = needsFollowing
    }

    /// Continues the search.
    ///
    /// - Parameters:
    ///   - text: the bytes that have been read so far, from the beginning of the input.
    ///   - isComplete: whether no byte follows.
    /// - Returns: `nil` if more bytes are needed.
    mutating func outline(of text: Span<UInt8>, isComplete: Bool) -> TextOutline? {
        if position == 0 {
            guard let length = Self.markLength(text, isComplete: isComplete) else { return nil }
            position = length
        }
        // A token that arrives in small pieces is scanned again only when it is longer by a part of its length.
        guard
            isComplete || text.count >= Self.maximumBytes
                || text.count - incompleteCount >= (incompleteCount - position) / 8
        else { return nil }
        let scanner = TokenScanner(text)
        while let token = scanner.token(at: position), isComplete || !token.isOpen {
            if let valueEnd {
                outline.following = following(token.start, after: valueEnd, text)
                return outline
            }
            guard begins(token, text) else { return outline }
            read(token, text)
            position = token.end
            // An object without an array of objects, and without columns, is a record, whatever follows.
            if valueEnd != nil, outline.start == .object, outline.arrays.isEmpty, !needsFollowing,
                outline.columnPaths.isEmpty
            {
                outline.following = .unexamined
                return outline
            }
        }
        incompleteCount = text.count
        if isComplete, valueEnd != nil { outline.following = .nothing }
        guard isComplete || text.count >= Self.maximumBytes else { return nil }
        // The last member of an object that is longer than the part may be incomplete.
        while var level = levels.popLast() {
            level.memberCount -= 1
            addKeys(level, text)
            level.firstKeys.equalCount = min(level.firstKeys.equalCount, level.memberCount)
            addKeyedObject(level, text)
        }
        return outline
    }

    /// Whether the first value has begun and not ended.
    var isInValue: Bool { previous != nil && valueEnd == nil }

    /// The outline of the text so far.
    var current: TextOutline { outline }

    /// Returns the length of the byte order mark; `nil` if more bytes are needed.
    fileprivate static func markLength(_ text: Span<UInt8>, isComplete: Bool) -> Int? {
        switch TextEncoding.detect(in: text, isAtEnd: isComplete) {
        case .undecided: nil
        case .utf8(let markLength): markLength
        case .unsupported: 0
        }
    }

    /// Returns whether the token begins or continues an object, or an array of objects.
    private mutating func begins(_ token: TokenScanner.Token, _ text: Span<UInt8>) -> Bool {
        let byte = text[token.start]
        guard let previous else {
            valueStart = token.start
            switch byte {
            case UInt8(ascii: "{"): outline.start = .object
            case UInt8(ascii: "["): outline.start = .array
            default: return false
            }
            return true
        }
        let isFirstElement = outline.start == .array && depth == 1 && previous == UInt8(ascii: "[")
        guard isFirstElement, byte != UInt8(ascii: "{"), byte != UInt8(ascii: "]") else { return true }
        outline.start = .other
        return false
    }

    private func following(_ next: Int, after end: Int, _ text: Span<UInt8>) -> TextOutline.Following {
        // Among arrays of records, an object is an error.
        guard text[next] == text[valueStart] || outline.start == .array && text[next] == UInt8(ascii: "{")
        else { return .other }
        let lineFeed = UInt8(ascii: "\n")
        let isOnOneLine = !text.extracting(valueStart..<end).contains(lineFeed)
        return isOnOneLine && text.extracting(end..<next).contains(lineFeed) ? .line : .value
    }

    private mutating func read(_ token: TokenScanner.Token, _ text: Span<UInt8>) {
        let byte = text[token.start]
        if byte == UInt8(ascii: ","), depth == arrayDepth { commaCount += 1 }
        if let openRows, depth == arrayDepth.map({ $0 + 1 }), !"\",]".utf8.contains(byte),
            outline.rows[openRows].firstWithValues == nil
        {
            outline.rows[openRows].firstWithValues = outline.rows[openRows].count
        }
        // An array begins after its first elements if these are null, as in an export of numbered children.
        let precedesElements = previous == UInt8(ascii: "[") && depth == arrayDepth
        if precedesElements, byte == UInt8(ascii: "n") || byte == UInt8(ascii: ",") { return }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): open(byte, text)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): close(token, text)
        case UInt8(ascii: "\"") where arrayDepth == nil && previous != UInt8(ascii: ":"):
            readKey(token.start..<token.end, text)
        case UInt8(ascii: ",") where depth == 1 && outline.start == .array:
            elementCount += 1
            if elementCount > 1 { outline.arrays = [] }
        case UInt8(ascii: "\"") where openArray != nil && previous == UInt8(ascii: "{"):
            // The elements are values that Extended JSON wraps in objects, such as {"$oid":"…"}.
            if let array = openArray, depth == arrayDepth.map({ $0 + 1 }), token.end > token.start + 1,
                text[token.start + 1] == UInt8(ascii: "$"), outline.arrays[array].objects == 1
            {
                outline.arrays.remove(at: array)
                openArray = nil
            } else {
                addElementKey(token, text)
            }
        case UInt8(ascii: "\"") where openArray != nil && previous == UInt8(ascii: ","):
            addElementKey(token, text)
        case UInt8(ascii: "\"") where isInFirstElement && previous != UInt8(ascii: ":"):
            if outline.keys.count < TextOutline.maximumListedCount,
                let key = Self.path([token.start..<token.end], text)?.lastKey
            {
                outline.keys.append(key)
            }
        case UInt8(ascii: "n") where arrayDepth == nil && depth > 0: addPath(text)
        case UInt8(ascii: "0") where arrayDepth == nil && levels.count == 1 && token.end == token.start + 1:
            outline.zeroKeys += outline.keys.suffix(1)
        case UInt8(ascii: ",") where openRows != nil && depth == arrayDepth.map { $0 + 1 }:
            rowCommaCount += 1
        default: break
        }
        previous = byte
    }

    /// Whether the position is in the object that is the first element of the text.
    private var isInFirstElement: Bool { outline.start == .array && depth == 2 && elementCount == 0 }

    /// Lists a key of an object that is the first element of an array.
    private mutating func addElementKey(_ token: TokenScanner.Token, _ text: Span<UInt8>) {
        guard let openArray, depth == arrayDepth.map({ $0 + 1 }), outline.arrays[openArray].objects == 1,
            let key = Self.path([token.start..<token.end], text)?.lastKey
        else { return }
        outline.elementKeys[outline.arrays[openArray].path, default: []].insert(key)
    }

    private mutating func readKey(_ key: Range<Int>, _ text: Span<UInt8>) {
        guard let last = levels.indices.last else { return }
        (levels[last].key, levels[last].component) = (key, nil)
        levels[last].memberCount += 1
        if levels[last].keys.count < TextOutline.maximumListedCount { levels[last].keys.append(key) }
        if last == 0, outline.keys.count < TextOutline.maximumListedCount,
            let key = Self.path([key], text)?.lastKey
        {
            outline.keys.append(key)
        }
        // The first keys of an object that is a member.
        guard last > 0 else { return }
        switch levels[last].memberCount {
        case 1: levels[last - 1].firstKeys.add(key, text)
        case 2: levels[last - 1].secondKeys.add(key, text)
        default: break
        }
    }

    private mutating func open(_ byte: UInt8, _ text: Span<UInt8>) {
        let isObject = byte == UInt8(ascii: "{")
        if depth == arrayDepth, !levels.isEmpty { openElement(isObject: isObject, text) }
        if isObject, levels.isEmpty { listSecondArray(objects: 1) }
        depth += 1
        guard arrayDepth == nil else { return }
        if isObject {
            if !levels.isEmpty { addPath(text) }
            levels.append(Level())
        } else {
            (arrayDepth, commaCount) = (depth, 0)
        }
    }

    private mutating func openElement(isObject: Bool, _ text: Span<UInt8>) {
        if previous == UInt8(ascii: "["), let path = path(text) {
            if isObject {
                addArray(path)
            } else if outline.rows.count < TextOutline.maximumListedCount {
                openRows = outline.rows.count
                outline.rows.append(TextOutline.Rows(path: path))
                rowCommaCount = 0
            }
        }
        if !isObject, let openRows { outline.rows[openRows].count += 1 }
        if isObject, let openArray { outline.arrays[openArray].objects += 1 }
    }

    /// Lists the second element of an array if it is an array of objects, or an empty array: records after an object about them.
    private mutating func listSecondArray(objects: Int) {
        if elementCount == 1, depth == 2, outline.start == .array, previous == UInt8(ascii: "[") {
            outline.arrays.append(
                RecordArray(path: JSONPath([.index(1)]), objects: objects, isOpen: objects > 0))
        }
    }

    private mutating func close(_ token: TokenScanner.Token, _ text: Span<UInt8>) {
        if text[token.start] == UInt8(ascii: "]"), levels.isEmpty { listSecondArray(objects: 0) }
        if let arrayDepth {
            if depth == arrayDepth {
                if previous == UInt8(ascii: "["), !levels.isEmpty,
                    outline.emptyArrays.count < TextOutline.maximumListedCount,
                    let path = path(text)
                {
                    outline.emptyArrays.append(path)
                }
                if openArray == nil, commaCount > 0 || previous != UInt8(ascii: "["), !levels.isEmpty,
                    outline.lists.count < TextOutline.maximumListedCount, let path = path(text)
                {
                    outline.lists.append(RecordArray(path: path, objects: commaCount + 1))
                }
                endArray()
            } else if depth == arrayDepth + 1, let openRows {
                // Only the first row is measured.
                if outline.rows[openRows].count == 1, previous != UInt8(ascii: "[") {
                    outline.rows[openRows].width = rowCommaCount + 1
                }
            }
        } else if let level = levels.popLast() {
            addKeys(level, text)
            addKeyedObject(level, text)
        }
        depth -= 1
        if depth <= 0 { valueEnd = token.end }
    }

    /// Lists the keys of an object that has an array of objects, also in an object in it.
    private mutating func addKeys(_ level: Level, _ text: Span<UInt8>) {
        guard level.hasArray, outline.keysAround.count < TextOutline.maximumListedCount,
            let path = path(text)
        else { return }
        outline.keysAround[path] = level.keys.compactMap { Self.path([$0], text)?.lastKey }
    }

    private mutating func addKeyedObject(_ level: Level, _ text: Span<UInt8>) {
        if level.memberCount > outline.largestMap, level.firstKeys.first == nil, let first = level.keys.first,
            Self.path([first], text)?.lastKey?.isData == true
        {
            outline.largestMap = level.memberCount
        }
        guard level.memberCount > 1, level.firstKeys.equalCount == level.memberCount,
            outline.keyedObjects.count < TextOutline.maximumListedCount, let path = path(text)
        else { return }
        let members = JSONPath(path.components + [.wildcard])
        outline.keyedObjects.append(RecordArray(path: members, objects: level.memberCount))
        guard level.secondKeys.equalCount == level.memberCount else { return }
        outline.alikeMembers.insert(members)
        let keys = [level.firstKeys.first, level.secondKeys.first].map {
            $0.map { Array(copying: text.extracting($0)) }
        }
        if keys == [Array("\"0\"".utf8), Array("\"1\"".utf8)] { outline.numberedMembers.insert(members) }
    }

    private mutating func addArray(_ path: JSONPath) {
        // DynamoDB wraps a list of values in an object, as in {"tags":{"L":[{"S":"a"}]}}.
        guard path.lastKey != "L" || path.components.count == 1 else { return }
        // Arrays with the same path are read one after another.
        let index = outline.arrays.firstIndex { $0.path == path } ?? outline.arrays.endIndex
        if index == outline.arrays.endIndex {
            guard outline.arrays.count < TextOutline.maximumListedCount else { return }
            outline.arrays.append(RecordArray(path: path, objects: 0, isOpen: true))
        }
        outline.arrays[index].isOpen = true
        openArray = index
        for index in levels.indices { levels[index].hasArray = true }
    }

    private mutating func endArray() {
        if let openArray { outline.arrays[openArray].isOpen = false }
        (openArray, openRows, arrayDepth) = (nil, nil, nil)
    }

    private mutating func addPath(_ text: Span<UInt8>) {
        guard outline.otherPaths.count < TextOutline.maximumListedCount, let path = path(text) else { return }
        outline.otherPaths.insert(path)
    }

    /// Returns the path of the current value; `nil` if it has too many keys, or too long ones.
    private mutating func path(_ text: Span<UInt8>) -> JSONPath? {
        guard levels.count <= Self.maximumKeys,
            levels.reduce(0, { $0 + $1.key.count }) <= Self.maximumKeyBytes
        else { return nil }
        var components: [JSONPath.Component] = []
        for index in levels.indices {
            guard
                let component = levels[index].component
                    ?? Self.path([levels[index].key], text)?.components.first
            else { return nil }
            levels[index].component = component
            components.append(component)
        }
        return JSONPath(components)
    }

    /// Returns the path of keys, given their ranges in the text.
    private static func path(_ keys: [Range<Int>], _ text: Span<UInt8>) -> JSONPath? {
        // The notation of a path spells a key as JSON does.
        try? JSONPath(keys.map { "[\(String(repairing: text.extracting($0)))]" }.joined())
    }
}

extension JSONPath {
    /// The last component, if it is a key.
    var lastKey: String? {
        if case .key(let key) = components.last { key } else { nil }
    }
}

extension InputOrigin {
    /// Outlines the beginning of the input. The next source starts at the beginning again.
    ///
    /// - Parameter needsFollowing: whether to find out what follows the first value, as far as this needs no waiting for a
    ///   pipe in which the value is still open.
    func outline(needsFollowing: Bool = false) -> TextOutline {
        var scanner = OutlineScanner(needsFollowing: needsFollowing)
        var (outline, beginning) = (TextOutline?.none, [UInt8]())
        peek { text, isComplete, isWaiting in
            if beginning.count < Self.beginningBytes {
                beginning = Array(copying: text.extracting(first: Self.beginningBytes))
            }
            outline = scanner.outline(of: text, isComplete: isComplete)
            // An array, or a text with a known path, is read as it arrives.
            if isWaiting, scanner.isInValue, needsFollowing || scanner.current.start == .array {
                outline = outline ?? scanner.current
            }
            return outline != nil
        }
        var result = outline ?? scanner.current
        result.beginning = beginning
        return result
    }

    private static let beginningBytes = 4096

    /// Returns the first bytes of the text that exist by now. The next source starts at the beginning again.
    func beginning() -> [UInt8] {
        var beginning: [UInt8] = []
        peek { text, _, isWaiting in
            beginning = Array(copying: text.extracting(first: Self.beginningBytes))
            // A followed file has no end.
            return isWaiting || beginning.count == Self.beginningBytes
        }
        return beginning
    }

    /// Returns the format of a text whose records are arrays: lines or a sequence, if the first array has no array in it and so is
    /// a row. The next source starts at the beginning again.
    package func formatOfRows() -> ImportFormat {
        var format = ImportFormat.automatic
        peek { text, isComplete, _ in
            guard let start = OutlineScanner.markLength(text, isComplete: isComplete) else { return false }
            let scanner = TokenScanner(text)
            guard let first = scanner.token(at: start) else {
                return text.count >= OutlineScanner.maximumBytes
            }
            guard text[first.start] == UInt8(ascii: "[") else { return true }
            guard let second = scanner.token(at: first.end) else {
                return text.count >= OutlineScanner.maximumBytes
            }
            guard !"[{]".utf8.contains(text[second.start]) else { return true }
            var (end, last) = (second.start, UInt8(0))
            while end < text.count, text[end] != UInt8(ascii: "\n") {
                if !text[end].isJSONWhiteSpace { last = text[end] }
                end += 1
            }
            let isWholeLine = end < text.count || isComplete
            format = isWholeLine && last == UInt8(ascii: "]") ? .lines : .sequence
            return end < text.count || text.count >= OutlineScanner.maximumBytes
        }
        return format
    }

    /// Returns whether the text begins with an object. The next source starts at the beginning again.
    func beginsWithObject() -> Bool {
        var first: UInt8?
        peek { text, isComplete, _ in
            guard let start = OutlineScanner.markLength(text, isComplete: isComplete) else { return false }
            first = text.extracting(start...).firstByteOfToken
            return first != nil
        }
        return first == UInt8(ascii: "{")
    }
}

extension Span<UInt8> {
    /// The first byte that is not white space.
    fileprivate var firstByteOfToken: UInt8? { TokenScanner(self).token(at: 0).map { self[$0.start] } }

    fileprivate func contains(_ byte: UInt8) -> Bool { indices.contains { self[$0] == byte } }

    fileprivate func elementsEqual(_ other: Span<UInt8>) -> Bool {
        count == other.count && indices.allSatisfy { self[$0] == other[$0] }
    }
}
