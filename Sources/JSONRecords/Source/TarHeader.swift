/// The header of a tar archive: POSIX.1-2017, pax, "ustar Interchange Format".
///
/// The header begins with the name of the first file, which is followed by NUL or by the mode, and so cannot be recognized
/// by its first bytes.
enum TarHeader {
    private static let magic = Array("ustar".utf8)
    private static let magicOffset = 257

    /// The length of the name and the mode. The mode ends with NUL.
    private static let nameAndModeLength = 108

    /// Returns whether the text that starts with these bytes is an archive.
    static func detect(in start: Span<UInt8>, isAtEnd: Bool) -> OtherFormat.Detection {
        guard mayContinue(start) else { return .none }
        guard start.count >= magicOffset + magic.count else { return isAtEnd ? .none : .undecided }
        return magic.indices.allSatisfy { start[magicOffset + $0] == magic[$0] } ? .found(.tar) : .none
    }

    /// Returns whether the bytes may be those of a header.
    ///
    /// If they contain the first line of a text, they are not, so that a record is not delayed until the next line arrives.
    private static func mayContinue(_ start: Span<UInt8>) -> Bool {
        let mayBeScalar = startsScalar(start[0])
        for index in 0..<min(start.count, nameAndModeLength) {
            let byte = start[index]
            if byte == 0 { return true }
            if byte == UInt8(ascii: "\n") || mayBeScalar && endsScalar(byte) { return false }
        }
        return start.count < nameAndModeLength
    }

    private static func startsScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "t"), UInt8(ascii: "f"),
            UInt8(ascii: "n"):
            true
        default: false
        }
    }

    /// Returns whether a number, `true`, `false` or `null` may end before the byte.
    private static func endsScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","),
            UInt8(ascii: ":"), UInt8(ascii: "\""):
            true
        default: byte.isJSONWhiteSpace
        }
    }
}
