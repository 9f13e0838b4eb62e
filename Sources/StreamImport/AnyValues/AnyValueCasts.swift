internal import Foundation

/// Access by casts to the content of values of rare types.
enum AnyValueCasts {
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
        case let number as NSNumber where !number.isBool: NumberText(number).integerText
        case let key as any RawRepresentable: text(ofKey: key.rawValue)
        default: nil
        }
    }

    static func elements(of value: Any) -> [Any] {
        value as? [Any] ?? self.value(value, as: (any ElementsHolder).self).elements
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

    static func number(of value: Any) -> NumberText {
        (value as? any BinaryFloatingPoint).map { .double(Double($0)) } ?? .spelled("\(value)")
    }

    static func unwrapped(_ value: Any) -> Any? {
        (value as? any ValueWrapper)?.wrappedValue
    }
}

/// A dictionary of any type.
protocol MembersHolder {}

/// An array of any type.
protocol ElementsHolder {
    var elements: [Any] { get }
}

/// A type that wraps a value of another type.
protocol ValueWrapper {
    /// The wrapped value, if there is one.
    var wrappedValue: Any? { get }
}

extension Dictionary: MembersHolder {}

extension ElementsHolder where Self: Sequence {
    var elements: [Any] { map { $0 } }
}

extension Array: ElementsHolder {}
extension ArraySlice: ElementsHolder {}
extension ContiguousArray: ElementsHolder {}

extension Optional: ValueWrapper {
    var wrappedValue: Any? { self }
}

extension AnyHashable: ValueWrapper {
    var wrappedValue: Any? { base }
}
