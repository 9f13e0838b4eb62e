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
        case let type as any ValueHolder.Type: self = type.kind
        case is NSDictionary.Type: self = .otherObject
        case is NSArray.Type: self = .otherArray
        default: self = .nonJSON
        }
    }
}

/// Properties of a number that only its class reveals.
extension NSNumber {
    private static let boolClass = ObjectIdentifier(type(of: NSNumber(value: true)))
    private static let decimalClass = ObjectIdentifier(NSDecimalNumber.self)

    /// Whether this is `true` or `false` rather than 1 or 0.
    var isBool: Bool { ObjectIdentifier(type(of: self)) == Self.boolClass }

    /// Whether this is an `NSDecimalNumber`, which may have more digits than its `objCType` implies.
    var isDecimal: Bool { ObjectIdentifier(type(of: self)) == Self.decimalClass }
}

/// A cache of the kinds of types, with a fast path for the most frequent types.
struct AnyValueKindCache {
    private let string = ObjectIdentifier(String.self)
    private let number = ObjectIdentifier(NSNumber.self)
    private let object = ObjectIdentifier([String: Any].self)
    private let array = ObjectIdentifier([Any].self)
    private let int = ObjectIdentifier(Int.self)
    private let double = ObjectIdentifier(Double.self)
    private let bool = ObjectIdentifier(Bool.self)
    private var kinds: [ObjectIdentifier: AnyValueKind] = [:]

    /// Returns the kind of a value that has one of the most frequent types and is stored directly in its `Any`; `nil`
    /// otherwise.
    ///
    /// Compares the type that the `Any` itself stores. Generic code may put an `Any` into an `Any`: the outer one then
    /// stores the type `Any`, although `type(of:)` returns the type of the inner value.
    @inline(__always)  // Saves 1.8% of the instructions of an import from dictionaries.
    func commonKind(at address: UnsafePointer<Any>) -> AnyValueKind? {
        // SAFETY: in Swift's ABI, an `Any` has the address of its type after the three words for the value.
        let type = unsafe UnsafeRawPointer(address).load(
            fromByteOffset: 3 * MemoryLayout<Int>.stride, as: ObjectIdentifier.self)
        if type == string { return .string }
        if type == number { return .number }
        if type == object { return .object }
        if type == array { return .array }
        if type == int { return .int }
        if type == double { return .double }
        return type == bool ? .bool : nil
    }

    mutating func kind(of type: Any.Type) -> AnyValueKind {
        let identity = ObjectIdentifier(type)
        if let kind = kinds[identity] { return kind }
        let kind = AnyValueKind(of: type)
        kinds[identity] = kind
        return kind
    }
}

/// Access by casts to the content of values of rare types.
extension AnyValueKind {
    /// Returns the members of a dictionary by the text of their keys; `nil` if a key is neither a string nor an integer
    /// nor has such a raw value, or if two keys have the same text.
    static func members(of value: Any) -> [String: Any]? {
        if let members = value as? [String: Any] { return members }
        var members: [String: Any] = [:]
        for (key, value) in self.value(value, as: [AnyHashable: Any].self) {
            guard let text = text(ofKey: key.base), members.updateValue(value, forKey: text) == nil else {
                return nil
            }
        }
        return members
    }

    private static func text(ofKey key: Any) -> String? {
        switch key {
        case let text as String: text
        case let integer as any BinaryInteger: "\(integer)"
        case let number as NSNumber: ExportedScalar(number).integerText
        case let key as any RawRepresentable: text(ofKey: key.rawValue)
        default: nil
        }
    }

    static func elements(of value: Any) -> [Any] {
        value as? [Any] ?? self.value((value as? any ValueHolder)?.content ?? value)
    }

    static func text(of value: Any) -> String {
        value as? String ?? String(self.value(value, as: (any StringProtocol).self))
    }

    /// Returns the value as the type that its kind implies.
    static func value<Value>(_ value: Any, as type: Value.Type = Value.self) -> Value {
        guard let value = value as? Value else {
            preconditionFailure("a value with the kind of \(type) has another type")
        }
        return value
    }

    /// Returns the text of a string, a number or a bool; `nil` for any other value.
    static func scalarText(_ value: Any) -> String? {
        switch AnyValueKind(of: type(of: value)) {
        case .string, .otherString: text(of: value)
        case .bool: "\(self.value(value, as: Bool.self))"
        case .number where self.value(value, as: NSNumber.self).isBool:
            "\(self.value(value, as: NSNumber.self).boolValue)"
        case .number, .decimal, .int, .otherInteger, .double, .float: "\(value)"
        case .null, .wrapper, .object, .otherObject, .array, .otherArray, .nonJSON: nil
        }
    }

