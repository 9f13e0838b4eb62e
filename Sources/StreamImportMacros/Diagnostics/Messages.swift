import SwiftDiagnostics
import SwiftSyntaxMacros

/// The messages of the errors. Each says what is wrong, and how to correct it.
extension DiagnosticMessage where Self == MacroExpansionErrorMessage {
    // MARK: - Types

    static func unsupportedDeclaration(_ kind: String) -> Self {
        Self("'@Importable' is for structs, classes and enums with raw values, not for \(kind)")
    }

    static var noRawValues: Self {
        Self("'@Importable' needs an enum with raw values; give it a raw type such as String")
    }

    static var associatedValues: Self {
        Self("an enum with associated values has no raw values; conform it to Importable by hand")
    }

    static var argumentsForEnum: Self {
        Self("the arguments of '@Importable' are about properties, which an enum does not have; remove them")
    }

    static var redundantConformance: Self {
        Self("'@Importable' adds the conformance to Importable; remove it here")
    }

    static var privateNestedType: Self {
        Self("the conformance of a private type in another type cannot be written; make it fileprivate")
    }

    static func privateOuterType(_ outer: String) -> Self {
        Self("the conformance of a type in a private type cannot be written; make '\(outer)' fileprivate")
    }

    static func suppressedConformance(_ conformance: String) -> Self {
        Self("a type with '\(conformance)' cannot be imported; remove it")
    }

    static var mainActorClass: Self {
        Self(
            "a class of the main actor cannot be imported, as other threads write to its properties; make it nonisolated, or import a struct"
        )
    }

    static var characterRawType: Self {
        Self("nothing in JSON becomes a Character; make String the raw type")
    }

    static var localType: Self {
        Self("a type in a function cannot get a conformance; declare it outside")
    }

    static func privatePropertyType(_ type: String, of property: String) -> Self {
        Self("'\(type)' is the type of '\(property)', which subclasses import; make it fileprivate")
    }

    static func unconstrained(_ parameter: String, in property: String) -> Self {
        Self("'\(parameter)' has to conform to Importable, as it is in the type of '\(property)'")
    }

    // MARK: - Properties

    static func needsType(_ property: String) -> Self {
        Self("the default of '\(property)' does not show its type; write the type")
    }

    static var tuplePattern: Self {
        Self("a tuple has no key; declare each property by itself")
    }

    static func function(_ property: String) -> Self {
        Self("'\(property)' cannot be imported, as nothing in JSON becomes a function; mark it '@Ignored'")
    }

    static func tuple(_ property: String) -> Self {
        Self("'\(property)' cannot be imported, as nothing in JSON becomes a tuple; use an importable struct")
    }

    static func unsupported(_ type: String, use advice: String) -> Self {
        Self("nothing in JSON becomes a value of '\(type)'; use \(advice)")
    }

    static func unsupportedAny(_ property: String) -> Self {
        Self(
            "'\(property)' can be of type Any, [Any] or [String: Any]; deeper down, use JSONValue instead of Any"
        )
    }

    static func notRetained(_ property: String, _ modifier: String) -> Self {
        Self(
            "'\(property)' is \(modifier), so nothing would keep an imported value alive; mark it '@Ignored'")
    }

    static func conditional(_ property: String) -> Self {
        Self("'\(property)' is inside '#if', which macros do not evaluate; move it out or mark it '@Ignored'")
    }

    static func collision(_ property: String, with other: String) -> Self {
        Self(
            "'\(property)' and '\(other)' match the same keys, as case, '_', '-' and spaces are ignored; rename one"
        )
    }

    static func typeName(_ property: String) -> Self {
        Self("'\(property)' is the name of the type as well, which hides the type; rename one of the two")
    }

    // MARK: - Attributes

    static func notAProperty(_ attribute: String) -> Self {
        Self("'@\(attribute)' is for properties; remove it")
    }

    static func notInModel(_ attribute: String) -> Self {
        Self("'@\(attribute)' means nothing outside of a type with '@Importable'; remove it")
    }

    static func conditionalAttribute(_ attribute: PropertyAttributes.Name) -> Self {
        Self("'@\(attribute.rawValue)' is inside '#if', which macros do not evaluate; move it out")
    }

    static func noEffect(_ attribute: PropertyAttributes.Name, on property: String) -> Self {
        Self("'@\(attribute.rawValue)' means nothing on \(property); remove it")
    }

    static func repeated(_ attribute: PropertyAttributes.Name) -> Self {
        Self("'@\(attribute.rawValue)' is there already; remove one of the two")
    }

    static func ignoredWithoutDefault(_ property: String) -> Self {
        Self("'\(property)' is ignored, so it needs a default value")
    }

    static var extrasType: Self {
        Self("'@Extras' keeps values of any kind; the type of its property has to be [String: JSONValue]")
    }

    static func secondExtras(_ other: String) -> Self {
        Self("'\(other)' has '@Extras' already; one property can have it")
    }

    static var lenientType: Self {
        Self(
            "'@Lenient' leaves out elements, so it is for properties that are spelled as an array or a set; remove it"
        )
    }

    static var notADate: Self {
        Self("'@DateFormat' is for dates, and for a Double that receives one; remove it")
    }

    // MARK: - Keys

    static var noKeys: Self {
        Self("'@Key' needs a name, as in '@Key(\"full_name\")'")
    }

    static var keyIsNotLiteral: Self {
        Self("a name in '@Key' has to be a string literal without interpolation")
    }

    static var emptyKey: Self {
        Self("a name in '@Key' cannot be empty")
    }

    static func malformedKey(_ key: String) -> Self {
        let rule = "write keys with dots in between, and indices in brackets: 'photos[0].url'"
        // A raw identifier must not consist of operator characters only.
        let name =
            key.contains(where: \.isLetter) ? "; a key of that name is the property 'let `\(key)`'" : ""
        return Self("'\(key)' is no path; \(rule)\(name)")
    }

    static func pointer(_ key: String) -> Self {
        Self("'\(key)' is a JSON Pointer; '@Key' takes paths with dots, such as 'license.spdx_id'")
    }

    static func repeatedKey(_ key: String) -> Self {
        Self("'\(key)' is given twice; remove one of the two")
    }

    static func keyNamesOtherProperty(_ property: String) -> Self {
        Self(
            "the key '\(property)' is the name of another property; give that one a '@Key', or remove this name"
        )
    }

    static func sharedKey(_ key: String, with other: String) -> Self {
        Self("'\(key)' is a key of '\(other)' already; a key belongs to one property")
    }
}
