internal import Foundation

/// What is in values of rare types, found out by casts.
enum ValueParts {
    /// The members of a dictionary by their keys' text; `nil` if a key is neither a string nor an integer, or if
    /// two have one text.
    static func members(of value: Any) -> [String: Any]? {
        (value as? any MembersHolder ?? value as? [AnyHashable: Any])?.members
    }

    static func elements(of value: Any) -> [Any] {
        (value as? any ElementsHolder)?.elements ?? value as? [Any] ?? []
    }

    static func text(of value: Any) -> String {
        (value as? any StringProtocol).map { String($0) } ?? value as? String ?? ""
    }

    static func number(of value: Any) -> NumberText {
        switch value {
        case let value as Float: .real(Double(value))
        case let value as CGFloat: .real(Double(value))
        default: .spelled("\(value)")
        }
    }

    static func unwrapped(_ value: Any) -> Any? {
        (value as? any ValueWrapper)?.wrappedValue
    }
}

/// A dictionary of any type.
protocol MembersHolder {
    var members: [String: Any]? { get }
}

/// An array of any type.
protocol ElementsHolder {
    var elements: [Any] { get }
}

/// A type that hides another one.
protocol ValueWrapper {
    /// What is inside, if there is something.
    var wrappedValue: Any? { get }
}

extension Dictionary: MembersHolder {
    var members: [String: Any]? {
        var members = [String: Any](minimumCapacity: count)
        for (key, value) in self {
            guard let text = Self.text(of: key), members.updateValue(value, forKey: text) == nil else {
                return nil
            }
        }
        return members
    }

    private static func text(of key: Any) -> String? {
        switch (key as? AnyHashable)?.base ?? key {
        case let text as String: text
        case let integer as any BinaryInteger: "\(integer)"
        case let number as NSNumber: NumberText(number).description
        default: nil
        }
    }
}

extension Array: ElementsHolder {
    var elements: [Any] { self }
}

extension ArraySlice: ElementsHolder {
    var elements: [Any] { Array(self) }
}

extension ContiguousArray: ElementsHolder {
    var elements: [Any] { Array(self) }
}

extension Optional: ValueWrapper {
    var wrappedValue: Any? { self }
}

extension AnyHashable: ValueWrapper {
    var wrappedValue: Any? { base }
}
