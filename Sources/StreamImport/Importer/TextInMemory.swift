public import Foundation

/// A text in memory, in the type that the caller has.
@usableFromInline
enum TextInMemory {
    case string(String)
    case data(Data)
    case bytes([UInt8])

    /// Whether the text may be compressed. A string is never compressed, whatever its first bytes are.
    private var mayBeCompressed: Bool {
        if case .string = self { false } else { true }
    }

    /// Calls `body` with the bytes of the text; those of a string are UTF-8. The bytes are valid during the call.
    private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        switch self {
        // SAFETY: the buffers are valid for the call of `body`, which does not keep them.
        case .string(var text): try text.withUTF8 { unsafe try body(UnsafeRawBufferPointer($0)) }
        case .data(let data): try unsafe data.withUnsafeBytes(body)
        case .bytes(let bytes): try unsafe bytes.withUnsafeBytes(body)
        }
    }

    /// Reads the text into a binding.
    ///
    /// - Parameter deliver: takes each record; `nil` to leave the only record in the binding.
    func read(
        into binding: ModelBinding, _ options: ReadOptions, deliver: RecordHandler? = nil
    ) throws -> RecordSummary {
        // SAFETY: the binding does not keep the bytes after the call.
        unsafe try withBytes {
            unsafe try binding.read($0, mayBeCompressed: mayBeCompressed, options, deliver: deliver)
        }
    }
}
