/// A byte at which the tokenizer stops, so that the text after it does not depend on the text before it.
enum Separator: UInt8 {
    /// The end of a line. JSON treats the byte as white space.
    case lineFeed = 0x0A

    /// The beginning of a text in a JSON text sequence (RFC 7464). JSON does not allow the byte, and libyajl does not
    /// receive it.
    case recordSeparator = 0x1E
}
