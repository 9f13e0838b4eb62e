/// A decompressor of one format, which inflates one piece at a time.
///
/// Compressed data consists of streams that follow each other: members of gzip, frames of zstd and lz4. An inflater inflates
/// one stream after another; ``InflatedSource`` examines the bytes between them. An inflater does not keep input: the caller
/// must pass unconsumed bytes again.
protocol Inflater: AnyObject {
    /// Prepares for the next stream, after the end of one.
    ///
    /// - Returns: whether there was enough memory.
    func begin() -> Bool

    /// Inflates bytes of `input`, and appends them to `output`, until the input is used up, the output is full, or the stream
    /// ends.
    ///
    /// If the output is full, the inflater may hold more output, which a call with empty input writes.
    func inflate(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> InflateResult
}

/// The result of one call of an ``Inflater``.
struct InflateResult {
    /// The number of bytes of the input that were consumed.
    var consumed = 0

    /// The number of bytes of the output that were written. They are valid even if `error` is set.
    var written = 0

    /// Whether the stream has ended.
    var isAtStreamEnd = false

    /// The error in the bytes that come next, if there is one.
    var error: InflateError?
}

/// The reason why compressed data cannot be inflated.
enum InflateError {
    /// The data is corrupt; the string is the message of the library.
    case corrupt(String)

    /// Bytes that are not compressed data follow the end of the data.
    case trailingBytes

    /// The data is valid, but needs more memory for its window than the limit, in bytes; `nil` if the size is not known.
    case windowTooLarge(Int?, limit: Int)

    /// The data is valid, but requires a feature that is not supported.
    case unsupported(String, advice: String)

    case outOfMemory
}
