internal import Foundation
internal import SystemPackage

/// A part of an input: consecutive records that are read without the text before and after them.
///
///     let parts = try StreamImporter.objects(decoding: InputPart.self, from: manifest).collect()
///     let repos = StreamImporter.objects(of: Repo.self, from: parts[16])
///
/// `stream-import split` divides inputs into parts, and prints a manifest: a line with a JSON object for each part. The
/// records of all parts of an input, in order, are the records of the input: the same values, numbers, locations and errors.
///
/// A file that has changed since it was divided is an error of the import: ``ImportError/Code/inputChanged``.
public struct InputPart: Sendable, Hashable {
    /// The version of the JSON objects of parts.
    public static let version = 1

    /// The number of the part, counted from 1. Parts of several inputs that are to be read together have the same number.
    public var number: Int
    /// The path of the file.
    public var input: String
    /// The properties of the file by which a reader recognizes the file.
    public var fingerprint: InputFingerprint
    /// The division of the text into records. Not ``ImportFormat/automatic``, unless the part begins with the input.
    public var format: ImportFormat
    /// The path of the records; the root by default. Without wildcards, unless the part begins with the input.
    public var path: JSONPath
    /// The range of the part in the file, in bytes. A compressed file is one part, with a range of compressed bytes.
    public var byteRange: Range<Int>
    /// The number of the first record, counted from 1 in the whole input.
    public var firstRecord: Int
    /// The number of records; `nil` if it is not known.
    public var recordCount: Int?
    /// The line of the first byte, counted from 1.
    public var line: Int
    /// The column of the first byte, counted in bytes from 1.
    public var column: Int

    /// Creates a part; by default, the whole of an input.
    public init(
        number: Int = 1, of input: String, _ fingerprint: InputFingerprint, format: ImportFormat = .automatic,
        path: JSONPath = JSONPath(), byteRange: Range<Int>? = nil, firstRecord: Int = 1,
        recordCount: Int? = nil,
        line: Int = 1, column: Int = 1
    ) {
        self.number = number
        self.input = input
        self.fingerprint = fingerprint
        self.format = format
        self.path = path
        self.byteRange = byteRange ?? 0..<max(fingerprint.size, 0)
        self.firstRecord = firstRecord
        self.recordCount = recordCount
        self.line = line
        self.column = column
    }

    /// Checks the part.
    ///
    /// - Throws: ``ImportError/Code/invalidPart``.
    func validate() throws(ImportError) {
        guard (1...Self.maximum).contains(number) else {
            throw .invalidPart("part", expected: "a number from 1 on")
        }
        guard byteRange.lowerBound >= 0, byteRange.upperBound <= min(fingerprint.size, Self.maximum) else {
            throw .invalidPart("start and end", expected: "a range of the input's \(fingerprint.size) bytes")
        }
        guard (1...Self.maximum).contains(firstRecord), (0...Self.maximum).contains(recordCount ?? 0),
            (1...Self.maximum).contains(line), (1...byteRange.lowerBound + 1).contains(column)
        else {
            throw .invalidPart("record, records, line and column", expected: "numbers from 1 on")
        }
        guard !beginsWithInput else {
            guard firstRecord == 1, line == 1, column == 1 else {
                throw .invalidPart(
                    "record, line and column", expected: "1, because the input begins with the part,")
            }
            return
        }
        // The format and the path determine the state in which a reader begins.
        guard format != .automatic else {
            throw .invalidPart("format", expected: "json, lines, sequence or json-seq")
        }
        guard format == .json || path.components.isEmpty, !path.components.contains(.wildcard) else {
            throw .invalidPart("path", expected: "the path of one array")
        }
        for case .index(let index) in path.components where index > Self.maximum {
            throw .invalidPart("path", expected: "an index that an array can have")
        }
    }

    /// The maximum of each number, so that the sum of two does not overflow.
    private static let maximum = 1 << 60

    private var beginsWithInput: Bool { byteRange.lowerBound == 0 }
    private var endsWithInput: Bool { byteRange.upperBound == fingerprint.size }
    var isWholeInput: Bool { beginsWithInput && endsWithInput }

    /// The part of the text that the part of the input has.
    var textPart: TextPart {
        var textPart = TextPart()
        if !beginsWithInput {
            let location = SourceLocation(offset: byteRange.lowerBound, line: line, column: column)
            textPart.start = Boundary(counter: LineCounter(at: location), recordNumber: firstRecord)
        }
        if !endsWithInput {
            textPart.end = (byteRange.upperBound, recordCount.map { firstRecord + $0 })
        }
        return textPart
    }

    /// The file that the part names.
    package var file: InputOrigin.Kind { .path(FilePath(input)) }

    /// Returns the origin of the bytes.
    ///
    /// - Parameter kind: another input that has the bytes, such as a copy of the file, or a pipe with the bytes of the range.
    package func origin(
        in kind: InputOrigin.Kind? = nil,
        maximumWindowBytes: Int = CompressionDetectingSource.defaultWindowBytes
    ) -> InputOrigin {
        InputOrigin(
            kind ?? file,
            range: (byteRange, fingerprint),
            maximumWindowBytes: maximumWindowBytes)
    }
}

