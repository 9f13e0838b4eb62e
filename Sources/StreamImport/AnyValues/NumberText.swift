internal import Foundation

/// A number of Swift or Foundation, with its JSON spelling.
enum NumberText {
    case integer(Int)
    case unsigned(UInt64)
    case double(Double)
    /// The spelling of a number of any other type.
    case spelled(String)

    init(_ number: NSNumber) {
        // SAFETY: `objCType` points to a C string that is never freed.
        switch UInt8(bitPattern: unsafe number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .double(number.doubleValue)
        case UInt8(ascii: "Q"):
            self = Int(exactly: number.uint64Value).map { .integer($0) } ?? .unsigned(number.uint64Value)
        default: self = .integer(number.intValue)
        }
    }

    /// The spelling of an integer; `nil` for other numbers, which have several spellings.
    var integerText: String? {
        switch self {
        case .integer, .unsigned: description
        case .double, .spelled: nil
        }
    }

    /// Calls `body` with the spelling, which is valid only during the call.
    func withText<Result>(_ body: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
        var text = description
        // SAFETY: `withUTF8` keeps the bytes valid for the call. A number has at least one byte.
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
