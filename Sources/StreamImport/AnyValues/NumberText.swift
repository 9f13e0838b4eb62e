internal import Foundation

/// A number of Swift or Foundation, and how JSON spells it.
enum NumberText {
    case integer(Int)
    case unsigned(UInt64)
    case double(Double)
    /// Of any other type.
    case spelled(String)

    init(_ number: NSNumber) {
        // SAFETY: the encoding of a number's type is text that lives for ever.
        switch UInt8(bitPattern: unsafe number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .double(number.doubleValue)
        case UInt8(ascii: "Q"):
            self = Int(exactly: number.uint64Value).map { .integer($0) } ?? .unsigned(number.uint64Value)
        default: self = .integer(number.intValue)
        }
    }

    /// The digits of a whole number that has no other spelling.
    var integerText: String? {
        switch self {
        case .integer, .unsigned: description
        case .double, .spelled: nil
        }
    }

    /// Calls `body` with the spelling, which is gone afterwards.
    @inline(__always)
    func withText<Result>(_ body: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
        var text = description
        // SAFETY: the bytes are lent for the call; a number has at least one.
        return text.withUTF8 { unsafe body($0.baseAddress!, $0.count) }
    }
}

extension NumberText: CustomStringConvertible {
    var description: String {
        switch self {
        case .integer(let value): value.description
        case .unsigned(let value): value.description
        case .double(let value): value.description
        case .spelled(let text): text
        }
    }
}
