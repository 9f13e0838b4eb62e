import SwiftSyntax

extension TypeSyntax {
    /// The type inside an optional; `nil` for any other type.
    var wrapped: TypeSyntax? {
        if let optional = `as`(OptionalTypeSyntax.self) { return optional.wrappedType.bare }
        if let optional = `as`(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            return optional.wrappedType.bare
        }
        return arguments(of: "Optional")?.first?.bare
    }

    /// The type without parentheses around it.
    var bare: TypeSyntax {
        guard let tuple = `as`(TupleTypeSyntax.self), let element = tuple.elements.first,
            tuple.elements.count == 1, element.firstName == nil
        else { return trimmedLength == totalLength ? self : trimmed }
        return element.type.bare
    }

    /// The type or, if it is an optional, the wrapped type, without parentheses and attributes.
    private var core: TypeSyntax {
        let bare = bare
        if let attributed = bare.as(AttributedTypeSyntax.self) { return attributed.baseType.core }
        return bare.wrapped?.core ?? bare
    }

    var isFunction: Bool { core.is(FunctionTypeSyntax.self) }
    /// Whether the type is a tuple, or an optional or a collection of one.
    var containsTuple: Bool { first { $0.is(TupleTypeSyntax.self) } != nil }
    /// The first type in this type that is spelled with `any`; `nil` without one.
    var existential: TypeSyntax? { first { $0.is(SomeOrAnyTypeSyntax.self) } }

    /// The first type in this type that is the key of a dictionary, and a scalar that no key becomes; `nil` without one.
    var unsupportedKey: TypeSyntax? {
        let parts = parts
        if parts.count == 2, parts[0].isSpelled(as: Self.unsupportedKeys) { return parts[0] }
        return parts.lazy.compactMap(\.unsupportedKey).first
    }

    /// Returns the first type that fulfils a condition: the type itself, or one in an optional or a collection.
    private func first(_ isFound: (TypeSyntax) -> Bool) -> TypeSyntax? {
        let parts = parts
        guard parts.isEmpty else { return parts.compactMap { $0.first(isFound) }.first }
        return isFound(core) ? core : nil
    }

    /// Whether the type is spelled as an array or a set, or as an optional of one.
    var isArrayOrSet: Bool {
        core.is(ArrayTypeSyntax.self) || core.arguments(of: "Array") != nil
            || core.arguments(of: "Set") != nil
    }

    /// The type that reads values of this type, if this type is `Any`, `[Any]` or `[String: Any]`; otherwise `nil`.
    var dynamicReader: TypeSyntax? {
        if trimmedDescription == "Any" { return "StreamImport.DynamicValue" }
        if let element = `as`(ArrayTypeSyntax.self)?.element ?? arguments(of: "Array")?.first {
            return element.trimmedDescription == "Any" ? "[StreamImport.DynamicValue]" : nil
        }
        return dictionaryArguments == ["String", "Any"] ? "[Swift.String: StreamImport.DynamicValue]" : nil
    }

    /// Whether the type contains `Any`, and neither it nor its wrapped type has a ``dynamicReader``.
    var containsUnsupportedAny: Bool { mentions("Any") && (wrapped ?? bare).dynamicReader == nil }

    /// Whether this is the type of `@Extras`: `[String: JSONValue]`.
    var isExtras: Bool {
        dictionaryArguments == ["String", "JSONValue"]
            || dictionaryArguments == ["String", "StreamImport.JSONValue"]
    }

    /// Returns whether this is the type with a name, or an optional or a collection of it.
    func holds(_ name: String) -> Bool {
        let parts = parts
        guard parts.isEmpty else { return parts.contains { $0.holds(name) } }
        return core.as(IdentifierTypeSyntax.self)?.name.unescapedText == name
    }

    /// Returns whether the type is spelled as the model, as a type that the library makes importable, or as an optional
    /// or a collection of such types. Only the compiler knows about other types.
    func isKnownImportable(in model: TokenSyntax) -> Bool {
        let core = core
        if core.dynamicReader != nil { return true }
        let parts = core.parts
        if parts.count == 2, !parts[0].isKnownKey { return false }
        guard parts.isEmpty else { return parts.allSatisfy { $0.isKnownImportable(in: model) } }
        return core.isKnownScalar
            || ["Date", "Double", "JSONValue", model.text].contains(core.trimmedDescription)
    }

    /// Whether the type is spelled as a scalar that is never a date, or as an optional or a collection of such scalars.
    var cannotHoldDate: Bool {
        guard let last = parts.last else { return core.isKnownScalar }
        return last.cannotHoldDate && !parts[0].holds("Date")
    }

    /// The types of the elements, or of the keys and values, of a collection. Empty for other types.
    private var parts: [TypeSyntax] {
        let core = core
        if let array = core.as(ArrayTypeSyntax.self) { return [array.element] }
        if let dictionary = core.as(DictionaryTypeSyntax.self) { return [dictionary.key, dictionary.value] }
        return ["Array", "Set", "Dictionary"].lazy.compactMap(core.arguments).first ?? []
    }

    /// Returns whether a name occurs in the type.
    func mentions(_ name: String) -> Bool {
        tokens(viewMode: .sourceAccurate).contains { $0.unescapedText == name }
    }

    /// The types of keys and values, if the type is spelled as a dictionary; otherwise `nil`.
    private var dictionaryArguments: [String]? {
        let types = `as`(DictionaryTypeSyntax.self).map { [$0.key, $0.value] } ?? arguments(of: "Dictionary")
        return types?.map(\.trimmedDescription)
    }

