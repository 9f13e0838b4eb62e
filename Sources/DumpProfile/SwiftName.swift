import JSONRecords

/// Names in Swift, made of the keys of a dump.
enum SwiftName {
    /// A key as the name of a property: `full_name` and `FULL-NAME` are `fullName`.
    ///
    /// `nil` if nothing of it can be in a name.
    static func property(_ key: String) -> String? {
        let words = words(of: key)
        guard let first = words.first else { return nil }
        let name = words.dropFirst().reduce(first.withLowercasedStart) { $0 + $1.withUppercasedStart }
        return name.isStartOfName ? name : "_" + name
    }

    /// A key as the name of a type: `full_name` is `FullName`.
    static func type(_ key: String) -> String? {
        let name = words(of: key).reduce("") { $0 + $1.withUppercasedStart }
        guard !name.isEmpty else { return nil }
        return name.isStartOfName ? name : "_" + name
    }

    /// The name of one of the things that a name is the plural of, as far as its spelling shows.
    static func singular(_ name: String) -> String {
        if name.hasSuffix("ies"), name.count > 4 { return name.dropLast(3) + "y" }
        for ending in ["sses", "shes", "ches", "xes"] where name.hasSuffix(ending) {
            return String(name.dropLast(2))
        }
        let isPlural = name.hasSuffix("s") && name.count > 3
        let isSingular = ["ss", "us", "is"].contains(where: name.hasSuffix)
        return isPlural && !isSingular ? String(name.dropLast()) : name
    }

    /// Whether a text may stand in a source as a name, with backticks or without.
    static func isName(_ text: String) -> Bool {
        text.isStartOfName && text.unicodeScalars.allSatisfy(\.isPartOfName) && text != "_"
    }

    /// A name as it stands in a source.
    static func escaped(_ name: String) -> String {
        isName(name) && !keywords.contains(name) ? name : "`\(name)`"
    }

    /// Whether a key may be a name between backticks, however it is spelled.
    static func isRawIdentifier(_ key: String) -> Bool {
        let scalars = key.unicodeScalars
        // A name of nothing but marks could be an operator; one that begins with a dollar is the compiler's.
        return scalars.first != "$"
            && scalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
            && scalars.allSatisfy { $0.isPlain && $0 != "`" && $0 != "\\" }
    }

    /// A text as a literal.
    static func literal(_ text: String) -> String {
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

    /// The names that types have in what is printed, or in what the macro makes of it.
    static let reservedTypeNames: Set = [
        "Any", "AnyObject", "Bool", "Copyable", "Date", "DateFormat", "Decimal", "Double", "Escapable",
        "Extras",
        "Foundation", "Ignored", "Importable", "ImportedFields", "Int", "JSONValue", "Key", "Lenient",
        "Optional",
        "PartialKeyPath", "Protocol", "Self", "Sendable", "StreamImport", "String", "Swift", "Type", "UInt64",
    ]

    /// The words that are no names without backticks.
    private static let keywords: Set = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
        "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
        "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// The names of properties that mean something else after a dot, or that the macro needs.
    static let reservedPropertyNames: Set = ["importPlan", "init", "self"]

    /// The parts of a key that are separated by what is no part of a name.
    private static func words(of key: String) -> [String] {
        let words = key.unicodeScalars.split { !$0.isPartOfName || $0 == "_" }
        return words.map { String($0) }
    }
}

extension String {
    fileprivate var isStartOfName: Bool {
        unicodeScalars.first.map { $0.properties.isXIDStart || $0 == "_" } ?? false
    }

    /// `Name`, `URL` and `URLName` are `name`, `url` and `urlName`.
    fileprivate var withLowercasedStart: String {
        let capitals = prefix(while: \.isUppercase)
        guard capitals.count > 1, capitals.count < count else {
            return capitals.lowercased() + dropFirst(capitals.count)
        }
        let startsWord = self[capitals.endIndex].isLowercase
        let end = startsWord ? index(before: capitals.endIndex) : capitals.endIndex
        return self[..<end].lowercased() + self[end...]
    }

    /// `name` is `Name`, and so is `NAME`.
    fileprivate var withUppercasedStart: String {
        let rest = dropFirst()
        let isLoud = count > 1 && allSatisfy { !$0.isLowercase }
        return prefix(1).uppercased() + (isLoud ? rest.lowercased() : String(rest))
    }
}

extension Unicode.Scalar {
    fileprivate var isPartOfName: Bool { properties.isXIDContinue || self == "_" }

    /// Whether it shows in a source as what it is.
    fileprivate var isPlain: Bool {
        switch properties.generalCategory {
        case .format, .privateUse, .unassigned, .surrogate: false
        case .spaceSeparator: self == " "
        default: !isControl
        }
    }
}
