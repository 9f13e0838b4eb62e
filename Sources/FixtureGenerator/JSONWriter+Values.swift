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

    mutating func member(_ key: String?, _ value: String) {
        separate(key)
        quote { $0.text(value) }
    }

    /// Writes a string of two parts, such as the URL of an API and the path of a resource.
    mutating func member(_ key: String, _ value: String, _ suffix: String) {
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
