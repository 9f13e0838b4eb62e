internal import Foundation

/// Properties of a number that only its class reveals.
extension NSNumber {
    private static let boolClass = ObjectIdentifier(type(of: NSNumber(value: true)))
    private static let decimalClass = ObjectIdentifier(NSDecimalNumber.self)

    /// Whether this is `true` or `false` rather than 1 or 0.
    var isBool: Bool { ObjectIdentifier(type(of: self)) == Self.boolClass }

    /// Whether this is an `NSDecimalNumber`, which may have more digits than its `objCType` implies.
    var isDecimal: Bool { ObjectIdentifier(type(of: self)) == Self.decimalClass }
}
