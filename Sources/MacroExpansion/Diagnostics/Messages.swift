import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The message of an error.
struct ErrorMessage: DiagnosticMessage, ExpressibleByStringInterpolation {
    let message: String

    init(stringLiteral message: String) {
        self.message = message
    }

    var severity: DiagnosticSeverity { .error }
    var diagnosticID: MessageID { MessageID(domain: "StreamImport", id: message) }
}

/// The messages of the errors.
extension DiagnosticMessage where Self == ErrorMessage {
    // MARK: - Types

    static func unsupportedDeclaration(_ kind: String) -> Self {
        "'@Importable' supports structs, classes and enums, not \(kind)"
    }

    static var noRawValues: Self {
        "'@Importable' requires an enum with raw values; add a raw type such as String"
    }

    static var associatedValues: Self {
        "'@Importable' requires a discriminator for an enum with associated values, as in '@Importable(discriminator: \"type\")'"
    }

    static var discriminatorWithoutCases: Self {
        "a discriminator applies only to an enum, or to a class that is not final, with 'subclasses:'"
    }

    static var discriminatorIsNotPath: Self {
        "'discriminator' must be a key, or a path of keys such as 'meta.type'"
    }

    static var asArrayIsNotLiteral: Self { "'asArray' must be true or false" }

    static var arrayOfClass: Self {
        "'asArray' supports structs, and final classes without an importable superclass"
    }

    static var arrayWithoutElements: Self { "'asArray' requires a property for each element of the array" }

    static var argumentsForEnum: Self {
        "the arguments of '@Importable' apply to properties, which an enum does not have; remove them"
    }

    static var redundantConformance: Self {
        "'@Importable' already adds the conformance to Importable; remove it"
    }

    static var privateNestedType: Self {
        "'@Importable' cannot extend a private nested type; make it fileprivate"
    }

    static func privateOuterType(_ outer: String) -> Self {
        "'@Importable' cannot extend a type in the private type '\(outer)'; make '\(outer)' fileprivate"
    }

    static func suppressedConformance(_ conformance: String) -> Self {
        "'@Importable' does not support '\(conformance)'; remove it"
    }

    static var mainActorClass: Self {
        "'@Importable' does not support '@MainActor' classes, because imports run on other threads; make the class nonisolated, or use a struct"
    }

    static var characterRawType: Self {
        "a raw value cannot be imported as Character; use the raw type String"
    }

    static var localType: Self {
        "'@Importable' does not support local types; declare the type outside the function"
    }

    static func privatePropertyType(_ type: String, of property: String) -> Self {
        "'\(type)' is private, but subclasses use it as the type of '\(property)'; make it fileprivate"
    }

    static func unconstrained(_ parameter: String, in member: String) -> Self {
        "'\(parameter)' must conform to Importable, because \(member) contains it"
    }

    static func existential(_ type: String) -> Self {
        "'\(type)' cannot be imported, because the JSON value does not name the type to create; use an enum with '@Importable(discriminator: \"type\")', or JSONValue"
    }

    static func keyType(_ type: String) -> Self {
        "'\(type)' cannot be the key of a dictionary; use String, an integer, or an ImportableKey"
    }

    static var subclassesAreNotTypes: Self { "'subclasses' requires a list of types, as in '[Circle.self]'" }

    static func subclassIsClass(_ name: String) -> Self {
        "'\(name)' is the class itself, whose name needs no place in 'subclasses'; remove it"
    }

    // MARK: - Cases

    static var noCases: Self { "'@Importable' requires an enum with at least one case" }

    static var rawTypeWithDiscriminator: Self {
        "a raw type applies only to an enum without a discriminator; remove it, or remove 'discriminator:'"
    }

    static var contentIsNotLiteral: Self { "'content' must be a string literal without interpolation" }
    static var contentIsNotPath: Self { "'content' must be a key, or a path such as 'data.object'" }

    static var contentWithoutMember: Self {
        "'content' applies only if a member is the discriminator; remove it"
    }

