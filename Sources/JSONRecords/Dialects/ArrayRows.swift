/// Rows that are arrays: the first value belongs to the first column. A value that is neither an array nor an object is a row with
/// one value.
struct ArrayRows: Translation {
    private let header: Dialect.Header
    /// The names of the columns, as JSON strings.
    private(set) var names: [[UInt8]] = []
    /// Whether the next values are names.
    private var isAtHeader = false

    init(_ header: Dialect.Header) {
        self.header = header
        guard case .names(let names) = header else { return }
        self.names = names.map { name in
            var bytes: [UInt8] = []
            CompactJSON.append(string: name, to: &bytes)
            return bytes
        }
    }

    mutating func select(path: Int) {
        isAtHeader = path == 1
        // Names after rows belong to the next rows.
        if isAtHeader { names = [] }
    }

    mutating func append(
        _ value: Span<UInt8>, to text: inout [UInt8]
    ) throws(ImportError) -> Translated {
        var cursor = JSONCursor(value)
        guard !isAtHeader else {
            try addName(&cursor)
            return .other
        }
        if names.isEmpty {
            try readHeader(&cursor)
            return .other
        }
        guard cursor.nextByte != UInt8(ascii: "{") else {
            throw .typeMismatch(expected: "a row that is an array", found: cursor.excerpt)
        }
        let isArray = cursor.skip("[")
        var count = 0
        while isArray ? !cursor.skip("]") : count == 0 {
            let element = cursor.value()
            if count < names.count { append(value.extracting(element), column: count, to: &text) }
            count += 1
            _ = cursor.skip(",")
        }
        guard count <= names.count else {
            throw ImportError(
                .invalidValue, "expected at most one value for each column (\(names.count)), found \(count)")
        }
        for column in count..<names.count {
            "null".withUTF8Span { append($0, column: column, to: &text) }
        }
        text.append(UInt8(ascii: "}"))
        return .record
    }

    private func append(_ value: Span<UInt8>, column: Int, to text: inout [UInt8]) {
        text.append(UInt8(ascii: column == 0 ? "{" : ","))
        text += names[column]
        text.append(UInt8(ascii: ":"))
        text.append(copying: value)
    }

    /// Reads the names in the first value of the text.
    private mutating func readHeader(_ cursor: inout JSONCursor) throws(ImportError) {
        if case .path(let path) = header {
            throw ImportError(
                .invalidOption,
                "expected the names of the columns at \(path) before the first row, found none",
                advice:
                    "if they are after the rows, save the input as a file, or list the names: --header a,b,c")
        }
        guard cursor.skip("["), cursor.nextByte != UInt8(ascii: "]") else {
            throw ImportError(
                .invalidOption, "expected an array with the names of the columns, found \(cursor.excerpt)",
                advice: "if each line is a row, add --format lines")
        }
        repeat { try addName(&cursor) } while cursor.skip(",")
    }

    private mutating func addName(_ cursor: inout JSONCursor) throws(ImportError) {
        let excerpt = cursor.excerpt
        guard let name = cursor.string() else {
            throw ImportError(
                .invalidOption, "expected a string as the name of a column, found \(excerpt)",
                advice: "a path such as columns[*].name leads to a member of objects")
        }
        guard !names.contains(where: { name.elementsEqual($0) }) else {
            throw ImportError(.invalidOption, "expected names that differ, found the column \(excerpt) twice")
        }
        names.append(Array(copying: name))
    }
}
