/// DynamoDB JSON, in which each value is in an object with its type: `{"S":"a"}`.
struct DynamoDBJSON: Translation {
    func append(_ value: Span<UInt8>, to text: inout [UInt8]) throws(ImportError) -> Translated {
        var cursor = JSONCursor(value)
        guard cursor.nextByte == UInt8(ascii: "{") else {
            throw .typeMismatch(expected: "an object", found: cursor.excerpt)
        }
        if let item = Self.item(cursor) { cursor = item }
        try Self.appendObject(&cursor, value, to: &text)
        return .record
    }

    /// Returns the position of the item in `{"Item":{"id":{…}}}`; `nil` if an attribute has the name, as in `{"Item":{"S":"a"}}`.
    @_lifetime(copy cursor)
    private static func item(_ cursor: JSONCursor) -> JSONCursor? {
        var ahead = cursor
        guard ahead.skip("{"), ahead.key()?.equals(#""Item""#) == true else { return nil }
        let item = ahead
        _ = ahead.value()
        guard ahead.skip("}") else { return nil }
        ahead = item
        return ahead.skip("{") && (ahead.skip("}") || ahead.key() != nil && ahead.skip("{")) ? item : nil
    }

    /// Appends an object of typed values as one of plain values. Uses no recursion, because a record may be nested deeply.
    private static func appendObject(
        _ cursor: inout JSONCursor, _ value: Span<UInt8>, to text: inout [UInt8]
    ) throws(ImportError) {
        /// The closing brackets of the open objects and lists.
        var open: [Unicode.Scalar] = []
        func begin(_ bracket: Unicode.Scalar, _ close: Unicode.Scalar) {
            text.append(UInt8(ascii: bracket))
            open.append(close)
        }
        if cursor.skip("{") { begin("{", "}") }
        while let close = open.last {
            if cursor.skip(close) {
                text.append(UInt8(ascii: close))
                open.removeLast()
                guard open.isEmpty || cursor.skip("}") else { throw mismatch(cursor) }
                continue
            }
            if cursor.skip(",") { text.append(UInt8(ascii: ",")) }
            if close == "}", let key = cursor.key() {
                text.append(copying: key)
                text.append(UInt8(ascii: ":"))
            }
            guard cursor.skip("{"), let type = cursor.key() else { throw mismatch(cursor) }
            let isNumber = type.equals(#""N""#) || type.equals(#""NS""#)
            switch String(utf8: type.withoutQuotes()) {
            case "M" where cursor.skip("{"):
                begin("{", "}")
                continue
            case "L" where cursor.skip("["):
                begin("[", "]")
                continue
            case "S", "N", "B":
                guard let string = cursor.string() else { throw mismatch(cursor) }
                append(string, isNumber: isNumber, to: &text)
            case "SS", "NS", "BS":
                guard cursor.skip("[") else { throw mismatch(cursor) }
                text.append(UInt8(ascii: "["))
                while !cursor.skip("]") {
                    if cursor.skip(",") { text.append(UInt8(ascii: ",")) }
                    guard let string = cursor.string() else { throw mismatch(cursor) }
                    append(string, isNumber: isNumber, to: &text)
                }
                text.append(UInt8(ascii: "]"))
            case "BOOL" where cursor.nextByte == UInt8(ascii: "t") || cursor.nextByte == UInt8(ascii: "f"):
                if let word = cursor.token() { text.append(copying: value.extracting(word)) }
            case "NULL" where cursor.nextByte == UInt8(ascii: "t"):
                _ = cursor.token()
                text += "null".utf8
            default: throw mismatch(cursor)
            }
            guard cursor.skip("}") else { throw mismatch(cursor) }
        }
    }

    /// Appends a string, or the number that it spells.
    private static func append(_ string: Span<UInt8>, isNumber: Bool, to text: inout [UInt8]) {
        let digits = string.withoutQuotes()
        text.append(copying: isNumber && digits.isNumber ? digits : string)
    }

    private static func mismatch(_ cursor: borrowing JSONCursor) -> ImportError {
        .typeMismatch(
            expected: #"a value of DynamoDB JSON, such as {"S":"a"}"#, found: cursor.excerpt)
    }
}
