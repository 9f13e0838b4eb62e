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
    fileprivate static let magicLength = 6

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

/// A source that inflates its input if the first bytes are those of a compressed format.
///
/// Uncompressed input is read directly into the caller's buffer.
package final class CompressionDetectingSource: ByteSource {
    private enum State {
        /// The first bytes so far, too few to decide.
        case sniffing([UInt8])

        /// Not compressed: returns these bytes, and then, unless they end the input, the bytes of `upstream`.
        case returning(ArraySlice<UInt8>, endsInput: Bool)

        case reading(any ByteSource)
        case ended
    }

    /// The maximum size of a window of compressed data, in bytes, unless it is chosen. That of the program zstd.
    package static var defaultWindowBytes: Int { 128 << 20 }
    /// The sizes that can be chosen. The upper bound is that of libzstd.
    package static var windowSizes: ClosedRange<Int> { 1 << 20...1 << 31 }

    private let upstream: any ByteSource
    private let maximumWindowBytes: Int
    private var state = State.sniffing([])

    package var bytesRead: Int { upstream.bytesRead }
    package var totalBytes: Int? { upstream.totalBytes }

    /// The number of bytes that were read but not returned, because they may be the first ones of a compressed format.
    var undecidedCount: Int {
        if case .sniffing(let start) = state { start.count } else { 0 }
    }

    /// Creates a source that reads `upstream`, and inflates it if it is compressed.
    package init(_ upstream: any ByteSource, maximumWindowBytes: Int = defaultWindowBytes) {
        self.upstream = upstream
        self.maximumWindowBytes = maximumWindowBytes
    }

    package func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        while true {
            switch state {
            case .sniffing(let start):
                guard try sniff(start) else { return .needMoreData }
            case .returning(let start, let endsInput):
                let count = buffer.append(prefixOf: start)
                let unreturned = start.dropFirst(count)
                if !unreturned.isEmpty {
                    state = .returning(unreturned, endsInput: endsInput)
                } else {
                    state = endsInput ? .ended : .reading(upstream)
                }
                return .bytes(count)
            case .reading(let source):
                return try source.read(into: &buffer)
            case .ended:
                return .end
            }
        }
    }

    /// Examines the first bytes, or reads more of them.
    ///
    /// - Returns: whether reading can continue now; if not, the caller must await the next chunk.
    private func sniff(_ start: [UInt8]) throws(ImportError) -> Bool {
        switch CompressionFormat.detect(in: start) {
        case .compressed(let format):
            state = .reading(
                try InflatedSource(upstream, format, start: start, maximumWindowBytes: maximumWindowBytes))
            return true
        case .plain:
            state = .returning(start[...], endsInput: false)
            return true
        case .undecided: break
        }
        var next = [UInt8](repeating: 0, count: CompressionFormat.magicLength - start.count)
        switch try upstream.read(into: &next) {
        case .bytes(let count): state = .sniffing(start + next.prefix(count))
        case .needMoreData: return false
        case .end: state = start.isEmpty ? .ended : .returning(start[...], endsInput: true)
        }
        return true
    }
}
