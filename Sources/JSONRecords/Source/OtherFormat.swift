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
    case bson
    case avro
    case snappy
    /// The format of files `.lzma`, which precedes xz.
    case lzma
    /// Compressed data in compressed data.
    case gzip
    case gitLFS
    // Recognized after a syntax error, by the text of the first lines.
    case javaScript
    case jsonp
    case guardedJSON
    case serverSentEvents
    case csv
    case prefixedJSON
    /// Lines of a log, whose prefixes may have brackets.
    case loggedObjects
    case yaml
    case python
    case commentedJSON
    case linesWithCommas

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
        // Of all magic numbers, only markup begins with this byte.
        let isMarkup = start[0] == UInt8(ascii: "<")
        for magic in magics {
            let count = min(start.count, magic.bytes.count)
            let matches = (0..<count).allSatisfy {
                let isUppercase = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= start[$0]
                return (isMarkup && isUppercase ? start[$0] | 0x20 : start[$0]) == magic.bytes[$0]
            }
            guard matches else { continue }
            if count == magic.bytes.count { return .found(magic.format) }
            isPrefix = true
        }
        if isPrefix, !isAtEnd { return .undecided }
        if isBSON(start) { return .found(.bson) }
        let mayBeBSON = start[0] >= 0x80 || start.firstIndex(of: 0) != nil
        if mayBeBSON, start.count < 6, !isAtEnd { return .undecided }
        return detectTar(in: start, isAtEnd: isAtEnd)
    }

    /// Returns whether the text begins like a document of BSON: with its size, of four bytes, the type of its first member, and
    /// the key of this member. A size that is also a line or a number of a JSON text does not begin a document.
    static func isBSON(_ start: Span<UInt8>) -> Bool {
        start.count > 5 && start[0] > 5 && start[2] < 0x10 && start[3] == 0 && 1...0x13 ~= start[4]
            && 0x20..<0x7F ~= start[5] && (start[0] >= 0x80 || mayBeTar(start.extracting(first: 3)))
    }

    /// Returns the format that only the extension of a file's name tells.
    init?(extensionOf name: String) {
        guard name.lowercased().hasSuffix(".br") else { return nil }
        self = .brotli
    }

    /// The first bytes of the formats. Those of markup are in lower case; upper case matches too.
    private static let magics: [(bytes: [UInt8], format: OtherFormat)] = [
        ([0x50, 0x4B, 0x03, 0x04], .zip),
        ([0x50, 0x4B, 0x05, 0x06], .zip),
        ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .sevenZip),
        (Array("PAR1".utf8), .parquet),
        (Array("SQLite format 3\0".utf8), .sqlite),
        (Array("Obj\u{1}".utf8), .avro),
        ([0xFF, 0x06, 0x00, 0x00] + Array("sNaPpY".utf8), .snappy),
        ([0x5D, 0x00, 0x00], .lzma),
        ([0x1F, 0x8B, 0x08], .gzip),
        (Array("version https://git-lfs.".utf8), .gitLFS),
        (Array("<!doctype html".utf8), .html),
        (Array("<html".utf8), .html),
        (Array("<head".utf8), .html),
        (Array("<body".utf8), .html),
        (Array("<?xml".utf8), .xml),
    ]
}

/// The header of a tar archive: POSIX.1-2017, pax, "ustar Interchange Format".
///
/// The header begins with the name of the first file, which is followed by NUL or by the mode, and so cannot be recognized
/// by its first bytes.
extension OtherFormat {
    private static let tarMagic = 257..<262

    /// The length of the name and the mode. The mode ends with NUL.
    private static let nameAndModeLength = 108

    /// Returns whether the text that starts with these bytes is an archive.
    private static func detectTar(in start: Span<UInt8>, isAtEnd: Bool) -> Detection {
        guard mayBeTar(start) else { return .none }
        guard start.count >= tarMagic.upperBound else { return isAtEnd ? .none : .undecided }
        return start.extracting(tarMagic).equals("ustar") ? .found(.tar) : .none
    }

    /// Returns whether the bytes may be those of the header of an archive.
    ///
    /// If they contain the first line of a text, they are not, so that a record is not delayed until the next line arrives.
    private static func mayBeTar(_ start: Span<UInt8>) -> Bool {
        let mayBeScalar = "-0123456789tfn".utf8.contains(start[0])
        for index in 0..<min(start.count, nameAndModeLength) {
            let byte = start[index]
            if byte == 0 { return true }
            if byte == UInt8(ascii: "\n") || mayBeScalar && endsScalar(byte) { return false }
        }
        return start.count < nameAndModeLength
    }

