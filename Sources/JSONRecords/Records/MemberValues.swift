/// The values that a member has in the records of an input, such as the kinds of the records.
package final class MemberValues: RecordTextReceiver {
    private let projection: MemberProjection
    private let isText: Bool
    private var member: [UInt8] = []
    private var value: String?
    private var isKnown: Set<String?> = []
    private var values: [String?] = []
    private let limit: Int

    /// The limit was exceeded.
    private struct LimitExceeded: Error {}

    private init(of key: String, asText: Bool, limit: Int) {
        projection = MemberProjection([key])
        (isText, self.limit) = (asText, limit)
    }

    /// Reads the records of an input, and returns the strings and integers that a member has in them, in the order of their first
    /// occurrence.
    ///
    /// - Parameters:
    ///   - asText: whether bools and numbers that are no integers count as strings.
    ///   - limit: the maximum number of values.
    /// - Returns: the values, with `nil` for records in which the member is something else or missing; `nil` above the limit.
    /// - Throws: ``ImportError``.
    package static func values(
        of key: String, asText: Bool = false, in input: RecordInput, limit: Int
    ) throws -> [String?]? {
        let receiver = MemberValues(of: key, asText: asText, limit: limit)
        do {
            try input.read(into: RecordTextConsumer(receiver))
        } catch is LimitExceeded {
            return nil
        }
        return receiver.values
    }

    package func receive(_ text: Span<UInt8>, at offset: Int) {
        value = nil
        member.removeAll(keepingCapacity: true)
        guard text[0] == UInt8(ascii: "{") else { return }
        projection.append(text, to: &member)
        // The last value of a duplicate key counts.
        let member = member
        let text = member.span
        let scanner = TokenScanner(text)
        var (position, previous) = (0, UInt8(0))
        var depth = 0
        while let token = scanner.token(at: position) {
            let byte = text[token.start]
            if depth == 1, previous == UInt8(ascii: ":") {
                value = kind(ofScalar: text.extracting(token.start..<token.end))
            }
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
            (position, previous) = (token.end, byte)
        }
    }

    private func kind(ofScalar text: Span<UInt8>) -> String? {
        switch text[0] {
        case UInt8(ascii: "\""):
            return Self.kind(StringSpelling(text.extracting(1..<text.count - 1)).decodedBytes.span)
        case UInt8(ascii: "n"): return nil
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return isText ? Self.kind(text) : nil
        default:
            return switch NumericValue(text) {
            case .integer(let integer) where !isText: "\(integer)"
            case .double where !isText: nil
            default: Self.kind(text)
            }
        }
    }

    /// Returns a text as the name of a kind; `nil` if it is empty, longer than 100 bytes, or looks like an array or an object.
    package static func kind(_ text: Span<UInt8>) -> String? {
        let isName = 1...100 ~= text.count && text[0] != UInt8(ascii: "{") && text[0] != UInt8(ascii: "[")
        return isName ? String(repairing: text) : nil
    }

    package func recordCompleted(_ record: borrowing CompletedRecord) throws {
        guard isKnown.insert(value).inserted else { return }
        guard values.count < limit else { throw LimitExceeded() }
        values.append(value)
    }

    package func recordDiscarded() {}
}
