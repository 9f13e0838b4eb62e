import Foundation

/// An object as `JSONSerialization` returns it.
public typealias JSONObject = [String: Any]

extension JSONObject {
    /// The member as an integer, if it is a number.
    public func integer(_ key: String) -> Int? { (self[key] as? NSNumber)?.intValue }

    /// The member as a floating-point number, if it is a number.
    public func real(_ key: String) -> Double? { (self[key] as? NSNumber)?.doubleValue }

    /// The member as a Boolean, if it is one.
    public func bool(_ key: String) -> Bool? { (self[key] as? NSNumber)?.boolValue }

    /// The member, if it is a string.
    public func text(_ key: String) -> String? { self[key] as? String }

    /// The member, if it is an object.
    public func object(_ key: String) -> JSONObject? { self[key] as? JSONObject }

    /// The strings in the member, if it is an array.
    public func texts(_ key: String) -> [String] { self[key] as? [String] ?? [] }

    /// The numbers in the member, if it is an array.
    public func numbers(_ key: String) -> [NSNumber] { self[key] as? [NSNumber] ?? [] }
}
