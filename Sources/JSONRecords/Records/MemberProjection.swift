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
    /// - Parameter object: the text of the object, which is valid JSON.
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
            let key = KeyText(copying: StringSpelling(key).decoded)
            defer { key.free() }
            return names.find(key) != nil
        }
        return names.find(key) != nil
    }

    // MARK: - Members

    /// Calls `body` with the range of each member of an object, from the bracket or the comma before it to the one after it.
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
                }
            }
            return true
        }
    }
}
