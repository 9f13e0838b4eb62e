internal import Foundation

/// A notation of records in JSON, other than one object for each record.
///
/// A reader translates each value of the text to the text of an object, and sends the events of this text to its consumer.
package enum Dialect: Hashable, Sendable {
    /// Objects in which values may be wrapped.
    case wrapped(ValueWrapping)
    /// The lines of a bulk request to Elasticsearch or OpenSearch.
    case bulk
    /// Rows that are arrays, with their values in the order of the columns.
    case rows(Header)

    /// The names of the columns of rows.
    package enum Header: Hashable, Sendable {
        case names([String])
        /// The first value of the text is an array with the names.
        case first
        /// The strings at this path are the names. They stand before the rows, unless the input can be read twice.
        case path(JSONPath)
    }

    /// The argument of the program that names the dialect.
    package var argument: String {
        switch self {
        case .wrapped(let wrapping): "--unwrap \(wrapping.rawValue)"
        case .bulk: "--format bulk"
        case .rows(.names(let names)): "--header \(names.joined(separator: ","))"
        case .rows(.first): "--header first"
        case .rows(.path(let path)): "--header \(path.argument)"
        }
    }

    /// The path of the names of the columns; `nil` if they are not at a path.
    var headerPath: JSONPath? {
        if case .rows(.path(let path)) = self { path } else { nil }
    }

    /// Returns the translation of a text, before its first value.
    func makeTranslation() -> any Translation {
        switch self {
        case .wrapped(.extendedJSON): ExtendedJSON()
        case .wrapped(.dynamoDB): DynamoDBJSON()
        case .bulk: BulkRequest()
        case .rows(let header): ArrayRows(header)
        }
    }
}

/// A notation of JSON that wraps values in objects with their types. The raw value is the name in arguments of the program.
public enum ValueWrapping: String, Sendable, CaseIterable {
    /// MongoDB Extended JSON, versions 1 and 2. A value may be wrapped, as in `{"$oid":"…"}` and `{"$numberLong":"1"}`. A
    /// `$date` becomes a string in ISO 8601 and UTC, a `$numberDouble` that JSON does not have becomes null, and values that no JSON
    /// type stands for, such as a `$timestamp`, stay objects.
    case extendedJSON = "extended-json"
    /// DynamoDB JSON, as in exports to S3, with or without `Item`. Each value is wrapped, as in `{"S":"a"}` and `{"N":"1"}`; a
    /// record with another value is rejected.
    case dynamoDB = "dynamodb"
}

extension ValueWrapping {
    /// Recognizes the notation of values at the beginning of an input.
    ///
    /// - Parameter isAtPath: whether the records are at a path that the user gave.
    package init?(of input: InputOrigin, isAtPath: Bool) {
        let text = Data(input.beginning())
        func has(_ keys: String...) -> Bool {
            keys.contains { text.range(of: Data("\"\($0)\"".utf8)) != nil }
        }
        if has("$oid", "$date", "$numberLong", "$numberInt", "$numberDouble", "$numberDecimal") {
            self = .extendedJSON
        } else if has("S", "N"), case let text = String(decoding: text, as: UTF8.self),
            text.contains(#/:\s*\{\s*"(S"\s*:\s*"[^"]*|N"\s*:\s*"[-+.\deE]+)"\s*\}/#),
            // A record, and not a member of one, has wrapped values.
            isAtPath
                || text.contains(
                    #/(^\u{FEFF}?|\[|"Item"\s*:)\s*\{\s*"([^"\\]|\\.)*"\s*:\s*\{\s*"(S|N|B|BOOL|NULL|M|L|SS|NS|BS)"\s*:/#
                )
        {
            self = .dynamoDB
        } else {
            return nil
        }
    }
}

/// The translation of the values of a text, one after another.
protocol Translation {
    /// Receives the number of the path of the next values: 0 for records, 1 for the names of columns.
    mutating func select(path: Int)

    /// Appends the text of the object that a value stands for.
    ///
    /// - Parameter value: the text of the value, which is valid JSON.
    /// - Throws: an error that rejects the record, or that ends the import if its code is
    ///   ``ImportError/Code/invalidOption``.
    mutating func append(_ value: Span<UInt8>, to text: inout [UInt8]) throws(ImportError) -> Translated

    /// Discards the value that began a record, because the next value has an error.
    mutating func discardBeginning()

    /// What the records lack of the text, in a sentence; `nil` if they lack nothing.
    var note: String? { get }
}

extension Translation {
    var note: String? { nil }
    mutating func select(path: Int) {}
    mutating func discardBeginning() {}
}

/// What a value of a dialect is.
enum Translated {
    /// A record, or the end of one. Its text was appended.
    case record
    /// The beginning of a record, which ends with the next value.
    case beginning
    /// Not a part of a record.
    case other
}

/// A position between two tokens of a valid JSON text.
struct JSONCursor: ~Escapable {
    private let text: Span<UInt8>
    /// The offset after the last token.
    private(set) var position: Int

    @_lifetime(copy text)
    init(_ text: Span<UInt8>, at position: Int = 0) {
        (self.text, self.position) = (text, position)
    }

    /// The offset of the next token; the length of the text at its end.
    private var nextOffset: Int {
        var offset = position
        while offset < text.count, text[offset].isJSONWhiteSpace { offset += 1 }
        return offset
    }

    /// The range of the next token; `nil` at the end of the text.
    private var nextToken: Range<Int>? {
        TokenScanner(text).token(at: position).map { $0.start..<$0.end }
    }

    /// The first byte of the next token; 0 at the end of the text.
    var nextByte: UInt8 {
        let offset = nextOffset
        return offset < text.count ? text[offset] : 0
    }

    /// The next token, as quoted in messages.
    var excerpt: String { TokenExcerpt(text.extracting(nextToken ?? 0..<0)).description }

    /// Skips the next token, and returns its range; `nil` at the end of the text.
    mutating func token() -> Range<Int>? {
        let token = nextToken
        position = token?.upperBound ?? position
        return token
    }

    /// Skips the next token if it is the given bracket, comma or colon.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard nextByte == UInt8(ascii: character) else { return false }
        position = nextOffset + 1
        return true
    }

    /// Skips the next key and its colon, and the comma before them, if a member follows. Returns the key with its quotes.
    @_lifetime(copy self)
    mutating func key() -> Span<UInt8>? {
        _ = skip(",")
        let key = string()
        return skip(":") ? key : nil
    }

    /// Skips the next token if it is a string, and returns it with its quotes.
    @_lifetime(copy self)
    mutating func string() -> Span<UInt8>? {
        guard let token = nextToken, text[token.lowerBound] == UInt8(ascii: "\"") else { return nil }
        position = token.upperBound
        return text.extracting(token)
    }

    /// Skips the next element of an array and the comma before it, and returns its range; `nil` after the last one, whose
    /// closing bracket is skipped.
    mutating func element() -> Range<Int>? {
        _ = skip(",")
        return skip("]") ? nil : value()
    }

    /// Skips the next value, and returns its range.
    mutating func value() -> Range<Int> {
        let start = nextOffset
        var depth = 0
        repeat {
            guard let token = token() else { break }
            switch text[token.lowerBound] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        } while depth > 0
        return min(start, position)..<position
    }
}

extension Span<UInt8> {
    /// The bytes of a string without its quotes.
    @_lifetime(copy self)
    func withoutQuotes() -> Span<UInt8> { extracting(1..<count - 1) }

    /// Whether the bytes are a JSON number.
    var isNumber: Bool { JSONNumber<LeadingDigits>(self) != nil }
}
