/// A compression format, which is recognized by the first bytes and not by the name of the file.
enum CompressionFormat: String {
    case gzip
    case zstd
    case bzip2
    case xz
    case lz4

    /// The result of examining the first bytes.
    enum Detection: Equatable {
        /// More bytes are needed to decide; ``CompressionFormat/magicLength`` are always enough.
        case undecided
        case plain
        case compressed(CompressionFormat)
    }

    /// The length of the longest magic number, in bytes.
    static let magicLength = 6

    /// Returns whether an input that starts with this byte may be compressed. JSON text does not start with such a
    /// byte.
    static func mayBegin(with first: UInt8?) -> Bool {
        guard let first else { return false }
        return magics.contains { $0.bytes[0].contains(first) }
    }

    /// Returns the format of the input that starts with these bytes. Bytes after the magic number do not matter.
    static func detect(in start: [UInt8]) -> Detection {
        for magic in magics {
            let count = min(start.count, magic.bytes.count)
            guard start.prefix(count).elementsEqual(magic.bytes.prefix(count), by: { $1.contains($0) }) else {
                continue
            }
            return count == magic.bytes.count ? .compressed(magic.format) : .undecided
        }
        return .plain
    }

    /// The permitted values of each byte of the magic numbers. No input matches two magic numbers.
    private static let magics: [(bytes: [ClosedRange<UInt8>], format: CompressionFormat)] = [
        ([0x1F...0x1F, 0x8B...0x8B], .gzip),
        ([0x28...0x28, 0xB5...0xB5, 0x2F...0x2F, 0xFD...0xFD], .zstd),
        // The digit is the size of a block.
        ([0x42...0x42, 0x5A...0x5A, 0x68...0x68, 0x31...0x39], .bzip2),
        ([0xFD...0xFD, 0x37...0x37, 0x7A...0x7A, 0x58...0x58, 0x5A...0x5A, 0x00...0x00], .xz),
        ([0x04...0x04, 0x22...0x22, 0x4D...0x4D, 0x18...0x18], .lz4),
        // A skippable frame of zstd or lz4, which holds other data of the archiver and may precede the first real frame.
        ([0x50...0x5F, 0x2A...0x2A, 0x4D...0x4D, 0x18...0x18], .zstd),
    ]

    /// Returns whether a byte after the end of a stream may begin another stream of this format.
    func mayContinue(with first: UInt8) -> Bool {
        switch self {
        case .gzip: first == 0x1F
        case .zstd: first == 0x28 || 0x50...0x5F ~= first
        case .bzip2: first == 0x42
        case .xz: first == 0xFD
        case .lz4: first == 0x04 || 0x50...0x5F ~= first
        }
    }

    /// Returns a new inflater for this format.
    ///
    /// - Parameter maximumWindowBytes: the maximum size of the window of zstd, and of the dictionary of xz.
    func makeInflater(maximumWindowBytes: Int) throws(ImportError) -> any Inflater {
        switch self {
        case .gzip: try GzipInflater()
        case .zstd: try ZstdInflater(maximumWindowBytes: maximumWindowBytes)
        case .bzip2: try Bzip2Inflater()
        case .xz: try XzInflater(maximumWindowBytes: maximumWindowBytes)
        case .lz4: try Lz4Inflater()
        }
    }
}
