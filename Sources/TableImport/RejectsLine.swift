internal import Foundation
internal import JSONRecords

/// A line of a rejects file. Its members are sorted, so that the text is the last one:
///
///     {"cause":"expected …","column":19,"end":177,"input":"/data/a.json","line":3,"path":"$.id","record":3,"start":158,"text":"{…}"}
struct RejectsLine: Encodable {
    private let cause: String
    private let column: Int?
    private let end: Int
    private let input: String
    private let line: Int?
    private let path: String?
    private let record: Int
    private let start: Int

    /// The number of bytes at which a text is written in pieces.
    static let longTextBytes = 64 << 10
    /// The bytes with which each line begins.
    static let start = Array(#"{"cause":""#.utf8)
    /// The bytes before and after the text.
    static let textStart = Array(#","text":""#.utf8)
    static let textEnd = Array(#"""#.utf8)
    /// The bytes after the last member.
    static let end = Array("}\n".utf8)

    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return encoder
    }()

    /// - Parameter input: the full path of the input, or `-`.
    init(_ rejected: RejectedRecord, input: String) {
        let error = rejected.error
        cause = error.message
        (column, line) = (error.location?.column, error.location?.line)
        (start, end) = (rejected.byteRange.lowerBound, rejected.byteRange.upperBound)
        self.input = input
        path = error.path?.description
        record = rejected.number
    }

    /// The members without the text, and without the closing brace.
    var encoded: [UInt8] {
        guard let object = try? Self.encoder.encode(self) else {
            preconditionFailure("strings and integers have a JSON form")
        }
        return Array(object.dropLast())
    }
}

/// The contents of a JSON string for a text, in pieces of some kilobytes: the text may be long. U+FFFD replaces bytes
/// that are not UTF-8.
struct EscapedPieces: ~Escapable {
    private let text: Span<UInt8>
    private var position = 0

    private static let pieceBytes = 8 << 10

    @_lifetime(copy text)
    init(of text: Span<UInt8>) {
        self.text = text
    }

    /// Appends the next piece to a buffer. Returns `false` if the text has no further piece.
    mutating func appendNext(to buffer: inout [UInt8]) -> Bool {
        guard position < text.count else { return false }
        let end = endOfPiece
        String(repairing: text.extracting(position..<end)).withUTF8Span {
            CompactJSON.append(contentsOf: $0, to: &buffer)
        }
        position = end
        return true
    }

    /// The end of the piece at `position`: a byte that begins a character, or the fourth of four trailing bytes, which
    /// is not part of one.
    private var endOfPiece: Int {
        var end = min(position + Self.pieceBytes, text.count)
        let latest = end
        while end < text.count, end > latest - 3, text[end] & 0xC0 == 0x80 { end -= 1 }
        return end < text.count && text[end] & 0xC0 == 0x80 ? latest : end
    }
}
