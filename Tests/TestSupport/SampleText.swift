/// Returns `count` bytes of text, similar to JSON, with a medium compression ratio.
package func sampleText(count: Int) -> [UInt8] {
    var state: UInt32 = 7
    var bytes: [UInt8] = []
    while bytes.count < count {
        state = state &* 1_664_525 &+ 1_013_904_223
        bytes += "{\"id\": \(state >> 20), \"name\": \"user\(state >> 28)\"},\n".utf8
    }
    return Array(bytes.prefix(count))
}
