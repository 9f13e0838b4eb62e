import JSONRecords

/// Conversion of the keys of a dump to names in Swift.
enum SwiftName {
    /// Returns a key as the name of a property: `full_name` and `FULL-NAME` become `fullName`.
    ///
    /// - Returns: `nil` if no character of the key can be in a name.
    static func property(_ key: String) -> String? {
        let words = words(of: key)
        guard let first = words.first else { return nil }
        let name = words.dropFirst().reduce(first.withLowercasedStart) { $0 + $1.withUppercasedStart }
        return name.isStartOfName ? name : "_" + name
    }

    /// Returns a key as the name of a type: `full_name` becomes `FullName`. `nil` if no character can be in a name.
    static func type(_ key: String) -> String? {
        let name = words(of: key).reduce("") { $0 + $1.withUppercasedStart }
        guard !name.isEmpty else { return nil }
        return name.isStartOfName ? name : "_" + name
    }

    /// Returns the singular of a name that is spelled like an English plural; returns any other name unchanged.
    static func singular(_ name: String) -> String {
        if name.hasSuffix("ies"), name.count > 4 { return name.dropLast(3) + "y" }
        for ending in ["sses", "shes", "ches", "xes"] where name.hasSuffix(ending) {
            return String(name.dropLast(2))
        }
        let isPlural = name.hasSuffix("s") && name.count > 3
        let isSingular = ["ss", "us", "is"].contains(where: name.hasSuffix)
        return isPlural && !isSingular ? String(name.dropLast()) : name
    }

    /// Returns whether a text is a valid name in source code, with backticks or without.
    static func isName(_ text: String) -> Bool {
        text.isStartOfName && text.unicodeScalars.allSatisfy(\.isPartOfName) && text != "_"
    }

    /// Returns a name as it is spelled in source code, with backticks if needed.
    static func escaped(_ name: String) -> String {
        isName(name) && !keywords.contains(name) ? name : "`\(name)`"
    }

    /// Returns a text as a string literal, without escape sequences where possible.
    static func literal(_ text: String) -> String {
        if text.contains("\""), text.unicodeScalars.allSatisfy({ $0.isPlain && $0 != "#" && $0 != "\\" }) {
            return "#\"\(text)\"#"
        }
        let escaped = text.unicodeScalars.reduce(into: "") { literal, scalar in
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where scalar.isPlain: literal.unicodeScalars.append(scalar)
            default: literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return "\"\(escaped)\""
    }

    /// The type names that the printed source or the macro's expansion uses.
    static let reservedTypeNames: Set = [
        "Any", "AnyObject", "Bool", "Copyable", "Date", "DateFormat", "Decimal", "Double", "Escapable",
        "Extras",
        "Foundation", "Ignored", "Importable", "ImportedFields", "Int", "JSONValue", "Key", "Lenient",
        "Optional",
        "PartialKeyPath", "Protocol", "Self", "Sendable", "StreamImport", "String", "Swift", "Type", "UInt64",
    ]

    /// The keywords, which need backticks as names.
    private static let keywords: Set = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
        "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
        "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// The names that have another meaning after a dot, or that the macro needs. No property may have them.
    static let reservedPropertyNames: Set = ["importPlan", "init", "self"]

    /// Returns the parts of a key between characters that cannot be in a name.
    private static func words(of key: String) -> [String] {
        let words = key.unicodeScalars.split { !$0.isPartOfName || $0 == "_" }
        return words.map { String($0) }
    }
}

extension String {
    fileprivate var isStartOfName: Bool {
        unicodeScalars.first.map { $0.properties.isXIDStart || $0 == "_" } ?? false
    }

    /// The text with its first word in lowercase: `Name`, `URL` and `URLName` become `name`, `url` and `urlName`.
    fileprivate var withLowercasedStart: String {
        let capitals = prefix(while: \.isUppercase)
        guard capitals.count > 1, capitals.count < count else {
            return capitals.lowercased() + dropFirst(capitals.count)
        }
        let lastCapitalStartsWord = self[capitals.endIndex].isLowercase
        let end = lastCapitalStartsWord ? index(before: capitals.endIndex) : capitals.endIndex
        return self[..<end].lowercased() + self[end...]
    }

    /// The text with its first letter in uppercase: `name` becomes `Name`. If the text has no lowercase letter, its
    /// other letters become lowercase: `NAME` becomes `Name`.
    fileprivate var withUppercasedStart: String {
        let remainder = dropFirst()
        let hasNoLowercase = count > 1 && allSatisfy { !$0.isLowercase }
        return prefix(1).uppercased() + (hasNoLowercase ? remainder.lowercased() : String(remainder))
    }
}

extension Unicode.Scalar {
    fileprivate var isPartOfName: Bool { properties.isXIDContinue || self == "_" }

    /// Whether the scalar can be recognized in source code: it is visible, or the ordinary space.
    fileprivate var isPlain: Bool {
        switch properties.generalCategory {
        case .format, .privateUse, .unassigned, .surrogate: false
        case .spaceSeparator: self == " "
        default: !isControl
        }
    }
}
