/// A reader of dotted paths: keys that are separated by dots, and components in brackets.
struct DottedPath {
    private var rest: Substring.UnicodeScalarView

    init(_ text: String) {
        rest = text.unicodeScalars[...]
        guard remove("$") else { return }
        // Another character belongs to a key that begins with `$`.
        if !rest.isEmpty, rest.first != "[", !remove(".") { rest = text.unicodeScalars[...] }
    }

    /// Reads the path. Returns `nil` if the text is malformed.
    mutating func components() -> [PathComponent]? {
        guard !rest.isEmpty else { return [] }
        var components: [PathComponent] = []
        repeat {
            guard let part = readPart() else { return nil }
            components += part
        } while remove(".")
        return rest.isEmpty ? components : nil
    }

    /// Reads a part such as `photos[0][1]` or `[0]`: a key, if the part has one, and components in brackets.
    private mutating func readPart() -> [PathComponent]? {
        let key = rest.prefix { $0 != "." && $0 != "[" }
        guard !key.contains("]") else { return nil }
        rest = rest[key.endIndex...]
        var components: [PathComponent] = []
        if !key.isEmpty {
            components.append(key.elementsEqual(["*"]) ? .wildcard : .key(String(key)))
        }
        while remove("[") {
            guard let component = readBracketed(), remove("]") else { return nil }
            components.append(component)
        }
        return components.isEmpty ? nil : components
    }

    private mutating func readBracketed() -> PathComponent? {
        if remove("*") { return .wildcard }
        if remove("\"") { return readQuotedKey() }
        let digits = rest.prefix { ("0"..."9").contains($0) }
        rest = rest[digits.endIndex...]
        return Int(String(digits)).map { .index($0) }
    }

    private mutating func remove(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    // MARK: - Keys in quotation marks

    /// Reads a JSON string after its opening quotation mark.
    private mutating func readQuotedKey() -> PathComponent? {
        var key = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return .key(String(key))
            case "\\":
                guard let escaped = readEscaped() else { return nil }
                key.append(escaped)
            default: key.append(scalar)
            }
        }
        return nil
    }

    private mutating func readEscaped() -> Unicode.Scalar? {
        guard let letter = rest.popFirst() else { return nil }
        switch letter {
        case "\"", "\\", "/": return letter
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u": return readCodePoint()
        default: return nil
        }
    }

    /// Reads the hexadecimal digits of one escape, or of the two escapes of a surrogate pair.
    private mutating func readCodePoint() -> Unicode.Scalar? {
        guard let unit = readCodeUnit() else { return nil }
        guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
        guard remove("\\"), remove("u"), let trail = readCodeUnit(), UTF16.isTrailSurrogate(trail) else {
            return nil
        }
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }

    private mutating func readCodeUnit() -> UInt16? {
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
        rest = rest[digits.endIndex...]
        return UInt16(String(digits), radix: 16)
    }
}
