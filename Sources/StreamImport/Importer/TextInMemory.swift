public import Foundation

/// A text in memory, in the type that the caller keeps it in.
@usableFromInline
enum TextInMemory {
    case string(String)
    case data(Data)
    case bytes([UInt8])

    /// Whether the text may be compressed. A string is not, whatever it begins with.
    private var mayBeCompressed: Bool {
        if case .string = self { false } else { true }
    }

    /// Calls `body` with the bytes, in UTF-8 if the text is a string. They are valid for the call.
    private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        switch self {
        // SAFETY: the bytes are lent for the call.
        case .string(var text): try text.withUTF8 { unsafe try body(UnsafeRawBufferPointer($0)) }
        case .data(let data): try unsafe data.withUnsafeBytes(body)
        case .bytes(let bytes): try unsafe bytes.withUnsafeBytes(body)
        }
    }

    /// Has a binding read the text.
    ///
    /// - Parameter deliver: takes each record; `nil` if there is only one, which is left in the binding.
    func read(
        into binding: ModelBinding, _ options: ReadOptions, deliver: RecordHandler? = nil
    ) throws -> RecordSummary {
        // SAFETY: the binding does not keep the bytes.
        unsafe try withBytes {
            unsafe try binding.read($0, mayBeCompressed: mayBeCompressed, options, deliver: deliver)
        }
    }
}
