internal import Foundation

/// What the values of a Swift type are in JSON.
enum ValueForm {
    case string
    case bool
    case int
    case double
    case object
    case array
    case null

    // Those of Foundation.
    case number
    case booleanNumber

    // The rarer ones, whose values are turned into one of the above.
    case text
    case integer
    case float
    case decimal
    case members
    case elements
    case wrapper

    /// No JSON: only a property of the type itself can take it.
    case instance

    /// The form of a type that is found out by casts, which take their time.
    init(of type: Any.Type) {
        switch type {
        case is String.Type: self = .string
        case is Bool.Type: self = .bool
        case is Int.Type: self = .int
        case is Double.Type: self = .double
        case is [String: Any].Type: self = .object
        case is [Any].Type: self = .array
        case is NSNull.Type: self = .null
        case is Decimal.Type, is NSDecimalNumber.Type: self = .decimal
        case is NSNumber.Type: self = type == FoundationTypes.boolean ? .booleanNumber : .number
        case is any StringProtocol.Type, is NSString.Type: self = .text
        case is any BinaryInteger.Type: self = .integer
        case is Float.Type, is CGFloat.Type: self = .float
        case is any MembersHolder.Type, is NSDictionary.Type: self = .members
        case is any ElementsHolder.Type, is NSArray.Type: self = .elements
        case is any ValueWrapper.Type: self = .wrapper
        default: self = .instance
        }
    }
}

/// Classes behind those that Foundation makes public.
private enum FoundationTypes {
    /// The class of the two numbers that are bools, which are told from 0 and 1 by nothing else.
    static let boolean: Any.Type = type(of: NSNumber(value: true))
}

/// The forms of the types that were met.
struct ValueForms {
    private let string = ObjectIdentifier(String.self)
    private let number = ObjectIdentifier(type(of: NSNumber(value: 1)))
    private let object = ObjectIdentifier([String: Any].self)
    private let array = ObjectIdentifier([Any].self)
    private var others: [ObjectIdentifier: ValueForm] = [:]

    /// The form of a type. The most frequent ones are told apart by their identity, without so much as a hash.
    @inline(__always)
    mutating func form(of type: Any.Type) -> ValueForm {
        let identity = ObjectIdentifier(type)
        if identity == string { return .string }
        if identity == number { return .number }
        if identity == object { return .object }
        if identity == array { return .array }
        return otherForm(of: type)
    }

    @inline(never)
    private mutating func otherForm(of type: Any.Type) -> ValueForm {
        let identity = ObjectIdentifier(type)
        if let form = others[identity] { return form }
        let form = ValueForm(of: type)
        others[identity] = form
        return form
    }
}
