internal import Foundation

/// A number of Swift or Foundation, and how JSON spells it.
enum NumberText {
    case integer(Int)
    case unsigned(UInt64)
    case real(Double)
    /// Of any other type.
    case spelled(String)

    init(_ number: NSNumber) {
        // SAFETY: the encoding of a number's type is text that lives for ever.
        switch UInt8(bitPattern: unsafe number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .real(number.doubleValue)
        case UInt8(ascii: "Q"):
            self = Int(exactly: number.uint64Value).map { .integer($0) } ?? .unsigned(number.uint64Value)
        default: self = .integer(number.intValue)
        }
    }

    /// The digits of a whole number that has no other spelling.
    var integerText: String? {
        switch self {
        case .integer, .unsigned: description
        case .real, .spelled: nil
        }
    }

    /// Calls `body` with the spelling, which is gone afterwards.
    @inline(__always)
    func withText<Result>(_ body: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
        switch self {
        case .integer(let value):
            unsafe Self.withDigits(of: value.magnitude, isNegative: value < 0, body)
        case .unsigned(let value): unsafe Self.withDigits(of: UInt(value), isNegative: false, body)
        case .real(let value): unsafe Self.withBytes(of: value.description, body)
        case .spelled(let text): unsafe Self.withBytes(of: text, body)
        }
    }

    /// Writes digits on the stack.
    private static func withDigits<Result>(
        of magnitude: UInt, isNegative: Bool, _ body: (UnsafePointer<UInt8>, Int) -> Result
    ) -> Result {
        let capacity = 20
        // SAFETY: a sign and the digits of 64 bits take at most 20 bytes, which are written from the end.
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            var (start, rest) = (capacity, magnitude)
            repeat {
                start -= 1
                unsafe buffer.initializeElement(at: start, to: UInt8(ascii: "0") + UInt8(rest % 10))
                rest /= 10
            } while rest > 0
            if isNegative {
                start -= 1
                unsafe buffer.initializeElement(at: start, to: UInt8(ascii: "-"))
            }
            return unsafe body(UnsafePointer(buffer.baseAddress! + start), capacity - start)
        }
    }

    private static func withBytes<Result>(
        of text: String, _ body: (UnsafePointer<UInt8>, Int) -> Result
    ) -> Result {
        var text = text
        // SAFETY: the bytes are lent for the call; a number has at least one.
        return text.withUTF8 { unsafe body($0.baseAddress!, $0.count) }
    }
}

extension NumberText: CustomStringConvertible {
    var description: String {
        switch self {
        case .integer(let value): value.description
        case .unsigned(let value): value.description
        case .real(let value): value.description
        case .spelled(let text): text
        }
    }
}
