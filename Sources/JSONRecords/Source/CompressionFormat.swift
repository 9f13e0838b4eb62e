/// A way of compressing that is recognised by the first bytes, whatever the file is called.
enum CompressionFormat: String {
    case gzip
    case zstd

    /// What the first bytes say.
    enum Detection: Equatable {
        /// More bytes are needed to tell; ``CompressionFormat/magicLength`` are always enough.
        case undecided
        case plain
        case compressed(CompressionFormat)
    }

    /// The longest magic number.
    static let magicLength = 4

    /// Whether an input that starts with this byte may be compressed. No JSON text starts with such a byte.
    static func mayBegin(with first: UInt8?) -> Bool {
        guard let first else { return false }
        return magics.contains { $0.bytes[0].contains(first) }
    }

    /// What the input that starts with these bytes is. Bytes after the magic number do not matter.
    static func of(_ start: [UInt8]) -> Detection {
        for magic in magics {
            let count = min(start.count, magic.bytes.count)
            guard start.prefix(count).elementsEqual(magic.bytes.prefix(count), by: { $1.contains($0) }) else {
                continue
            }
            return count == magic.bytes.count ? .compressed(magic.format) : .undecided
        }
        return .plain
    }

    /// What each byte of a magic number may be. No input fits two of them.
    private static let magics: [(bytes: [ClosedRange<UInt8>], format: CompressionFormat)] = [
        ([0x1F...0x1F, 0x8B...0x8B], .gzip),
        ([0x28...0x28, 0xB5...0xB5, 0x2F...0x2F, 0xFD...0xFD], .zstd),
        // A skippable frame, which other data of the archiver's may precede the first real one.
        ([0x50...0x5F, 0x2A...0x2A, 0x4D...0x4D, 0x18...0x18], .zstd),
    ]

    /// Makes what undoes this format.
    func makeInflater() throws(ImportError) -> any Inflater {
        switch self {
        case .gzip: try GzipInflater()
        case .zstd: try ZstdInflater()
        }
    }
}
