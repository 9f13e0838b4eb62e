/// Sixteen bytes of text that are examined at once.
///
/// The lanes are signed: ASCII bytes are not negative, all other bytes are. The compiler turns only comparisons of
/// signed lanes with a vector into single instructions.
struct ByteVector {
    typealias Lanes = SIMD16<Int8>
    typealias Mask = SIMDMask<Lanes>

    static let count = Lanes.scalarCount

    private let lanes: Lanes

    /// - Parameter bytes: the address of sixteen bytes.
    init(_ bytes: UnsafeRawPointer) {
        // SAFETY: the caller passes the address of sixteen bytes; bytes of any value are a valid vector.
        lanes = unsafe bytes.loadUnaligned(as: Lanes.self)
    }

    /// Loads the sixteen bytes of a text at an index.
    @inline(__always)
    init(_ text: Span<UInt8>, at index: Int) {
        precondition(index >= 0 && index <= text.count - Self.count)
        // SAFETY: the precondition keeps the bytes inside the text; bytes of any value are a valid vector.
        lanes = unsafe text.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: Lanes.self)
    }

    /// Returns whether any lane of a mask is set.
    static func any(_ mask: Mask) -> Bool {
        // SAFETY: a mask has the size of its vector, and each of its lanes is all ones or all zeros.
        unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self) != .zero
    }

    /// Returns the index of the first lane of a mask that is set; `nil` if none is.
    static func first(_ mask: Mask) -> Int? {
        // SAFETY: a mask has the size of its vector, and each of its lanes is all ones or all zeros.
        let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        if halves[0] != 0 { return halves[0].trailingZeroBitCount / 8 }
        return halves[1] == 0 ? nil : 8 + halves[1].trailingZeroBitCount / 8
    }

    /// The bytes that end a string (a quote or a line feed) or begin an escape.
    var endsPlainText: Mask {
        equals(UInt8(ascii: "\"")) .| equals(UInt8(ascii: "\\")) .| equals(0x0A) .| equals(0x1E)
    }

    /// Returns the lanes at which `\ud` or `\uD` begins. The arguments are the vectors that begin at, one byte after and
    /// two bytes after the first lane.
    static func surrogateEscapes(
        _ first: ByteVector, _ second: ByteVector, _ third: ByteVector
    ) -> Mask {
        let isLetter = third.equals(UInt8(ascii: "d")) .| third.equals(UInt8(ascii: "D"))
        return first.equals(UInt8(ascii: "\\")) .& second.equals(UInt8(ascii: "u")) .& isLetter
    }

    /// The bytes that are not ASCII, or are control characters below 0x20 other than white space.
    var isControlOrNonASCII: Mask {
        lanes .< Self.repeating(0x20) .& .!(equals(0x0A) .| equals(0x0D) .| equals(0x09))
    }

    /// Returns the bytes that are not valid UTF-8 (Unicode 16, table 3-7), or are control characters below 0x20 other
    /// than white space. The arguments are the vectors that begin one, two and three bytes before this one.
    func invalidBytes(
        after oneBefore: ByteVector, _ twoBefore: ByteVector, _ threeBefore: ByteVector
    ) -> Mask {
        let isTrailing = lanes .< Self.repeating(0xC0)
        let expectsTrailing =
            oneBefore.isAtLeast(0xC0) .| twoBefore.isAtLeast(0xE0) .| threeBefore.isAtLeast(0xF0)
        let isInvalidLead = isAtLeast(0xC0) .& (lanes .< Self.repeating(0xC2)) .| isAtLeast(0xF5)
        let isBelowA0 = lanes .< Self.repeating(0xA0)
        let isBelow90 = lanes .< Self.repeating(0x90)
        let isOverlong = oneBefore.equals(0xE0) .& isBelowA0 .| oneBefore.equals(0xF0) .& isBelow90
        let isSurrogateOrTooLarge =
            oneBefore.equals(0xED) .& .!isBelowA0 .| oneBefore.equals(0xF4) .& .!isBelow90
        let isControl = isASCII .& isControlOrNonASCII
        return isTrailing .^ expectsTrailing .| isInvalidLead .| isOverlong .| isSurrogateOrTooLarge
            .| isControl
    }

    private var isASCII: Mask { lanes .>= Self.repeating(0) }

    /// Returns the bytes that are at least `byte`, which must not be ASCII.
    private func isAtLeast(_ byte: UInt8) -> Mask {
        (lanes .>= Self.repeating(byte)) .& (lanes .< Self.repeating(0))
    }

    private func equals(_ byte: UInt8) -> Mask { lanes .== Self.repeating(byte) }

    private static func repeating(_ byte: UInt8) -> Lanes { Lanes(repeating: Int8(bitPattern: byte)) }
}
