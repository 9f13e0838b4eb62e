internal import JSONRecords

/// JSON without the white space between its tokens.
enum JSONText {
    /// Appends what is left of a text that is known to be JSON.
    ///
    /// Strings and numbers stay as they are spelled.
    static func append(_ json: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        var (start, index) = (0, 0)
        while index < json.count {
            // SAFETY: the index is less than the count, here and below.
            let byte = unsafe json[index]
            if byte == UInt8(ascii: "\"") {
                var position = index + 1
                index = unsafe StringScanner(json.span).end(resumingAt: &position) ?? json.count
            } else if byte > 0x20 {
                index += 1
            } else {
                unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: json[start..<index]))
                index += 1
                start = index
            }
        }
        // SAFETY: both are at most the count.
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: json[start..<index]))
    }
}
