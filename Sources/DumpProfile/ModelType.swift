import ImportNames
import JSONRecords

/// The Swift type for the values at a path.
indirect enum ModelType {
    case bool, int, uint64, double, decimal, string, date, json
    case array(ModelType)
    case dictionary(ModelType)
    case optional(ModelType)
    /// A generated type, with a property for each key that can have one.
    case object(ModelObject)

    /// The maximum number of nested arrays and dictionaries in a type. The compiler is slow with more, and does
    /// not finish with many.
    private static let maximumCollections = 6

    /// Creates the type that holds all values at a path, including null.
    init(_ profile: PathProfile) { self.init(profile, collections: Self.maximumCollections) }

    /// - Parameter collections: the number of arrays and dictionaries that may still be nested.
    private init(_ profile: PathProfile, collections: Int) {
        let type = Self(notNull: profile, collections: collections)
        guard profile.values.counts.nulls > 0, !type.isJSON else {
            self = type
            return
        }
        self = .optional(type)
    }

    private init(notNull profile: PathProfile, collections: Int) {
        let kinds = profile.values.counts.kinds
        guard kinds.isSingleKind, !profile.isIncomplete else {
            self = .json
            return
        }
        self =
            switch kinds {
            case .bool: .bool
            case .number: Self(profile.values.numbers, areIntegers: profile.values.counts.fractions == 0)
            case .string: profile.values.forms.contains(.date) ? .date : .string
            case .array where collections > 0:
                .array(Self(contents: profile.elements, collections: collections))
            case .object where !profile.isDictionary: Self(objects: profile)
            case .object where collections > 0:
                .dictionary(Self(contents: profile.members, collections: collections))
            default: .json
            }
    }

    private init(contents: [PathProfile], collections: Int) {
        self = contents.first.map { Self($0, collections: collections - 1) } ?? .json
    }

    private init(_ numbers: NumberProfile, areIntegers: Bool) {
        if areIntegers, numbers.fitInt64 {
            self = .int
        } else if areIntegers, numbers.fitUInt64 {
            self = .uint64
        } else if !areIntegers, numbers.fitDouble {
            self = .double
        } else {
            self = numbers.fitDecimal ? .decimal : .json
        }
    }

    private init(objects profile: PathProfile) {
        // An omitted key could match a property that is named for another key.
        guard !profile.hasOmittedKeys else {
            self = .dictionary(.json)
            return
        }
        let object = ModelObject(of: profile)
        self = object.properties.isEmpty ? .dictionary(.json) : .object(object)
    }

    private var isJSON: Bool { if case .json = self { true } else { false } }

    var needsFoundation: Bool {
        switch self {
        case .date, .decimal: true
        case .array(let type), .dictionary(let type), .optional(let type): type.needsFoundation
        case .object(let object): object.properties.contains(where: \.type.needsFoundation)
        default: false
        }
    }

    /// The object that this type is or contains; `nil` if it contains none.
    var object: ModelObject? {
        switch self {
        case .array(let type), .dictionary(let type), .optional(let type): type.object
        case .object(let object): object
        default: nil
        }
    }

    /// Whether the type is a collection, optional or not, which may contain several values of the type of ``object``.
    var isCollection: Bool {
        switch self {
        case .array, .dictionary: true
        case .optional(let type): type.isCollection
        default: false
        }
    }

    /// Returns the type as it is spelled in source code.
    ///
    /// - Parameter object: the name of the type for ``object``.
    func text(object: String) -> String {
        switch self {
        case .bool: "Bool"
        case .int: "Int"
        case .uint64: "UInt64"
        case .double: "Double"
        case .decimal: "Decimal"
        case .string: "String"
        case .date: "Date"
        case .json: "JSONValue"
        case .array(let type): "[\(type.text(object: object))]"
        case .dictionary(let type): "[String: \(type.text(object: object))]"
        case .optional(let type): type.text(object: object) + "?"
        case .object: object
        }
    }
}

