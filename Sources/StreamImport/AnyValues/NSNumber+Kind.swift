internal import Foundation

/// What nothing but the class of a number tells.
extension NSNumber {
    private static let boolClass = ObjectIdentifier(type(of: NSNumber(value: true)))
    private static let decimalClass = ObjectIdentifier(NSDecimalNumber.self)

    /// Whether this is `true` or `false` rather than 1 or 0.
    var isBool: Bool { ObjectIdentifier(type(of: self)) == Self.boolClass }

    /// Whether this has more digits than it says by its encoding.
    var isDecimal: Bool { ObjectIdentifier(type(of: self)) == Self.decimalClass }
}
