private import CXxhash
internal import JSONRecords

/// The length and the digest of the beginning of a text.
struct TextPrefix: Equatable, Codable {
    /// The number of bytes.
    var bytes = 0
    /// The hexadecimal digits of the 128-bit XXH3 of the bytes from the first that is not white space.
    var digest = ""
}

/// A running digest of the text that a reader parses, from which the prefix up to the end of the last record can be
/// taken.
///
/// Text is digested before it leaves the reader's window. At that time, the text after the last record may be the
/// beginning of a record that is rejected or read again later, so the state at the end of the last record is kept.
// SAFETY, of all functions of this class: the states are allocated in `init`, freed in `deinit` and not shared. XXH3
// reads the bytes of a text only during the call.
@safe
final class TextDigest {
    /// The state for the text before `position`.
    private let state: OpaquePointer
    private var position = 0
    /// The state for the text before the end of the last record that `advance` was given.
    private let recordState: OpaquePointer
    private var recordEnd = 0
    private let scratch: OpaquePointer

    init() {
        guard let state = unsafe XXH3_createState(), let recordState = unsafe XXH3_createState(),
            let scratch = unsafe XXH3_createState()
        else { preconditionFailure("not enough memory for the state of a digest") }
        unsafe (self.state, self.recordState, self.scratch) = (state, recordState, scratch)
        reset(at: 0)
    }

    deinit {
        unsafe XXH3_freeState(state)
        unsafe XXH3_freeState(recordState)
        unsafe XXH3_freeState(scratch)
    }

    /// Starts a new text, whose first byte that is not white space has this offset.
    func reset(at offset: Int) {
        unsafe XXH3_128bits_reset(state)
        unsafe XXH3_128bits_reset(recordState)
        (position, recordEnd) = (offset, offset)
    }

    /// Digests the text that was parsed.
    ///
    /// - Parameter recordEnd: the offset at which the last record ends.
    func advance(toRecordEnd recordEnd: Int, in reader: RecordReader) {
        if recordEnd > position {
            unsafe Self.update(state, with: position..<recordEnd, of: reader)
            position = recordEnd
        }
        if recordEnd == position {
            unsafe XXH3_copyState(recordState, state)
            self.recordEnd = recordEnd
        }
        guard reader.parsedOffset > position else { return }
        unsafe Self.update(state, with: position..<reader.parsedOffset, of: reader)
        position = reader.parsedOffset
    }

    /// Returns the prefix that ends with the last record.
    ///
    /// - Parameter end: the offset at which the last record ends.
    func prefix(endingAt end: Int, in reader: RecordReader) -> TextPrefix {
        if end >= position {
            unsafe XXH3_copyState(scratch, state)
            unsafe Self.update(scratch, with: position..<end, of: reader)
        } else {
            precondition(end == recordEnd, "the text between two records was digested")
            unsafe XXH3_copyState(scratch, recordState)
        }
        let digest = unsafe XXH3_128bits_digest(scratch)
        return TextPrefix(
            bytes: end, digest: Self.hexadecimal(digest.high64) + Self.hexadecimal(digest.low64))
    }

    private static func update(_ state: OpaquePointer, with range: Range<Int>, of reader: RecordReader) {
        unsafe reader.withText(range) { text in
            _ = unsafe XXH3_128bits_update(state, text.baseAddress, text.count)
        }
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
