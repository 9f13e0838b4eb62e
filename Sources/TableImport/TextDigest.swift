private import CXxhash
internal import JSONRecords

/// The length and the digest of the beginning of a text.
struct TextPrefix: Equatable, Codable {
    var bytes = 0
    /// The hexadecimal digits of the 128-bit XXH3 of the bytes from the first that is not white space.
    var digest = ""
}

/// A running digest of the text that a reader parses, from which the prefix up to the end of the last record can be
/// taken.
///
/// Text is digested before it leaves the reader's window. The text after the last record may then belong to a record that
/// is not read to its end, so the state at the end of the last record is kept; and so is that at the end of a record that
/// is complete and may still be rejected because of the text after it.
// SAFETY, of all functions of this class: the states are allocated in `init`, freed in `deinit` and not shared. XXH3
// reads the bytes of a text only during the call.
@safe
final class TextDigest {
    /// The state for the text before `position`.
    private let state: OpaquePointer
    private var position = 0
    /// The states for the text before the end of the last record, and before the end of the pending record.
    private let recordState: OpaquePointer
    private var recordEnd = 0
    private let pendingState: OpaquePointer
    private var pendingEnd = 0
    private let scratch: OpaquePointer

    init() {
        guard let state = unsafe XXH3_createState(), let recordState = unsafe XXH3_createState(),
            let pendingState = unsafe XXH3_createState(), let scratch = unsafe XXH3_createState()
        else { preconditionFailure("not enough memory for the state of a digest") }
        unsafe (self.state, self.recordState) = (state, recordState)
        unsafe (self.pendingState, self.scratch) = (pendingState, scratch)
        reset(at: 0)
    }

    deinit {
        unsafe XXH3_freeState(state)
        unsafe XXH3_freeState(recordState)
        unsafe XXH3_freeState(pendingState)
        unsafe XXH3_freeState(scratch)
    }

    /// Starts a new text, whose first byte that is not white space has this offset.
    ///
    /// - Parameter header: what the records need of the text after them.
    func reset(at offset: Int, header: [UInt8] = []) {
        unsafe XXH3_128bits_reset(state)
        _ = unsafe header.withUnsafeBufferPointer {
            unsafe XXH3_128bits_update(state, $0.baseAddress, $0.count)
        }
        unsafe XXH3_copyState(recordState, state)
        unsafe XXH3_copyState(pendingState, state)
        (position, recordEnd, pendingEnd) = (offset, offset, offset)
    }

    /// Digests the text that was parsed.
    ///
    /// - Parameters:
    ///   - recordEnd: the offset at which the last record ends.
    ///   - pendingEnd: the offset at which the pending record ends; `nil` if there is none.
    func advance(toRecordEnd recordEnd: Int, pendingEnd: Int?, in reader: RecordReader) {
        if recordEnd >= position {
            digest(to: recordEnd, in: reader)
            unsafe XXH3_copyState(recordState, state)
            self.recordEnd = recordEnd
        } else if recordEnd == self.pendingEnd {
            unsafe XXH3_copyState(recordState, pendingState)
            self.recordEnd = recordEnd
        }
        if let pendingEnd, pendingEnd >= position {
            digest(to: pendingEnd, in: reader)
            unsafe XXH3_copyState(pendingState, state)
            self.pendingEnd = pendingEnd
        }
        if reader.parsedOffset > position { digest(to: reader.parsedOffset, in: reader) }
    }

    private func digest(to end: Int, in reader: RecordReader) {
        unsafe Self.update(state, with: position..<end, of: reader)
        position = end
    }

    /// Returns the prefix that ends with the last record.
    func prefix(endingAt end: Int, in reader: RecordReader) -> TextPrefix {
        if end >= position {
            unsafe XXH3_copyState(scratch, state)
            unsafe Self.update(scratch, with: position..<end, of: reader)
        } else {
            precondition(end == recordEnd || end == pendingEnd, "a record ends where none ended before")
            unsafe XXH3_copyState(scratch, end == recordEnd ? recordState : pendingState)
        }
        return TextPrefix(bytes: end, digest: Self.hexadecimal(unsafe XXH3_128bits_digest(scratch)))
    }

    /// Returns the hexadecimal digits of the 128-bit XXH3 of a text.
    static func digest(of text: Span<UInt8>) -> String {
        // SAFETY: the bytes are read only during the call.
        unsafe text.withUnsafeBufferPointer {
            unsafe hexadecimal(XXH3_128bits($0.baseAddress, $0.count))
        }
    }

    private static func update(_ state: OpaquePointer, with range: Range<Int>, of reader: RecordReader) {
        // SAFETY: the state exists, and the bytes are read only during the call.
        reader.withText(range) { text in
            _ = unsafe text.withUnsafeBufferPointer {
                unsafe XXH3_128bits_update(state, $0.baseAddress, $0.count)
            }
        }
    }

    private static func hexadecimal(_ digest: XXH128_hash_t) -> String {
        digest.high64.padded(to: 16, radix: 16) + digest.low64.padded(to: 16, radix: 16)
    }
}
