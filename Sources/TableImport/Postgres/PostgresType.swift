internal import JSONRecords

/// A type of PostgreSQL that imports give to columns.
///
/// The type of a column depends on the kinds of all its values only, so it is the same whatever the batches were.
enum PostgresType: String, CaseIterable {
    case boolean = "boolean"
    case bigint = "bigint"
    case double = "double precision"
    case numeric = "numeric"
    case text = "text"
    case jsonb = "jsonb"

    /// Creates the narrowest type that stores values of these kinds unchanged; `text` for an empty set.
    init(_ kinds: ValueKinds) {
        self =
            Self.allCases.first { kinds.isSubset(of: $0.kinds) && !(kinds.isEmpty && $0 != .text) } ?? .jsonb
    }

    init(_ type: DeclaredType) {
        self =
            switch type {
            case .boolean: .boolean
            case .integer: .bigint
            case .real: .double
            case .numeric: .numeric
            case .text: .text
            // It tells values of all kinds apart.
            case .any: .jsonb
            }
    }

    /// The kinds of values that a column of this type may hold.
    var kinds: ValueKinds {
        switch self {
        case .boolean: .bool
        case .bigint: [.integer, .longInteger]
        // Each of these integers equals a 64-bit floating-point number.
        case .double: [.integer, .reals]
        case .numeric: [.integer, .longInteger, .reals, .digits]
        case .text: [.numbers, .digits, .text, .numericText]
        case .jsonb: [.numbers, .texts]
        }
    }
}

/// The rows of a batch in the text format of `COPY`.
struct CopyText {
    /// How the values of a column are written.
    enum Spelling {
        case json
        /// Text, in which booleans are `true` and `false`.
        case text
        /// The type of the server's table decides which texts are values. Booleans are 1 and 0.
        case other

        /// Creates the spelling for the type of a column, as PostgreSQL spells it.
        init(_ type: String) {
            self =
                switch type {
                case "json", "jsonb": .json
                case "text", "boolean": .text
                case _ where type.hasPrefix("character varying"): .text
                default: .other
                }
        }
    }

    private(set) var bytes: [UInt8] = []

    /// A reason why PostgreSQL cannot store a value.
    struct UnstorableValue: Error {
        let message: String
    }

    mutating func removeAll(keepingCapacity: Bool) { bytes.removeAll(keepingCapacity: keepingCapacity) }

    mutating func endField() { bytes.append(UInt8(ascii: "\t")) }

    /// Ends a row, whose last field was ended.
    mutating func endRow() { bytes[bytes.count - 1] = UInt8(ascii: "\n") }

    mutating func append(field: [UInt8]) { bytes += field }

    mutating func appendNull() { bytes += "\\N".utf8 }

    mutating func append(_ integer: Int) { bytes += String(integer).utf8 }

    /// Appends the value of a cell.
    mutating func append(
        _ cell: RowBatch.Cell, _ texts: Span<UInt8>, _ spelling: Spelling
    ) throws(UnstorableValue) {
        switch cell.value {
        case .null, .absent: appendNull()
        case .integer(let value) where cell.kinds == .bool:
            bytes += (spelling == .other ? "\(value)" : value == 0 ? "false" : "true").utf8
        case .integer(let value): bytes += String(value).utf8
        case .real(let value): append(value)
        case .text(let start, let count):
            let text = texts.extracting(start..<start + Int(count))
            guard spelling == .json else { return try append(text) }
            if cell.kinds.isSubset(of: [.json, .digits]) {
                guard !Self.hasEscapedNUL(text) else { throw .nul }
                try append(text)
            } else {
                guard !text.contains(0) else { throw .nul }
                var json: [UInt8] = []
                CompactJSON.append(string: text, to: &json)
                try append(json.span)
            }
        }
    }

    /// Appends a number, as PostgreSQL spells those of the type `double precision`.
    private mutating func append(_ value: Double) {
        var text = "\(value)"
        if text.hasSuffix(".0") { text.removeLast(2) }
        // Swift spells numbers below 2^54 without an exponent; PostgreSQL spells those below 10^15 so.
        if value.magnitude >= 1e15, !text.contains("e") {
            let digits = text.filter(\.isNumber)
            let exponent = text.prefix { $0 != "." }.filter(\.isNumber).count - 1
            var mantissa = digits.prefix(1) + "." + digits.dropFirst()
            while mantissa.last == "0" { mantissa.removeLast() }
            if mantissa.last == "." { mantissa.removeLast() }
            text = (value < 0 ? "-" : "") + mantissa + "e+\(exponent)"
        }
        bytes += text.utf8
    }

    /// Appends a text, with escapes for the bytes that end fields and rows.
    private mutating func append(_ text: Span<UInt8>) throws(UnstorableValue) {
        var start = 0
        for index in text.indices where text[index] < 0x20 || text[index] == UInt8(ascii: "\\") {
            guard text[index] != 0 else { throw .nul }
            guard let escape = Self.escapes[text[index]] else { continue }
            bytes.append(copying: text.extracting(start..<index))
            bytes += [UInt8(ascii: "\\"), escape]
            start = index + 1
        }
        bytes.append(copying: text.extracting(start..<text.count))
    }

    /// The bytes after the backslashes in the escapes of bytes.
    private static let escapes = [
        UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "\t"): UInt8(ascii: "t"),
        UInt8(ascii: "\n"): UInt8(ascii: "n"), UInt8(ascii: "\r"): UInt8(ascii: "r"),
    ]

    /// Returns whether a JSON text has the escape of U+0000 in a string or a key.
    private static func hasEscapedNUL(_ text: Span<UInt8>) -> Bool {
        var index = 0
        while index < text.count {
            guard text[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            if index + 5 < text.count, text[index + 1] == UInt8(ascii: "u"),
                (2...5).allSatisfy({ text[index + $0] == UInt8(ascii: "0") })
            {
                return true
            }
            index += 2
        }
        return false
    }
}

extension CopyText.UnstorableValue {
    fileprivate static var nul: Self { Self(message: "PostgreSQL cannot store U+0000 in a text") }
}

extension Span<UInt8> {
    fileprivate func contains(_ byte: UInt8) -> Bool {
        for index in indices where self[index] == byte { return true }
        return false
    }
}
