/// Eight bytes of text that are examined at once.
///
/// Each test leaves its answer in the high bit of each byte; the other bits mean nothing. Shifts carry bits from
/// byte to byte, but never into a high bit.
struct ByteWord {
    static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    private let bits: UInt64

    /// - Parameter bytes: eight bytes.
    @inline(__always)
    init(_ bytes: UnsafeRawPointer) {
        // SAFETY: as promised by the caller; eight bytes of any value are a word.
        bits = unsafe bytes.loadUnaligned(as: UInt64.self)
    }

    /// Which bytes are no part of valid UTF-8, or a control character other than white space, given the bytes
    /// one, two and three places before each.
    @inline(__always)
    func faults(behind first: ByteWord, _ second: ByteWord, _ third: ByteWord) -> UInt64 {
        let isDue = first.isAtLeastC0 | second.isAtLeastE0 | third.isAtLeastF0
        // Given that they trail, bytes differ in the two bits below those that say so.
        let isFromA0 = bits << 2
        let isFrom90 = isFromA0 | bits << 3
        let isTooShort = first.equals(0xE0) & ~isFromA0 | first.equals(0xF0) & ~isFrom90
        let isBeyond = first.equals(0xED) & isFromA0 | first.equals(0xF4) & isFrom90
        return isTrailing ^ isDue | isNoLead | isTooShort | isBeyond | isForbiddenControl
    }

    private var isTrailing: UInt64 { bits & ~(bits << 1) }
    private var isAtLeastC0: UInt64 { bits & bits << 1 }
    private var isAtLeastE0: UInt64 { isAtLeastC0 & bits << 2 }
    private var isAtLeastF0: UInt64 { isAtLeastE0 & bits << 3 }

    /// C0, C1 and F5 to FF begin no character.
    private var isNoLead: UInt64 {
        let isFrom5 = (bits & 0x0F0F_0F0F_0F0F_0F0F) &+ 0x7B7B_7B7B_7B7B_7B7B
        let isBelow2 = ~((bits & 0x1E1E_1E1E_1E1E_1E1E) &+ 0x7E7E_7E7E_7E7E_7E7E)
        return isAtLeastF0 & isFrom5 | isAtLeastC0 & ~(bits << 2) & isBelow2
    }

    private var isForbiddenControl: UInt64 {
        let isFromSpace = (bits & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x6060_6060_6060_6060
        return ~(bits | isFromSpace) & ~(equals(0x0A) | equals(0x0D) | equals(0x09))
    }

    @inline(__always)
    private func equals(_ byte: UInt8) -> UInt64 {
        let difference = bits ^ UInt64(byte) &* 0x0101_0101_0101_0101
        return ~(((difference & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F) | difference)
    }
}