/// The properties of a type that is generated for objects, one for each key.
///
/// No property name matches the key of another property. A property needs no `@Key` if its folded name is that of its
/// key and of no other key.
struct ModelObject {
    /// The properties of all keys that can have one, in the order of the keys.
    private(set) var properties: [ModelProperty] = []
    private(set) var keysWithoutProperty: [String] = []

    init(of object: PathProfile) {
        var names = PropertyNames(of: object.members.compactMap(\.path.key))
        var seenKeys: Set<String> = []
        for member in object.members {
            guard let key = member.path.key else { continue }
            // Keys with different bytes may be equal strings, by canonical equivalence.
            if seenKeys.insert(key).inserted {
                let (name, attribute) = names.name(of: key)
                properties.append(ModelProperty(name: name, key: attribute, profile: member))
            } else {
                keysWithoutProperty.append(key)
            }
        }
    }
}

/// The names of the properties for an object's keys, or of the cases for the values of a discriminator.
struct PropertyNames {
    /// The number of keys with each folded name.
    private var foldedKeys: [String: Int] = [:]
    private var takenNames: Set<String>
    private(set) var suffixes = NameSuffixes()

    init(of keys: [String], taken: Set<String> = []) {
        takenNames = taken
        for key in keys { foldedKeys[NameFolding.fold(key), default: 0] += 1 }
    }

    /// Returns the name of the property for a key, and the argument of `@Key`, if the property needs the attribute.
    mutating func name(of key: String) -> (name: String, key: String?) {
        let folded = NameFolding.fold(key)
        if foldedKeys[folded] == 1, !folded.isEmpty, let name = SwiftName.property(key),
            let matchingName = [name, "_" + name].first(where: {
                NameFolding.fold($0) == folded && !SwiftName.reservedPropertyNames.contains($0)
            }), takenNames.insert(folded).inserted
        {
            return (matchingName, nil)
        }
        let name = SwiftName.property(key) ?? "key"
        let start = SwiftName.reservedPropertyNames.contains(name) ? "_" + name : name
        return (unusedName(start, for: folded), JSONPath.text(ofKey: key))
    }

    /// Returns the name of the case for a value, and the argument of `@Key`: the value, which exports write, unless it is the
    /// name.
    mutating func caseName(of value: String) -> (text: String, key: String?) {
        let folded = NameFolding.fold(value)
        let start = SwiftName.property(value) ?? "value"
        if foldedKeys[folded] == 1, NameFolding.fold(start) == folded, takenNames.insert(folded).inserted {
            return (start, start == value ? nil : value)
        }
        return (unusedName(start, for: folded), value)
    }

    /// Returns a name that begins with a text. The folded name is neither taken nor that of another key.
    private mutating func unusedName(_ start: String, for foldedKey: String) -> String {
        let foldedStart = NameFolding.fold(start)
        while true {
            let suffix = suffixes.next(for: foldedStart)
            let folded = foldedStart + suffix
            if folded == foldedKey || foldedKeys[folded] == nil, takenNames.insert(folded).inserted {
                return start + suffix
            }
        }
    }
}

/// A property of a model, for one key of its objects.
struct ModelProperty {
    let name: String
    /// The argument of `@Key`; `nil` if the name alone matches the key.
    let key: String?
    let profile: PathProfile
    var type: ModelType

    init(name: String, key: String?, profile: PathProfile) {
        (self.name, self.key, self.profile) = (name, key, profile)
        type = ModelType(profile)
    }

    /// Returns the declaration, such as `@Key("a-b") let aB: Int?`, in two lines if one line would be too long.
    func declaration(object: String, indent: String) -> String {
        ModelSource.declaration(
            "let \(SwiftName.escaped(name)): \(typeText(object: object))", key: key, indent: indent)
    }

    /// Returns the type, which is optional if some objects do not have the key.
    ///
    /// - Parameter object: the name of the type for the objects among the values.
    func typeText(object: String) -> String {
        let isMissing = profile.occurrences < profile.possibleOccurrences
        let text = type.text(object: object)
        return isMissing && !text.hasSuffix("?") ? text + "?" : text
    }
}

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
    fileprivate static let reservedPropertyNames: Set = ["importPlan", "init", "self"]

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
