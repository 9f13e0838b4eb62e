internal import Foundation

/// What is in values of rare types, found out by casts.
enum AnyValueCasts {
    /// The members of a dictionary by their keys' text; `nil` if a key is neither a string nor an integer nor has such a raw
    /// value, or if two have one text.
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

    /// The value as what its kind says that it is.
    static func value<Value>(_ value: Any, as type: Value.Type = Value.self) -> Value {
        guard let value = value as? Value else {
            preconditionFailure("a value of another type has the kind of a \(type)")
        }
        return value
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

/// A type that hides another one.
protocol ValueWrapper {
    /// What is inside, if there is something.
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