    /// Returns the generic arguments if the type is spelled with this name; otherwise `nil`.
    private func arguments(of name: String) -> [TypeSyntax]? {
        let member = `as`(MemberTypeSyntax.self).flatMap {
            $0.baseType.trimmedDescription == "Swift" ? ($0.name, $0.genericArgumentClause) : nil
        }
        let identifier = `as`(IdentifierTypeSyntax.self).map { ($0.name, $0.genericArgumentClause) }
        guard let (found, clause) = identifier ?? member, found.text == name else { return nil }
        return clause?.arguments.compactMap { $0.argument.as(TypeSyntax.self) }
    }

    /// Whether the type is spelled as a scalar, which in the declaration of an enum is the raw type.
    var isKnownRawType: Bool { isKnownScalar || isSpelled(as: ["Character", "Double"]) }

    /// Whether the type is spelled as a type of raw values that `Codable` reads instead of an object.
    var isCodableRawType: Bool {
        isKnownKey || isSpelled(as: ["Bool", "Double", "Float", "Int128", "UInt128"])
    }

    /// Whether the type is spelled as a scalar of the library that is never a date.
    fileprivate var isKnownScalar: Bool { isSpelled(as: Self.knownScalars) }

    /// Whether the type is spelled as a type that the library makes from keys of objects.
    fileprivate var isKnownKey: Bool { isSpelled(as: Self.knownKeys) }

    private func isSpelled(as names: Set<String>) -> Bool {
        let member = `as`(MemberTypeSyntax.self).flatMap {
            ["Swift", "Foundation"].contains($0.baseType.trimmedDescription) ? $0.name : nil
        }
        let name = `as`(IdentifierTypeSyntax.self)?.name ?? member
        return name.map { names.contains($0.text) } ?? false
    }

    private static let knownKeys: Set = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "String",
    ]

    private static let unsupportedKeys: Set = ["Bool", "CGFloat", "Data", "Decimal", "Double", "Float"]

    private static let knownScalars = knownKeys.union([
        "Int128", "UInt128", "Float", "Float16", "CGFloat", "Decimal", "Bool", "URL", "UUID", "Data",
    ])
}

extension ExprSyntax {
    /// The type of the value, if the expression shows it without knowledge of other declarations.
    var inferredType: TypeSyntax? {
        switch `as`(ExprSyntaxEnum.self) {
        case .integerLiteralExpr: "Int"
        case .floatLiteralExpr: "Double"
        case .stringLiteralExpr: "String"
        case .booleanLiteralExpr: "Bool"
        case .prefixOperatorExpr(let signed): signed.typeOfNumber
        case .arrayExpr(let array): array.elements.map(\.expression).inferredType.map { "[\($0)]" }
        case .dictionaryExpr(let dictionary): dictionary.inferredType
        case .functionCallExpr(let call):
            call.arguments.isEmpty && call.trailingClosure == nil && call.additionalTrailingClosures.isEmpty
                ? call.calledExpression.namedType : nil
        case .asExpr(let cast): cast.questionOrExclamationMark == nil ? cast.type.trimmed : nil
        case .sequenceExpr(let sequence): sequence.typeOfCast
        default: nil
        }
    }

    /// The type an expression names: `Foo`, `Foo.Bar`, `Foo<Bar>`, `[Foo]`, `[Foo: Bar]`.
    fileprivate var namedType: TypeSyntax? {
        switch `as`(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let reference):
            reference.argumentNames == nil && reference.baseName.isCapitalized
                ? TypeSyntax(spelledLike: self) : nil
        case .memberAccessExpr(let access):
            access.base?.namedType != nil && access.declName.baseName.isCapitalized
                ? TypeSyntax(spelledLike: self) : nil
        case .genericSpecializationExpr(let generic):
            generic.expression.namedType.map { _ in TypeSyntax(spelledLike: self) }
        case .arrayExpr(let array):
            array.elements.count == 1 ? TypeSyntax(spelledLike: self) : nil
        case .dictionaryExpr: TypeSyntax(spelledLike: self)
        default: nil
        }
    }
}

extension TypeSyntax {
    fileprivate init(spelledLike expression: ExprSyntax) {
        self = "\(raw: expression.trimmedDescription)"
    }
}

extension [ExprSyntax] {
    /// The common type of all expressions; `nil` if they differ or one of them does not show its type.
    fileprivate var inferredType: TypeSyntax? {
        guard let type = first?.inferredType else { return nil }
        return allSatisfy { $0.inferredType?.description == type.description } ? type : nil
    }
}

extension PrefixOperatorExprSyntax {
    fileprivate var typeOfNumber: TypeSyntax? {
        let isSigned = ["-", "+", "~"].contains(self.operator.text)
        let isNumber =
            expression.is(IntegerLiteralExprSyntax.self) || expression.is(FloatLiteralExprSyntax.self)
        return isSigned && isNumber ? expression.inferredType : nil
    }
}

extension DictionaryExprSyntax {
    fileprivate var inferredType: TypeSyntax? {
        guard let elements = content.as(DictionaryElementListSyntax.self),
            let key = elements.map(\.key).inferredType, let value = elements.map(\.value).inferredType
        else { return nil }
        return "[\(key): \(value)]"
    }
}

extension SequenceExprSyntax {
    /// The type in `value as Type`, a sequence that the compiler has not folded yet.
    fileprivate var typeOfCast: TypeSyntax? {
        let parts = Array(elements)
        guard parts.count == 3, parts[1].as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark == nil,
            parts[1].is(UnresolvedAsExprSyntax.self)
        else { return nil }
        return parts[2].as(TypeExprSyntax.self)?.type.trimmed
    }
}

extension TokenSyntax {
    fileprivate var isCapitalized: Bool { text.first?.isUppercase == true }
}

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
