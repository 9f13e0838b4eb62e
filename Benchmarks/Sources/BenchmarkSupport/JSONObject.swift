import Foundation

/// An object as `JSONSerialization` returns it.
public typealias JSONObject = [String: Any]

extension JSONObject {
    /// Returns the member as an integer; `nil` if it is not a number.
    public func integer(_ key: String) -> Int? { (self[key] as? NSNumber)?.intValue }

    /// Returns the member as a floating-point number; `nil` if it is not a number.
    public func real(_ key: String) -> Double? { (self[key] as? NSNumber)?.doubleValue }

    /// Returns the member as a Boolean; `nil` if it is neither a Boolean nor a number.
    public func bool(_ key: String) -> Bool? { (self[key] as? NSNumber)?.boolValue }

    /// Returns the member; `nil` if it is not a string.
    public func text(_ key: String) -> String? { self[key] as? String }

    /// Returns the member; `nil` if it is not an object.
    public func object(_ key: String) -> JSONObject? { self[key] as? JSONObject }

    /// Returns the member; empty if it is not an array of objects.
    public func objects(_ key: String) -> [JSONObject] { self[key] as? [JSONObject] ?? [] }

    /// Returns the member; empty if it is not an array of strings.
    public func texts(_ key: String) -> [String] { self[key] as? [String] ?? [] }

    /// Returns the member; empty if it is not an array of numbers.
    public func numbers(_ key: String) -> [NSNumber] { self[key] as? [NSNumber] ?? [] }
}
