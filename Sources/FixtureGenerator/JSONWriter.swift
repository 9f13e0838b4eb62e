/// A writer that appends JSON to one buffer, which its owner empties and reuses.
///
/// Text must be spelled as in JSON, and is copied unchanged. The words of the generator need no escapes, and the
/// workload with escapes writes its own.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private let isPretty: Bool
    private var depth = 0
    private var isFirst = true

    init(isPretty: Bool) {
        self.isPretty = isPretty
    }

    /// Empties the buffer. Later calls continue the same text.
    mutating func removeBytes() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Ends a text with a line break. The next value starts another text.
    mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        isFirst = true
    }

    // MARK: Containers

    mutating func object(_ key: String? = nil, _ members: (inout JSONWriter) -> Void) {
        beginObject(key)
        members(&self)
        endObject()
    }

    mutating func array(_ key: String? = nil, _ elements: (inout JSONWriter) -> Void) {
        beginArray(key)
        elements(&self)
        endArray()
    }

    mutating func beginObject(_ key: String? = nil) { begin(key, UInt8(ascii: "{")) }
    mutating func beginArray(_ key: String? = nil) { begin(key, UInt8(ascii: "[")) }
    mutating func endObject() { end(UInt8(ascii: "}")) }
    mutating func endArray() { end(UInt8(ascii: "]")) }

    private mutating func begin(_ key: String?, _ bracket: UInt8) {
        separate(key)
        bytes.append(bracket)
        depth += 1
        isFirst = true
    }

    private mutating func end(_ bracket: UInt8) {
        depth -= 1
        if !isFirst { breakLine() }
        bytes.append(bracket)
        isFirst = false
    }

    // MARK: Between values

    /// Writes the text before a value: the comma, the line break, the key.
    mutating func separate(_ key: String?) {
        if isFirst { isFirst = false } else { bytes.append(UInt8(ascii: ",")) }
        if depth > 0 { breakLine() }
        guard let key else { return }
        quote { $0.text(key) }
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(UInt8(ascii: " ")) }
    }

    private mutating func breakLine() {
        guard isPretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        for _ in 0..<depth { text("  ") }
    }

    // MARK: Raw parts of a value

    mutating func quote(_ content: (inout JSONWriter) -> Void) {
        bytes.append(UInt8(ascii: "\""))
        content(&self)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func text(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func byte(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Writes the digits of a number, with leading zeros up to the width.
    mutating func digits(_ number: Int, width: Int = 1) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let digits = String(number.magnitude).utf8
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(width - digits.count, 0)))
        bytes.append(contentsOf: digits)
    }
}

extension JSONWriter {
    // MARK: Members of an object, or elements of an array, which have no key

    mutating func member(_ key: String?, _ value: Int) {
        separate(key)
        digits(value)
    }

    mutating func member(_ key: String, _ value: Bool) {
        separate(key)
        text(value ? "true" : "false")
    }

    /// Writes a string, which may have two parts, such as the URL of an API and the path of a resource.
    mutating func member(_ key: String?, _ value: String, _ suffix: String = "") {
        separate(key)
        quote { json in
            json.text(value)
            json.text(suffix)
        }
    }

    /// Writes a string whose parts `content` appends.
    mutating func member(_ key: String, content: (inout JSONWriter) -> Void) {
        separate(key)
        quote(content)
    }

    mutating func null(_ key: String) {
        separate(key)
        text("null")
    }

    mutating func member(_ key: String?, _ value: Decimal) {
        separate(key)
        if value.units < 0 { byte(UInt8(ascii: "-")) }
        var scale = 1
        for _ in 0..<value.places { scale *= 10 }
        let (whole, fraction) = abs(value.units).quotientAndRemainder(dividingBy: scale)
        digits(whole)
        if value.places > 0 {
            byte(UInt8(ascii: "."))
            digits(fraction, width: value.places)
        }
        if let exponent = value.exponent {
            text(exponent.mark)
            digits(exponent.power)
        }
    }
}