    static var subclassesOfEnum: Self { "'subclasses' applies only to a class; remove it" }

    static func severalUnlabelledValues(_ name: String) -> Self {
        "the case '\(name)' has several associated values without a label, and each would be the member of 'content'; label all but one"
    }

    static func unlabelledValueBesideOthers(_ name: String) -> Self {
        "an associated value without a label is the whole object, and the case '\(name)' has other values; label each value, or use one struct with '@Importable'"
    }

    static func severalValues(_ name: String) -> Self {
        "the case '\(name)' has several associated values, but cases that are selected by key have one; use a struct with '@Importable'"
    }

    static var unknownCaseValue: Self {
        "the case 'unknown' receives unknown values and must have one associated value of the type JSONValue; for a case that is named so, add '@Key(\"unknown\")'"
    }

    static func caseCollision(_ name: String, with other: String) -> Self {
        "'\(name)' and '\(other)' match the same names, because case, '_', '-' and spaces are ignored; rename one"
    }

    static func functionValue(of name: String) -> Self {
        "the case '\(name)' has a function as an associated value, which cannot be imported; remove it"
    }

    static func tupleValue(of name: String) -> Self {
        "the case '\(name)' has a tuple as an associated value, which cannot be imported; use a struct with '@Importable'"
    }

    static func anyValue(of name: String) -> Self {
        "the case '\(name)' has an associated value whose type contains Any; use JSONValue instead"
    }

    static func labelOfContent(_ label: String) -> Self {
        "the label '\(label)' matches the key of 'content'; rename one"
    }

    static func sharedCaseName(_ name: String, with other: String) -> Self {
        "'\(name)' is already a name of '\(other)'; each name belongs to one case"
    }

    static func severalCases(_ attribute: PropertyAttributes.Name) -> Self {
        "'@\(attribute.rawValue)' applies to several cases; declare each case separately"
    }

    static func conditionalCase(_ name: String) -> Self {
        "the case '\(name)' is inside '#if', which macros do not evaluate; move it out"
    }

    // MARK: - Properties

    static func needsType(_ property: String) -> Self {
        "the type of '\(property)' cannot be inferred from its default value; add a type annotation"
    }

    static var tuplePattern: Self {
        "'@Importable' does not support tuple patterns; declare each property separately"
    }

    static func function(_ property: String) -> Self {
        "'\(property)' has a function type, which cannot be imported; mark it '@Ignored'"
    }

    static func tuple(_ property: String) -> Self {
        "'\(property)' has a tuple type, which cannot be imported; use a struct with '@Importable'"
    }

    static func unsupported(_ type: String, use advice: String) -> Self {
        "'\(type)' cannot be imported; use \(advice)"
    }

    static func unsupportedAny(_ property: String) -> Self {
        "the type of '\(property)' contains Any, which is supported only as Any, [Any] or [String: Any]; use JSONValue instead"
    }

    static func notRetained(_ property: String, _ modifier: String) -> Self {
        "'\(property)' is \(modifier) and does not retain an imported value; mark it '@Ignored'"
    }

    static func conditional(_ property: String) -> Self {
        "'\(property)' is inside '#if', which macros do not evaluate; move it out or mark it '@Ignored'"
    }

    static func collision(_ property: String, with other: String) -> Self {
        "'\(property)' and '\(other)' match the same keys, because case, '_', '-' and spaces are ignored; rename one"
    }

    static func typeName(_ property: String) -> Self {
        "the property '\(property)' has the name of its type and hides it; rename one"
    }

    // MARK: - Attributes

    static func notAProperty(_ attribute: String) -> Self {
        "'@\(attribute)' applies only to properties; remove it"
    }

    static func notOnCase(_ attribute: PropertyAttributes.Name) -> Self {
        "'@\(attribute.rawValue)' does not apply to cases; remove it"
    }

    static func notInModel(_ attribute: String) -> Self {
        "'@\(attribute)' has no effect outside a type with '@Importable'; remove it"
    }

