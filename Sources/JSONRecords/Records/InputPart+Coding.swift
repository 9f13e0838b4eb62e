internal import Foundation

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
