/// Undoes one compressed format, a piece at a time.
///
/// It keeps nothing but its own state: what it does not consume is handed to it again.
protocol Inflater: AnyObject {
    /// Inflates from `input` to `output`, as far as either reaches.
    ///
    /// If it fills the output, it may be holding back more, which a call with empty input brings out.
    func inflate(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> InflateStep

    /// Whether the input may end here: between members or frames, not within one.
    var mayEnd: Bool { get }
}

/// What one call of an ``Inflater`` did.
struct InflateStep {
    /// How many bytes of the input were used up.
    var consumed = 0

    /// How many bytes of the output were written. They are good even if there is a fault.
    var written = 0

    /// What is wrong with the bytes that come next, if they are wrong.
    var fault: InflateFault?
}

/// Why compressed data cannot be inflated.
enum InflateFault {
    /// It is damaged, and this is what the library says of it.
    case damaged(String)

    /// Something follows its end that is not compressed data.
    case trailingBytes

    /// It is sound, but asks for something that is not offered.
    case unsupported(String, advice: String)

    case outOfMemory
}