    /// Returns whether a number, `true`, `false` or `null` may end before the byte.
    private static func endsScalar(_ byte: UInt8) -> Bool {
        "[]{},:\"".utf8.contains(byte) || byte.isJSONWhiteSpace
    }
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
        case .bson: "BSON"
        case .avro: "an Avro file"
        case .snappy: "Snappy data"
        case .lzma: "lzma data"
        case .gzip: "gzip data in compressed data"
        case .gitLFS: "a pointer of Git LFS in place of the file"
        case .javaScript: "JavaScript that assigns a value"
        case .jsonp: "JSONP, a call of a function"
        case .guardedJSON: "a prefix against execution as a script"
        case .serverSentEvents: "server-sent events"
        case .csv: "CSV"
        case .prefixedJSON: "lines with other columns before the JSON"
        case .loggedObjects: "lines with a prefix before an object"
        case .yaml: "YAML"
        case .python: "a value of Python in single quotes"
        case .commentedJSON: "JSON with comments"
        case .linesWithCommas: "lines that end with a comma"
        }
    }

    /// The command that turns the input into JSON; `nil` for text that is nearly JSON, and for a page that is not the dump.
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
        case .bson: InputConversion("convert it to JSON", "bsondump FILE")
        case .avro: InputConversion("convert it to JSON", "avro-tools tojson FILE")
        case .snappy: InputConversion("decompress it", "snzip -dc FILE")
        case .lzma: InputConversion("decompress it", "xz --format=lzma -dc FILE")
        case .gzip: InputConversion("decompress it", "zcat FILE")
        case .gitLFS: InputConversion("fetch the file", "git lfs smudge < FILE")
        case .javaScript, .jsonp, .guardedJSON, .commentedJSON, .linesWithCommas: nil
        case .serverSentEvents:
            InputConversion("select the data", "sed -n -e '/^data: *\\[DONE]/d' -e 's/^data: *//p' FILE")
        case .csv:
            InputConversion(
                "convert it to JSON",
                "sqlite3 -json :memory: '.import --csv /dev/stdin t' 'SELECT * FROM t' < FILE")
        case .prefixedJSON: InputConversion("select the JSON", "sed 's/^[^{[]*//' FILE")
        case .loggedObjects: InputConversion("select the objects", "sed 's/^[^{]*//' FILE")
        case .yaml:
            InputConversion(
                "convert it to JSON",
                "python3 -c 'import json, sys, yaml; "
                    + "json.dump(yaml.safe_load(sys.stdin), sys.stdout, default=str)' < FILE")
        case .python:
            InputConversion(
                "convert it to JSON",
                "python3 -c 'import ast, json, sys; [print(json.dumps(ast.literal_eval(line))) for line in sys.stdin]' < FILE"
            )
        }
    }

    /// Returns whether a line ends with an object after a prefix with brackets. A pattern would take quadratic time.
    private static func hasObjectAfterBrackets(_ line: Substring) -> Bool {
        let prefix = line.prefix { $0 != "{" && $0 != "\"" }
        return prefix.contains("]") && prefix.last?.isWhitespace == true
            && prefix.last { !$0.isWhitespace } != ","
            && line.dropFirst(prefix.count).contains(#/^\{\s*["}].*\}\s*$/#)
    }

    /// Recognizes a format by the beginning of a text that is not JSON.
    init?(text: String) {
        let lines = text.split(whereSeparator: \.isNewline).lazy.filter { $0.contains { !$0.isWhitespace } }
        guard let first = lines.first else { return nil }
        let second = lines.dropFirst().first ?? ""
        let commas = first.count { $0 == "," }
        if first.contains(#/^\)\]\}'|^while *\(1\);|^for *\(;;\);/#) {
            self = .guardedJSON
        } else if first.contains(#/^\s*[\[(]?\{'/#) {
            self = .python
        } else if first.contains(#/^(data|event|id|retry|): ?\S/#), text.contains(#/(^|\n)data: ?[\[{]/#) {
            self = .serverSentEvents
        } else if first.contains(#/^(\/\*\*\/ *)?[A-Za-z_$][\w$.]*\s*\(\s*([\[{]|$)/#) {
            self = .jsonp
        } else if first.contains(#/^(export )?(var |let |const )?\s*[A-Za-z_$][\w$.\[\]"']*\s*=\s*([\[{]|$)/#)
        {
            self = .javaScript
        } else if first.contains(#/^[^{}\[\]"]*[^\s{}\[\]"][\t ]+(\{\s*["}]|\[\s*[\[{"\d\]]).*[\]}]\s*$/#) {
            self = .prefixedJSON
        } else if first.contains(#/^\[\d+[-:\/]\d[^\]]*\][\t ]/#) || Self.hasObjectAfterBrackets(first) {
            self = .loggedObjects
        } else if first.contains(#/^\s*\/\//#) {
            self = .commentedJSON
        } else if first.contains(#/^\s*\{.*\},\s*$/#), second.contains(#/^\s*\{/#) {
            self = .linesWithCommas
        } else if first == "---"
            || first.contains(#/^(- |[A-Za-z_][\w-]*:( |$))/#)
                && second.contains(#/^(- |\s+\S|[A-Za-z_][\w-]*:( |$))/#)
        {
            self = .yaml
        } else if commas > 0, first.contains(#/^["A-Za-z_][^{}\[\]:]*$/#),
            second.count(where: { $0 == "," }) >= commas
        {
            self = .csv
        } else {
            return nil
        }
    }

    /// The advice for a format without a conversion.
    var advice: String? {
        guard conversion == nil else { return nil }
        return isText
            ? "the server may have sent an error page instead of the dump: read it, and download the dump again"
            : RelaxedJSON.advice
    }
}
