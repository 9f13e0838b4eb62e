internal import Foundation

/// The kind of JSON value that the values of a Swift type correspond to.
enum AnyValueKind {
    case string
    case bool
    case int
    case double
    case object
    case array
    case null

    /// An `NSNumber`: a number or a bool.
    case number

    // Rarer kinds, whose values are converted to one of the above.
    case otherString
    case otherInteger
    case float
    case decimal
    case otherObject
    case otherArray
    case wrapper

    /// No kind of JSON value. Only a property of the same Swift type can store the value.
    case nonJSON

    /// Determines the kind of a type by casts, to more specific types first. Casts are slow, so ``AnyValueKindCache``
    /// stores the kind of each type.
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
        case is NSNumber.Type: self = .number
        case is any StringProtocol.Type, is NSString.Type: self = .otherString
        case is any BinaryInteger.Type: self = .otherInteger
        case is Float.Type, is CGFloat.Type: self = .float
        case is any MembersHolder.Type, is NSDictionary.Type: self = .otherObject
        case is any ElementsHolder.Type, is NSArray.Type: self = .otherArray
        case is any ValueWrapper.Type: self = .wrapper
        default: self = .nonJSON
        }
    }
}
