/// A format other than JSON, which is recognized by the first bytes of the text.
///
/// ``CompressionFormat`` has the formats that are inflated. A text that begins with `{`, `[`, `"` or a record separator
/// is not examined.
enum OtherFormat: CaseIterable {
    /// Not recognized by its bytes, but by the extension of the file.
    case brotli
    case zip
    case sevenZip
    case tar
    case parquet
    case sqlite
    case html
    case xml

    /// The result of examining the first bytes.
    enum Detection: Equatable {
        /// More bytes are needed to decide.
        case undecided
        case none
        case found(OtherFormat)
    }

    /// Returns the format of the text that starts with these bytes.
    ///
    /// - Parameters:
    ///   - start: the bytes of the text that have arrived, from the first byte that is not white space.
    ///   - isAtEnd: whether the text has no more bytes than these.
    static func detect(in start: Span<UInt8>, isAtEnd: Bool) -> Detection {
        guard start.count > 0 else { return .none }
        switch start[0] {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), 0x1E: return .none
        default: return detectMagic(in: start, isAtEnd: isAtEnd)
        }
    }

    private static func detectMagic(in start: Span<UInt8>, isAtEnd: Bool) -> Detection {
        var isPrefix = false
        for magic in magics {
            let count = min(start.count, magic.bytes.count)
            guard (0..<count).allSatisfy({ magic.matches(start[$0], at: $0) }) else { continue }
            if count == magic.bytes.count { return .found(magic.format) }
            isPrefix = true
        }
        if isPrefix, !isAtEnd { return .undecided }
        return TarHeader.detect(in: start, isAtEnd: isAtEnd)
    }

    /// Returns the format that only the extension of a file's name tells.
    init?(extensionOf name: String) {
        guard name.lowercased().hasSuffix(".br") else { return nil }
        self = .brotli
    }

    /// The first bytes of a format.
    private struct Magic {
        let bytes: [UInt8]
        let format: OtherFormat
        var ignoresCase = false

        init(_ bytes: [UInt8], _ format: OtherFormat) {
            (self.bytes, self.format) = (bytes, format)
        }

        /// - Parameter markup: the text in lower case; the text in upper case matches too.
        init(markup: String, _ format: OtherFormat) {
            (bytes, self.format, ignoresCase) = (Array(markup.utf8), format, true)
        }

        func matches(_ byte: UInt8, at index: Int) -> Bool {
            let isUppercase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            return (ignoresCase && isUppercase ? byte | 0x20 : byte) == bytes[index]
        }
    }

    private static let magics = [
        Magic([0x50, 0x4B, 0x03, 0x04], .zip),
        Magic([0x50, 0x4B, 0x05, 0x06], .zip),
        Magic([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .sevenZip),
        Magic(Array("PAR1".utf8), .parquet),
        Magic(Array("SQLite format 3\0".utf8), .sqlite),
        Magic(markup: "<!doctype html", .html),
        Magic(markup: "<html", .html),
        Magic(markup: "<head", .html),
        Magic(markup: "<body", .html),
        Magic(markup: "<?xml", .xml),
    ]
}

extension OtherFormat {
    /// Whether the format is text, so that a line of it may occur among lines of JSON.
    var isText: Bool { self == .html || self == .xml }

    /// The name of the format, with its article.
    var name: String {
        switch self {
        case .brotli: "brotli data"
        case .zip: "a zip archive"
        case .sevenZip: "a 7z archive"
        case .tar: "a tar archive"
        case .parquet: "a Parquet file"
        case .sqlite: "an SQLite database"
        case .html: "an HTML page"
        case .xml: "XML"
        }
    }

    /// The command that turns the input into JSON; `nil` for a page that is not the dump.
    var conversion: InputConversion? {
        switch self {
        case .brotli: InputConversion("decompress it", "brotli -dc FILE")
        case .zip: InputConversion("extract its files", "unzip -p FILE")
        case .sevenZip: InputConversion("extract its files", "7z x -so FILE")
        case .tar: InputConversion("extract its files", "tar -xOf FILE")
        case .parquet:
            InputConversion("convert it to JSON", "duckdb -jsonlines -c \"FROM read_parquet('FILE')\"")
        case .sqlite: InputConversion("print a table as JSON", "sqlite3 -json FILE 'SELECT * FROM name'")
        case .html, .xml: nil
        }
    }

    /// The advice for a format without a conversion.
    var advice: String? {
        conversion == nil
            ? "the server may have sent an error page instead of the dump: read it, and download the dump again"
            : nil
    }
}
