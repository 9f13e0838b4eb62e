enum Zstd {
    /// Returns a frame that holds up to 255 bytes uncompressed: RFC 8878, sections 3.1.1.1 and 3.1.1.2.
    static func store(_ bytes: [UInt8]) -> [UInt8] {
        let blockHeader = bytes.count << 3 | 1
        let header = [0x28, 0xB5, 0x2F, 0xFD, 0x20, UInt8(bytes.count)]
        return header + (0..<3).map { UInt8(truncatingIfNeeded: blockHeader >> ($0 * 8)) } + bytes
    }
}
