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
                unsafe skipString(json, &index)
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

    /// Goes behind the quote that ends a string.
    private static func skipString(_ json: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
        index += 1
        while index < json.count {
            let byte = unsafe json[index]
            index += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { break }
        }
        index = min(index, json.count)
    }
}
