/// What a number is, for consumers that have no type for it.
package enum NumericValue: Equatable {
    /// Spelled without a fraction and an exponent.
    case integer(Int64)
    /// The nearest `Double` of a number with a fraction or an exponent.
    case real(Double)
    /// Neither could hold it: an integer of more than 64 bits, or a number that is too great or too small.
    case beyondRange

    /// Reads one number of JSON.
    package init(_ bytes: Span<UInt8>) {
        if let plain = PlainInteger(bytes), let integer = plain.int64 {
            self = .integer(integer)
            return
        }
        guard !bytes.isIntegerSpelling, let real = Double(nearestTo: bytes), real != 0 || Self.isZero(bytes)
        else {
            self = .beyondRange
            return
        }
        self = .real(real)
    }

    /// Whether there is no digit but 0 before the exponent.
    private static func isZero(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices {
            if bytes[index] | 0x20 == UInt8(ascii: "e") { return true }
            if UInt8(ascii: "1")...UInt8(ascii: "9") ~= bytes[index] { return false }
        }
        return true
    }
}

extension Span<UInt8> {
    /// Whether a number of JSON has neither a fraction nor an exponent.
    package var isIntegerSpelling: Bool {
        indices.allSatisfy { self[$0] != UInt8(ascii: ".") && self[$0] | 0x20 != UInt8(ascii: "e") }
    }
}
