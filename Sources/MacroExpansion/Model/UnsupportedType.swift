import SwiftSyntax

/// A type of Foundation or the standard library that cannot be imported.
struct UnsupportedType {
    let name: String
    /// The types to use instead; the first one fits most often.
    private(set) var replacements: [String]

    /// - Returns: `nil` if the name is not that of an unsupported type.
    fileprivate init?(_ name: String) {
        guard let replacements = Self.replacements[name] else { return nil }
        self.name = name
        self.replacements = replacements
    }

    /// The type without the replacement `Any`, which only properties support.
    var withoutAny: Self {
        var type = self
        type.replacements.removeAll { $0 == "Any" }
        return type
    }

    /// Returns the node that names the unsupported type, in a type that contains it.
    func node(in type: TypeSyntax) -> Syntax {
        let token = type.tokens(viewMode: .sourceAccurate).first { $0.text == name }
        return token.map { Syntax($0) } ?? Syntax(type)
    }

    private static let replacements: [String: [String]] = [
        "AnyHashable": ["JSONValue"],
        "AnyObject": ["JSONValue", "Any"],
        "NSArray": ["[JSONValue]", "an array of the element type"],
        "NSData": ["Data"],
        "NSDate": ["Date"],
        "NSDecimalNumber": ["Decimal"],
        "NSDictionary": ["[String: JSONValue]", "a struct with '@Importable'"],
        "NSMutableArray": ["[JSONValue]", "an array of the element type"],
        "NSMutableDictionary": ["[String: JSONValue]", "a struct with '@Importable'"],
        "NSMutableSet": ["Set<JSONValue>", "a set of the element type"],
        "NSMutableString": ["String"],
        "NSNumber": ["Double", "Int", "Decimal", "Bool"],
        "NSObject": ["JSONValue", "Any"],
        "NSSet": ["Set<JSONValue>", "a set of the element type"],
        "NSString": ["String"],
        "NSURL": ["URL"],
        "NSUUID": ["UUID"],
    ]

    /// The replacements in a sentence: `Double, Int or Bool`.
    var advice: String {
        guard let last = replacements.last, replacements.count > 1 else { return replacements[0] }
        return replacements.dropLast().joined(separator: ", ") + " or " + last
    }
}

extension TypeSyntax {
    /// The first unsupported type in this type: the type itself, or one in an optional or a collection.
    var unsupportedType: UnsupportedType? {
        let parts = parts
        guard parts.isEmpty else { return parts.lazy.compactMap(\.unsupportedType).first }
        return core.as(IdentifierTypeSyntax.self).flatMap { UnsupportedType($0.name.text) }
    }
}