    static func conditionalAttribute(_ attribute: PropertyAttributes.Name) -> Self {
        "'@\(attribute.rawValue)' is inside '#if', which macros do not evaluate; move it out"
    }

    static func noEffect(_ attribute: PropertyAttributes.Name, on property: String) -> Self {
        "'@\(attribute.rawValue)' has no effect on \(property); remove it"
    }

    static func repeated(_ attribute: PropertyAttributes.Name) -> Self {
        "duplicate '@\(attribute.rawValue)'; remove one"
    }

    static func ignoredWithoutDefault(_ property: String) -> Self {
        "'\(property)' is ignored and requires a default value"
    }

    static func omittedWithoutDefault(_ property: String) -> Self {
        "'\(property)' is not a case of 'CodingKeys', so it is ignored and requires a default value; add one, or add the case"
    }

    static var conditionalCodingKeys: Self {
        "'CodingKeys' is inside '#if', which macros do not evaluate; move it out"
    }

    static var extrasType: Self { "the type of a property with '@Extras' must be [String: JSONValue]" }

    static func secondExtras(_ other: String) -> Self {
        "'\(other)' already has '@Extras'; only one property can have it"
    }

    static var lenientType: Self {
        "'@Lenient' applies only to properties whose type is written as an array or a set; remove it"
    }

    static var notADate: Self {
        "'@DateFormat' applies only to properties that hold a date or a Double; remove it"
    }

    // MARK: - Keys

    static var noKeys: Self { "'@Key' requires a name, as in '@Key(\"full_name\")'" }
    static var keyIsNotLiteral: Self { "a name in '@Key' must be a string literal without interpolation" }
    static var emptyKey: Self { "a name in '@Key' must not be empty" }

    static func malformedKey(_ key: String) -> Self {
        """
        invalid path '\(key)'; separate keys with dots and write indices in brackets, as in 'photos[0].url', or write \
        the name of a key in brackets, as in '$["a.b"]'
        """
    }

    static func pointer(_ key: String) -> Self {
        "'@Key' requires a dotted path such as 'license.spdx_id', not the JSON Pointer '\(key)'"
    }

    static func repeatedKey(_ key: String) -> Self { "duplicate key '\(key)'; remove one" }

    static func keyNamesOtherProperty(_ property: String) -> Self {
        "the key '\(property)' is the name of another property; add '@Key' to that property, or remove this key"
    }

    static func sharedKey(_ key: String, with other: String) -> Self {
        "'\(key)' is already a key of '\(other)'; each key belongs to one property"
    }
}

/// The messages of the warnings.
extension DiagnosticMessage where Self == MacroExpansionWarningMessage {
    static func keyBesideCodingKey(_ key: String) -> Self {
        Self("'@Key' takes precedence over '\(key)', the key in 'CodingKeys'; add it to '@Key'")
    }

    static var computedCodingKeys: Self {
        Self("'stringValue' of 'CodingKeys' is not read; give the cases raw values")
    }

    static var codingKeysOfCases: Self {
        Self("'CodingKeys' does not name the cases; add '@Key' to the cases")
    }

    static func keyWithoutCodingKey(_ property: String, hasDefault: Bool) -> Self {
        let removal = hasDefault ? "remove '@Key', or " : ""
        return Self(
            "'@Key' imports '\(property)', although 'CodingKeys' omits it; \(removal)add the case '\(property)'"
        )
    }
}

extension UnsupportedType {
    /// Returns the diagnostic at the name of the type, in a type that contains it.
    func diagnostic(in type: TypeSyntax) -> Diagnostic {
        let token = type.tokens(viewMode: .sourceAccurate).first { $0.text == name }
        let node = token.map { Syntax($0) } ?? Syntax(type)
        return Diagnostic(
            node: node, message: .unsupported(name, use: advice),
            fixIt: .replace(node, by: replacements[0]))
    }
}
