/// Undoes one compressed format, a piece at a time.
///
/// It keeps nothing but its own state: what it does not consume is handed to it again.
protocol Inflater: AnyObject {
    /// Inflates from `input` to `output`, as far as either reaches.
    ///
    /// If it fills the output, it may be holding back more, which a call with empty input brings out.
    func inflate(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> InflateResult

    /// Whether the input may end here: between members or frames, not within one.
    var isAtStreamEnd: Bool { get }
}

/// What one call of an ``Inflater`` did.
struct InflateResult {
    /// How many bytes of the input were used up.
    var consumed = 0

    /// How many bytes of the output were written. They are good even if there is a error.
    var written = 0

    /// What is wrong with the bytes that come next, if they are wrong.
    var error: InflateError?
}

/// Why compressed data cannot be inflated.
enum InflateError {
    /// It is corrupt, and this is what the library says of it.
    case corrupt(String)

    /// Something follows its end that is not compressed data.
    case trailingBytes

    /// It is sound, but asks for something that is not offered.
    case unsupported(String, advice: String)

    case outOfMemory
}
