extension UInt8 {
    /// Whether the byte is JSON white space (RFC 8259, section 2).
    package var isJSONWhiteSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
