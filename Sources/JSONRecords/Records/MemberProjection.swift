/// A projection of objects to some of their members, which works on the texts of the objects.
///
/// Used by one thread at a time.
package final class MemberProjection {
    private let names: KeyIndex

    /// - Parameter names: the keys of the members to keep, without escapes.
    package init(_ names: some Sequence<String>) {
        var index = KeyIndex(capacity: 16)
        for name in Set(names.map { Array($0.utf8) }) {
            index.insert(name.span)
        }
        self.names = index
    }

    deinit {
        names.free()
    }

    /// Appends an object with the members to keep of another object, in their order and spelling, without the white space
    /// outside of strings. Each occurrence of a duplicate key is appended.
    ///
    /// - Parameter object: the text of the object, which is valid JSON, and any text after it.
    package func append(_ object: Span<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        var isFirst = true
        Self.forEachMember(of: object) { range in
            let member = object.extracting(range)
            guard isKept(member) else { return }
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            CompactText.append(member, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    // MARK: - Keys

    /// Returns whether a member is to be kept. White space may precede the key; an empty object has white space
    /// instead of a member.
    private func isKept(_ member: Span<UInt8>) -> Bool {
        var start = 0
        while start < member.count, member[start].isJSONWhiteSpace { start += 1 }
        var position = start + 1
        guard let end = StringScanner(member).end(resumingAt: &position) else { return false }
        let key = member.extracting(start + 1..<end - 1)
        guard StringScanner(key).nextEscape(from: 0) == nil else {
            return names.find(StringSpelling(key).decodedBytes.span) != nil
        }
        return names.find(key) != nil
    }

    // MARK: - Members

    /// Calls `body` with the range of each member of the object with which a text begins, from the bracket or the comma before it
    /// to the one after it.
    private static func forEachMember(of object: Span<UInt8>, _ body: (Range<Int>) -> Void) {
        var strings = StringMask()
        // The number of open arrays and objects, and the position of the current member.
        var (depth, start) = (0, 0)
        object.forEachBlock { block in
            let masks = block.jsonMasks
            let outside = ~strings.next(
                quotes: masks.quotes, backslashes: masks.backslashes, count: block.count)
            let (opening, closing) = (masks.opening & outside, masks.closing & outside)
            // The block is within the value of a member.
            guard closing.nonzeroBitCount + 1 >= depth else {
                depth += opening.nonzeroBitCount - closing.nonzeroBitCount
                return true
            }
            var bits = opening | closing | masks.commas & outside
            while bits != 0 {
                let position = block.offset + bits.trailingZeroBitCount
                let bit = bits & (0 &- bits)
                bits ^= bit
                if opening & bit != 0 {
                    depth += 1
                    if depth == 1 { start = position + 1 }
                } else {
                    if depth == 1 {
                        body(start..<position)
                        start = position + 1
                    }
                    if closing & bit != 0 { depth -= 1 }
                    if depth == 0 { return false }
                }
            }
            return true
        }
    }
}

/// The values that a member has in the records of an input, such as the kinds of the records.
package final class MemberValues: RecordTextReceiver {
    private let projection: MemberProjection
    private let isText: Bool
    private var member: [UInt8] = []
    private var value: String?
    private var isKnown: Set<String?> = []
    private var values: [String?] = []
    private let limit: Int

    /// - Parameters: see ``values(of:asText:in:limit:)``.
    package init(of key: String, asText: Bool, limit: Int = 0) {
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
        } catch is StopReading {
            return nil
        }
        return receiver.values
    }

    package func receive(_ text: Span<UInt8>, at offset: Int) {
        value = text[0] == UInt8(ascii: "{") ? value(in: text) : nil
    }

    /// Returns the value that the member has in the object with which a text begins.
    package func value(in text: Span<UInt8>) -> String? {
        member.removeAll(keepingCapacity: true)
        projection.append(text, to: &member)
        let member = member
        var (cursor, value) = (JSONCursor(member.span), String?.none)
        _ = cursor.skip("{")
        // The last value of a duplicate key counts.
        while cursor.key() != nil {
            value = Self.kind(of: member.span.extracting(cursor.value()), asText: isText)
        }
        return value
    }

    /// Returns the value of a JSON text as the name of a kind; `nil` if it is none.
    ///
    /// - Parameter isText: whether bools and numbers that are no integers count as strings.
    package static func kind(of text: Span<UInt8>, asText isText: Bool) -> String? {
        switch text[0] {
        case UInt8(ascii: "\""):
            return kind(StringSpelling(text.extracting(1..<text.count - 1)).decodedBytes.span)
        case UInt8(ascii: "n"), UInt8(ascii: "{"), UInt8(ascii: "["): return nil
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return isText ? kind(text) : nil
        default:
            return switch NumericValue(text) {
            case .integer(let integer) where !isText: "\(integer)"
            case .double where !isText: nil
            default: kind(text)
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
        guard values.count < limit else { throw StopReading() }
        values.append(value)
    }

    package func recordDiscarded() {}
}
