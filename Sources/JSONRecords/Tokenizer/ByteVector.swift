/// Sixteen bytes of text that are examined at once.
///
/// Bytes are taken for signed numbers, so that those of ASCII are not negative. Comparisons of signed lanes with a
/// vector are the ones that the compiler turns into single instructions.
struct ByteVector {
    typealias Lanes = SIMD16<Int8>
    typealias Mask = SIMDMask<Lanes>

    static let count = Lanes.scalarCount

    private let lanes: Lanes

    /// - Parameter bytes: sixteen bytes.
    @inline(__always)
    init(_ bytes: UnsafeRawPointer) {
        // SAFETY: as promised by the caller; bytes of any value are a vector.
        lanes = unsafe bytes.loadUnaligned(as: Lanes.self)
    }

    /// Whether a mask is set anywhere.
    @inline(__always)
    static func any(_ mask: Mask) -> Bool {
        // SAFETY: a mask has the size of its vector, each lane of it all ones or all zeros.
        unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self) != .zero
    }

    /// The first byte for which a mask is set.
    @inline(__always)
    static func first(_ mask: Mask) -> Int? {
        // SAFETY: as above.
        let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        if halves[0] != 0 { return halves[0].trailingZeroBitCount / 8 }
        return halves[1] == 0 ? nil : 8 + halves[1].trailingZeroBitCount / 8
    }

    /// Which bytes end a string or begin an escape.
    var endsPlainText: Mask {
        @inline(__always) get {
            (lanes .== Self.all(UInt8(ascii: "\""))) .| (lanes .== Self.all(UInt8(ascii: "\\")))
                .| (lanes .== Self.all(0x0A))
        }
    }

    /// Which bytes are neither printable ASCII nor white space.
    var isControlOrNonASCII: Mask {
        @inline(__always) get {
            lanes .< Self.all(0x20)
                .& .!((lanes .== Self.all(0x0A)) .| (lanes .== Self.all(0x0D)) .| (lanes .== Self.all(0x09)))
        }
    }

    /// Which bytes are neither part of valid UTF-8 nor white space, given the vectors that begin one, two and
    /// three bytes before this one (Unicode 16, table 3-7).
    @inline(__always)
    func invalidBytes(after first: ByteVector, _ second: ByteVector, _ third: ByteVector) -> Mask {
        let isTrailing = lanes .< Self.all(0xC0)
        let expectsTrailing = first.isAtLeast(0xC0) .| second.isAtLeast(0xE0) .| third.isAtLeast(0xF0)
        let isInvalidLead = isAtLeast(0xC0) .& (lanes .< Self.all(0xC2)) .| isAtLeast(0xF5)
        let isBelowA0 = lanes .< Self.all(0xA0)
        let isBelow90 = lanes .< Self.all(0x90)
        let isOverlong = first.equals(0xE0) .& isBelowA0 .| first.equals(0xF0) .& isBelow90
        let isSurrogateOrTooLarge = first.equals(0xED) .& .!isBelowA0 .| first.equals(0xF4) .& .!isBelow90
        let isControl = isASCII .& isControlOrNonASCII
        return isTrailing .^ expectsTrailing .| isInvalidLead .| isOverlong .| isSurrogateOrTooLarge
            .| isControl
    }

    private var isASCII: Mask {
        @inline(__always) get { lanes .>= Self.all(0) }
    }

    /// Which bytes are at least one that is not ASCII.
    @inline(__always)
    private func isAtLeast(_ byte: UInt8) -> Mask {
        (lanes .>= Self.all(byte)) .& (lanes .< Self.all(0))
    }

    @inline(__always)
    private func equals(_ byte: UInt8) -> Mask { lanes .== Self.all(byte) }

    @inline(__always)
    private static func all(_ byte: UInt8) -> Lanes { Lanes(repeating: Int8(bitPattern: byte)) }
}