extension RecordInput {
    /// Creates the input of the records of a part. A reader of an invalid part throws ``ImportError/Code/invalidPart``.
    ///
    /// - Parameters:
    ///   - origin: the origin of the bytes, which ``InputPart/origin(in:)`` returns.
    ///   - options: the policies and limits. The format and the path are those of the part.
    package init(_ part: InputPart, _ origin: InputOrigin, options: ReadOptions) {
        var options = options
        options.format = part.format
        self.init(origin, at: RecordPaths(part.path), part: part, options: options)
    }
}

/// The part of a text that a reader reads: by default, the whole text.
package struct TextPart: Sendable {
    /// The end of a part before the end of the text.
    ///
    /// The number is that of the first record after the part; `nil` if it is not known.
    typealias End = (offset: Int, recordNumber: Int?)

    /// The boundary at which the part begins; `nil` at the beginning of the text.
    var start: Boundary?
    /// `nil` at the end of the text.
    var end: End?

    package init() {}
}

/// A part as a line of a manifest:
///
///     {"version":1,"part":2,"input":"/data/repos.json","size":1000000000,"modified":"1795546800.123456789",
///      "firstBytes":"W3siaWQi…","format":"json","path":"data.items","start":500000017,"end":1000000000,
///      "record":160413,"line":1,"column":500000018}
extension InputPart: Codable {
    private enum CodingKeys: String, CodingKey {
        case version, part, input, size, modified, firstBytes, format, path, start, end, record, records,
            line, column
    }

    /// Reads a part from a line of a manifest. The members `record`, `line` and `column` are 1 by default, and `format`
    /// is `automatic`. Other members are ignored.
    ///
    /// - Throws: `DecodingError`, also if the version is not ``version``, or the part is invalid.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let version = try members.decode(Int.self, forKey: .version)
        guard version == Self.version else {
            throw DecodingError.dataCorruptedError(
                forKey: .version, in: members,
                debugDescription: "expected a part of version \(Self.version), found version \(version)")
        }
        let start = try members.decode(Int.self, forKey: .start)
        let end = try members.decode(Int.self, forKey: .end)
        guard start <= end else {
            throw DecodingError.dataCorruptedError(
                forKey: .end, in: members,
                debugDescription: "expected at least the start, \(start), found \(end)")
        }
        // In a pointer, a number may be a key or an index, which only the text before the part tells.
        if start > 0, let path = try members.decodeIfPresent(String.self, forKey: .path), path.hasPrefix("/"),
            path.split(separator: "/").contains(where: { Int($0) != nil })
        {
            throw DecodingError.dataCorruptedError(
                forKey: .path, in: members,
                debugDescription:
                    "expected a path with indices in brackets, such as data[0], found \"\(path)\"")
        }
        self.init(
            number: try members.decode(Int.self, forKey: .part),
            of: try members.decode(String.self, forKey: .input),
            InputFingerprint(
                size: try members.decode(Int.self, forKey: .size),
                modified: try members.decodeIfPresent(String.self, forKey: .modified),
                firstBytes: try Self.value(.firstBytes, of: members, expected: "text in Base64") {
                    Data(base64Encoded: $0).map(Array.init)
                }),
            format: try Self.value(.format, of: members, expected: "a format") { name in
                ImportFormat.allCases.first { $0.name == name }
            } ?? .automatic,
            path: try Self.value(.path, of: members, expected: "a path") { try? JSONPath($0) } ?? JSONPath(),
            byteRange: start..<end,
            firstRecord: try members.decodeIfPresent(Int.self, forKey: .record) ?? 1,
            recordCount: try members.decodeIfPresent(Int.self, forKey: .records),
            line: try members.decodeIfPresent(Int.self, forKey: .line) ?? 1,
            column: try members.decodeIfPresent(Int.self, forKey: .column) ?? 1)
        do {
            try validate()
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: error.message, underlyingError: error)
            )
        }
    }

    /// Returns the value that the text of a member represents; `nil` if the member is missing.
    private static func value<Value>(
        _ key: CodingKeys, of members: KeyedDecodingContainer<CodingKeys>, expected: String,
        _ read: (String) -> Value?
    ) throws -> Value? {
        guard let text = try members.decodeIfPresent(String.self, forKey: key) else { return nil }
        guard let value = read(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: members, debugDescription: "expected \(expected), found \"\(text)\"")
        }
        return value
    }

    /// Writes the part as a line of a manifest.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(Self.version, forKey: .version)
        try members.encode(number, forKey: .part)
        try members.encode(input, forKey: .input)
        try members.encode(fingerprint.size, forKey: .size)
        try members.encodeIfPresent(fingerprint.modified, forKey: .modified)
        try members.encodeIfPresent(
            fingerprint.firstBytes.map { Data($0).base64EncodedString() }, forKey: .firstBytes)
        try members.encode(format.name, forKey: .format)
        if !path.components.isEmpty { try members.encode(path.description, forKey: .path) }
        try members.encode(byteRange.lowerBound, forKey: .start)
        try members.encode(byteRange.upperBound, forKey: .end)
        try members.encode(firstRecord, forKey: .record)
        try members.encodeIfPresent(recordCount, forKey: .records)
        try members.encode(line, forKey: .line)
        try members.encode(column, forKey: .column)
    }
}
