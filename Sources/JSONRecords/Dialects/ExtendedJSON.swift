/// MongoDB Extended JSON, in which objects such as `{"$oid":"…"}` wrap the values of other types.
///
/// Wrappers are replaced at any depth, except the record itself. Objects of other types, such as `$timestamp`, stay.
struct ExtendedJSON: Translation {
    func append(_ value: Span<UInt8>, to text: inout [UInt8]) -> Translated {
        var cursor = JSONCursor(value)
        // The open arrays and objects: the position of the bracket in the translated text, and the number of commas.
        var open: [(start: Int, commas: Int)] = []
        while let token = cursor.token() {
            text.append(copying: value.extracting(token))
            switch value[token.lowerBound] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open.append((text.count - 1, 0))
            case UInt8(ascii: ","): open[open.count - 1].commas += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                let container = open.removeLast()
                guard !open.isEmpty, container.commas < 2 else { continue }
                // The values in the object were replaced before.
                let wrapped = Self.value(wrappedIn: text.span.extracting(container.start...))
                if let wrapped { text.replaceSubrange(container.start..., with: wrapped) }
            default: break
            }
        }
        return .record
    }

    /// The number of tokens of the longest wrapper, `{"$binary":{"base64":"…","subType":"00"}}`.
    private static let maximumTokenCount = 13

    /// Returns the text of the value that an object wraps; `nil` for other objects, and for arrays.
    private static func value(wrappedIn object: Span<UInt8>) -> [UInt8]? {
        guard object.count > 2, object.extracting(first: 3).equals(#"{"$"#) else { return nil }
        var cursor = JSONCursor(object)
        var tokens: [Range<Int>] = []
        while tokens.count <= maximumTokenCount, let token = cursor.token() { tokens.append(token) }
        let name = object.extracting(tokens[1])
        switch tokens.count {
        case 5: return value(of: name, object.extracting(tokens[3]))
        case 9 where name.equals(#""$binary""#) && object.extracting(tokens[5]).equals(#""$type""#):
            return string(object.extracting(tokens[3]))
        case 9 where name.equals(#""$type""#) && object.extracting(tokens[5]).equals(#""$binary""#):
            return string(object.extracting(tokens[7]))
        case 13 where name.equals(#""$binary""#):
            let (first, second) = (object.extracting(tokens[4]), object.extracting(tokens[8]))
            if first.equals(#""base64""#), second.equals(#""subType""#) {
                return string(object.extracting(tokens[6]))
            }
            guard first.equals(#""subType""#), second.equals(#""base64""#) else { return nil }
            return string(object.extracting(tokens[10]))
        default: return nil
        }
    }

    /// Returns the text of the value that the only member of an object wraps; `nil` for other objects.
    private static func value(of name: Span<UInt8>, _ value: Span<UInt8>) -> [UInt8]? {
        // The digits may be a number, too.
        let isString = value[0] == UInt8(ascii: "\"")
        let content = isString ? value.withoutQuotes() : value
        switch String(utf8: name.withoutQuotes()) {
        case "$oid", "$uuid", "$numberDecimal": return string(value)
        case "$numberInt", "$numberLong":
            return content.isNumber && NumericValue(content).isInteger ? Array(copying: content) : nil
        case "$numberDouble":
            if isString, content.equals("NaN") || content.equals("Infinity") || content.equals("-Infinity") {
                return Array("null".utf8)
            }
            guard content.isNumber else { return nil }
            return Array(copying: content) + (NumericValue(content).isInteger ? Array(".0".utf8) : [])
        case "$date":
            let instant =
                isString
                ? Instant(iso8601: content)
                : PlainInteger(content)?.int64.map { Instant(milliseconds: Int($0)) }
            return instant?.quotedText
        case "$undefined": return value.equals("true") ? Array("null".utf8) : nil
        default: return nil
        }
    }

    /// Returns the text of a value if it is a string.
    private static func string(_ value: Span<UInt8>) -> [UInt8]? {
        value[0] == UInt8(ascii: "\"") ? Array(copying: value) : nil
    }
}

extension Instant {
    /// The instant as a JSON string such as `2014-05-01T08:00:00.123Z`, with a fraction of three digits or, if it needs them,
    /// of nine; `nil` if it is not in the years 1 to 9999.
    fileprivate var quotedText: [UInt8]? {
        guard isInYears1To9999 else { return nil }
        let (days, second) = seconds.flooredQuotientAndRemainder(dividingBy: 86_400)
        let day = CivilDate(daysSince1970: days).text
        let time = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }
            .joined(separator: ":")
        let (milliseconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let fraction =
            nanoseconds == 0 ? "" : "." + (rest == 0 ? milliseconds.padded(to: 3) : nanoseconds.padded(to: 9))
        return Array("\"\(day)T\(time)\(fraction)Z\"".utf8)
    }
}