    static func number(of value: Any) -> ExportedScalar {
        (value as? any BinaryFloatingPoint).map { .double(Double($0)) } ?? .number("\(value)")
    }

    static func unwrapped(_ value: Any) -> Any? {
        (value as? any ValueHolder)?.content
    }
}

/// A dictionary, an array or a wrapper of a value, of any type.
protocol ValueHolder {
    static var kind: AnyValueKind { get }

    /// The dictionary; the elements of the array; the wrapped value, if there is one.
    var content: Any? { get }
}

extension Dictionary: ValueHolder {
    static var kind: AnyValueKind { .otherObject }
    var content: Any? { self }
}

extension ValueHolder where Self: Sequence {
    static var kind: AnyValueKind { .otherArray }
    var content: Any? { map { $0 as Any } }
}

extension Array: ValueHolder {}
extension ArraySlice: ValueHolder {}
extension ContiguousArray: ValueHolder {}

extension Optional: ValueHolder {
    static var kind: AnyValueKind { .wrapper }
    var content: Any? { self }
}

extension AnyHashable: ValueHolder {
    static var kind: AnyValueKind { .wrapper }
    var content: Any? { base }
}

/// Quotations of values in error messages, spelled like JSON text.
extension TokenExcerpt {
    /// Arrays and objects are quoted by their opening bracket, not as a whole.
    static let openingBrace = "'{'"
    static let openingBracket = "'['"

    /// Returns the quotation of a value.
    static func describe(_ value: Any) -> String { TokenExcerpt(Array(text(value).utf8).span).description }

    private static func text(_ value: Any) -> String {
        switch AnyValueKind(of: type(of: value)) {
        // The excerpt has no room for more scalars.
        case .string, .otherString:
            JSONText { $0.put(String(AnyValueKind.text(of: value).unicodeScalars.prefix(limit))) }.text
        case .bool: value as? Bool == true ? "true" : "false"
        case .number: ExportedScalar(AnyValueKind.value(value, as: NSNumber.self)).text
        case .float: AnyValueKind.number(of: value).text
        case .int, .double, .otherInteger, .decimal: "\(value)"
        case .object, .otherObject: "{"
        case .array, .otherArray: "["
        case .null: "null"
        case .wrapper: AnyValueKind.unwrapped(value).map { text($0) } ?? "null"
        case .nonJSON: "\(type(of: value))"
        }
    }
}

extension ExportedScalar {
    /// Creates the scalar for a number or a bool of Foundation.
    init(_ number: NSNumber) {
        if number.isBool {
            self = .bool(number.boolValue)
        } else if number.isDecimal {
            self = .decimal(number.decimalValue)
        } else {
            // SAFETY: `objCType` points to a C string that is never freed.
            switch UInt8(bitPattern: unsafe number.objCType.pointee) {
            case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .double(number.doubleValue)
            case UInt8(ascii: "Q"):
                self = Int(exactly: number.uint64Value).map { .integer($0) } ?? .unsigned(number.uint64Value)
            default: self = .integer(number.intValue)
            }
        }
    }

    /// The spelling of an integer; `nil` for other scalars.
    fileprivate var integerText: String? {
        switch self {
        case .integer, .unsigned: text
        case .null, .bool, .string, .double, .decimal, .number: nil
        }
    }
}

/// An iterator over the elements of an array or the members of an object.
struct ContainerIterator {
    /// The whole array or object.
    let value: Any
    let isObject: Bool

    private var members = [String: Any]().makeIterator()
    private var sortedMembers = [(key: String, value: Any)]().makeIterator()
    private let isSorted: Bool
    private var elements = [Any]().makeIterator()

    init(_ object: [String: Any], isSorted: Bool) {
        value = object
        isObject = true
        self.isSorted = isSorted
        if isSorted {
            sortedMembers = object.sorted { $0.key < $1.key }.makeIterator()
        } else {
            members = object.makeIterator()
        }
    }

    init(_ array: [Any]) {
        value = array
        isObject = false
        isSorted = false
        elements = array.makeIterator()
    }

    mutating func nextMember() -> (key: String, value: Any)? {
        isSorted ? sortedMembers.next() : members.next()
    }

    mutating func nextElement() -> Any? { elements.next() }
}

/// Errors in values that do not come from JSON text.
extension ImportError {
    static func invalidKeys(of type: String) -> ImportError {
        typeMismatch(expected: "an object with string or integer keys", found: type)
    }

    static func notFinite(_ number: ExportedScalar) -> ImportError {
        ImportError(.invalidValue, "expected a finite number, found \(number.text)")
    }
}
