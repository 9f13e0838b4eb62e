private import CBzip2
private import CLz4
private import CLzma
private import CZlib
private import CZstd

/// A source that inflates compressed bytes.
///
/// The output is written only to the caller's buffer, so that a small file that inflates to a huge one does not use up
/// the memory.
final class InflatedSource: ByteSource {
    private let upstream: any ByteSource
    private let format: CompressionFormat
    private let inflater: any Inflater

    /// The buffer for compressed bytes.
    private var input: [UInt8]
    /// The range of the bytes in `input` that were read, but not inflated.
    private var unread: Range<Int>

    /// Whether the inflater filled the last buffer, so that it may hold more output.
    private var hasPendingOutput = false

    /// Whether the last stream has ended, so that the input may end.
    private var isAtStreamEnd = false

    /// The number of compressed bytes up to the last position at which the data could have ended.
    private var lastEndOffset = 0

    /// The inflater's error, which is thrown after the bytes before it were returned.
    private var error: InflateError?

    var bytesRead: Int { upstream.bytesRead }
    var totalBytes: Int? { upstream.totalBytes }

    private static let inputSize = 64 * 1024

    /// Creates a source that inflates the bytes of `start`, and then those of `upstream`.
    ///
    /// - Parameter maximumWindowBytes: the maximum size of the window of zstd, and of the dictionary of xz.
    init(
        _ upstream: any ByteSource, _ format: CompressionFormat, start: [UInt8], maximumWindowBytes: Int
    ) throws(ImportError) {
        self.upstream = upstream
        self.format = format
        inflater = try format.makeInflater(maximumWindowBytes: maximumWindowBytes)
        input = start + [UInt8](repeating: 0, count: Self.inputSize - start.count)
        unread = 0..<start.count
    }

    func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        while true {
            let written = try inflate(into: &buffer)
            if written > 0 { return .bytes(written) }
            guard unread.isEmpty, !hasPendingOutput else { continue }
            switch try upstream.read(into: &input) {
            case .bytes(let count): unread = 0..<count
            case .needMoreData: return .needMoreData
            case .end:
                guard isAtStreamEnd else {
                    throw ImportError(
                        .corruptCompression,
                        "the \(format) data is truncated at byte \(inputOffset) of the input",
                        advice: "download or copy the file again")
                }
                return .end
            }
        }
    }

    private func inflate(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> Int {
        if let error { throw importError(error) }
        if isAtStreamEnd { try beginNextStream() }
        guard !unread.isEmpty || hasPendingOutput else { return 0 }
        let step = inflater.inflate(input.span.extracting(unread), into: &buffer)
        // Without progress, the loop in `read(into:)` would not end.
        let isStuck = step.written == 0 && step.consumed == 0 && !unread.isEmpty
        unread = unread.dropFirst(step.consumed)
        isAtStreamEnd = step.isAtStreamEnd
        if isAtStreamEnd { lastEndOffset = inputOffset }
        hasPendingOutput = buffer.isFull && !isAtStreamEnd
        error = step.error ?? (isStuck ? .corrupt("no progress") : nil)
        if step.written == 0, let error { throw importError(error) }
        return step.written
    }

    /// Examines the bytes after the end of a stream. Skips zeros, because tapes and block devices pad files with zeros.
    private func beginNextStream() throws(ImportError) {
        unread = unread.drop { input[$0] == 0 }
        guard let first = unread.first.map({ input[$0] }) else { return }
        guard format.mayContinue(with: first) else { throw setError(.trailingBytes) }
        guard inflater.begin() else { throw setError(.outOfMemory) }
        isAtStreamEnd = false
    }

    /// The number of compressed bytes before the next one to be inflated.
    private var inputOffset: Int { bytesRead - unread.count }

    /// Sets the error that this call and all later ones throw.
    private func setError(_ error: InflateError) -> ImportError {
        self.error = error
        return importError(error)
    }

    private func importError(_ error: InflateError) -> ImportError {
        if case .trailingBytes = error { return .cannotInflate(format, error, near: lastEndOffset) }
        return .cannotInflate(format, error, near: inputOffset)
    }
}

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

extension OutputSpan<UInt8> {
    /// Appends what `body` writes. It receives the addresses and the sizes of the input and of the room, of at most `UInt32.max`
    /// bytes each, which are valid for the call.
    fileprivate mutating func append(
        inflating input: Span<UInt8>,
        _ body: (
            _ source: UnsafePointer<UInt8>?, _ count: Int, _ target: UnsafeMutablePointer<UInt8>?, _ room: Int
        ) -> InflateResult
    ) -> InflateResult {
        // SAFETY: the room follows the first bytes, and both buffers outlive the call.
        unsafe withUnsafeMutableBufferPointer { output, count in
            let maximumCount = Int(UInt32.max)
            let result = unsafe input.withUnsafeBufferPointer { input in
                unsafe body(
                    input.baseAddress, min(input.count, maximumCount),
                    output.baseAddress.map { unsafe $0 + count }, min(output.count - count, maximumCount))
            }
            count += result.written
            return result
        }
    }
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

/// An inflater for gzip with the system's zlib.
@safe final class GzipInflater: Inflater {
    /// The stream, on the heap, because zlib's state points back to it.
    private let stream: UnsafeMutablePointer<z_stream>

    init() throws(ImportError) {
        // SAFETY: zlib requires a stream of zeros, and initializes it below; `deinit` frees the stream.
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // The largest window, which can read all files, plus 16 for the gzip format instead of zlib's own.
        let windowBits: Int32 = 15 + 16
        // SAFETY: the version and the size are those of the header that this was compiled with.
        let status = unsafe inflateInit2_(
            stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        // All properties are initialized, so `deinit` runs after this error and frees the stream.
        guard status == Z_OK else { throw .outOfMemory("to decompress gzip") }
    }

    deinit {
        // SAFETY: initialized in init, and not shared.
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    func begin() -> Bool {
        // SAFETY: the stream was initialized in init.
        unsafe inflateReset(stream) == Z_OK
    }

    func inflate(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> InflateResult {
        // SAFETY: zlib does not read or write more than the counts. It only reads the input, although the type of `next_in` is
        // mutable.
        unsafe output.append(inflating: input) { source, count, target, room in
            unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source)
            unsafe stream.pointee.avail_in = UInt32(count)
            unsafe stream.pointee.next_out = target
            unsafe stream.pointee.avail_out = UInt32(room)
            let status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
            return unsafe InflateResult(
                consumed: count - Int(stream.pointee.avail_in), written: room - Int(stream.pointee.avail_out),
                isAtStreamEnd: status == Z_STREAM_END, error: error(status))
        }
    }

    private func error(_ status: Int32) -> InflateError? {
        switch status {
        // Z_BUF_ERROR is not an error: zlib cannot make progress without more input or more room for output.
        case Z_OK, Z_STREAM_END, Z_BUF_ERROR: return nil
        case Z_MEM_ERROR: return .outOfMemory
        default:
            // SAFETY: if zlib sets a message, it is a constant string.
            guard let message = unsafe stream.pointee.msg else { return .corrupt("zlib error \(status)") }
            return unsafe .corrupt(String(cString: message))
        }
    }
}

/// An inflater for zstd with the system's libzstd, which skips skippable frames.
@safe final class ZstdInflater: Inflater {
    private let context: OpaquePointer
    private let maximumWindowBytes: Int
    /// The first bytes of the frame, which contain the size of its window.
    private var header: [UInt8] = []

    /// - Parameter maximumWindowBytes: the maximum size of the window of a frame. libzstd rounds it down to a power of two.
    init(maximumWindowBytes: Int) throws(ImportError) {
        self.maximumWindowBytes = maximumWindowBytes
        // SAFETY: `deinit` frees the context.
        guard let context = unsafe ZSTD_createDCtx() else { throw .outOfMemory("to decompress zstd") }
        unsafe self.context = context
        // SAFETY: created above. The logarithm is within the bounds of libzstd.
        let bounds = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax)
        let logarithm = Int32(Int.bitWidth - 1 - max(maximumWindowBytes, 1).leadingZeroBitCount)
        unsafe ZSTD_DCtx_setParameter(
            context, ZSTD_d_windowLogMax, min(max(logarithm, bounds.lowerBound), bounds.upperBound))
    }

    deinit {
        // SAFETY: created in init, and not shared.
        unsafe ZSTD_freeDCtx(context)
    }

    /// libzstd begins the next frame by itself.
    func begin() -> Bool {
        header = []
        return true
    }

    func inflate(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> InflateResult {
        if header.count < Self.maximumHeaderCount {
            header += Array(copying: input.extracting(first: Self.maximumHeaderCount - header.count))
        }
        // SAFETY: libzstd does not read or write more than the sizes.
        return unsafe output.append(inflating: input) { source, count, target, room in
            var source = unsafe ZSTD_inBuffer(src: source, size: count, pos: 0)
            var target = unsafe ZSTD_outBuffer(dst: target, size: room, pos: 0)
            let result = unsafe ZSTD_decompressStream(context, &target, &source)
            return unsafe InflateResult(
                consumed: source.pos, written: target.pos, isAtStreamEnd: result == 0,
                error: ZSTD_isError(result) == 0 ? nil : error(result))
        }
    }

    private func error(_ result: Int) -> InflateError {
        switch ZSTD_getErrorCode(result) {
        case ZSTD_error_prefix_unknown: return .trailingBytes
        case ZSTD_error_memory_allocation: return .outOfMemory
        case ZSTD_error_frameParameter_windowTooLarge:
            return .windowTooLarge(windowBytes, limit: maximumWindowBytes)
        case ZSTD_error_dictionary_wrong:
            return .unsupported(
                "it requires a dictionary", advice: "decompress it first with zstd -d -D")
        default:
            // SAFETY: the name is a constant string.
            return unsafe .corrupt(String(cString: ZSTD_getErrorName(result)))
        }
    }

    private static let maximumHeaderCount = 18

    /// The size of the window of the frame, which is that of the content if the header has only this; `nil` if it is not known.
    /// From RFC 8878, 3.1.1.1.
    private var windowBytes: Int? {
        guard header.count > 5 else { return nil }
        guard header[4] & 0x20 == 0 else {
            // SAFETY: the count is that of the array. The largest numbers are errors.
            return unsafe Int(exactly: ZSTD_getFrameContentSize(header, header.count))
        }
        let base = 1 << (10 + Int(header[5] >> 3))
        return base + base / 8 * Int(header[5] & 7)
    }
}

/// An inflater for bzip2 with the system's libbz2.
@safe final class Bzip2Inflater: Inflater {
    /// The stream, on the heap, because libbz2's state points back to it.
    private let stream: UnsafeMutablePointer<bz_stream>

    init() throws(ImportError) {
        // SAFETY: a stream of zeros has no allocator of its own; `deinit` frees the stream.
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: bz_stream())
        // All properties are initialized, so `deinit` runs after this error and frees the stream.
        guard begin() else { throw .outOfMemory("to decompress bzip2") }
    }

    deinit {
        // SAFETY: not shared. libbz2 ignores a stream that was not initialized.
        unsafe BZ2_bzDecompressEnd(stream)
        unsafe stream.deallocate()
    }

    func begin() -> Bool {
        // SAFETY: the stream was allocated in init. libbz2 ignores the end of a stream that was not initialized.
        unsafe BZ2_bzDecompressEnd(stream)
        return unsafe BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK
    }

    func inflate(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> InflateResult {
        // SAFETY: libbz2 does not read or write more than the counts. It only reads the input, although the type of `next_in` is
        // mutable. C permits access to any memory as `char`.
        unsafe output.append(inflating: input) { source, count, target, room in
            let source = unsafe UnsafeMutableRawPointer(mutating: source)
            let target = UnsafeMutableRawPointer(target)
            unsafe stream.pointee.next_in = source?.assumingMemoryBound(to: CChar.self)
            unsafe stream.pointee.avail_in = UInt32(count)
            unsafe stream.pointee.next_out = target?.assumingMemoryBound(to: CChar.self)
            unsafe stream.pointee.avail_out = UInt32(room)
            let status = unsafe BZ2_bzDecompress(stream)
            return unsafe InflateResult(
                consumed: count - Int(stream.pointee.avail_in), written: room - Int(stream.pointee.avail_out),
                isAtStreamEnd: status == BZ_STREAM_END, error: error(status))
        }
    }

    private func error(_ status: Int32) -> InflateError? {
        switch status {
        case BZ_OK, BZ_STREAM_END: nil
        case BZ_MEM_ERROR: .outOfMemory
        case BZ_DATA_ERROR, BZ_DATA_ERROR_MAGIC: .corrupt("incorrect data or checksum")
        default: .corrupt("libbz2 error \(status)")
        }
    }
}

/// An inflater for xz with the system's liblzma.
@safe final class XzInflater: Inflater {
    /// The stream, on the heap, because liblzma's state points back to it.
    private let stream: UnsafeMutablePointer<lzma_stream>
    private let maximumWindowBytes: Int

    /// More than liblzma needs besides the dictionary, in bytes.
    private static let stateBytes = 1 << 20

    /// - Parameter maximumWindowBytes: the maximum size of the dictionary of a stream.
    init(maximumWindowBytes: Int) throws(ImportError) {
        self.maximumWindowBytes = maximumWindowBytes
        // SAFETY: liblzma requires a stream of zeros; `deinit` frees the stream.
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: lzma_stream())
        // All properties are initialized, so `deinit` runs after this error and frees the stream.
        guard begin() else { throw .outOfMemory("to decompress xz") }
    }

    deinit {
        // SAFETY: not shared. liblzma ignores a stream that was not initialized.
        unsafe lzma_end(stream)
        unsafe stream.deallocate()
    }

    func begin() -> Bool {
        let memoryLimit = UInt64(maximumWindowBytes + Self.stateBytes)
        // SAFETY: the stream was allocated in init. liblzma uses the memory of the previous stream again.
        return unsafe lzma_stream_decoder(stream, memoryLimit, 0) == LZMA_OK
    }

    func inflate(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> InflateResult {
        // SAFETY: liblzma does not read or write more than the counts.
        unsafe output.append(inflating: input) { source, count, target, room in
            unsafe stream.pointee.next_in = source
            unsafe stream.pointee.avail_in = count
            unsafe stream.pointee.next_out = target
            unsafe stream.pointee.avail_out = room
            let status = unsafe lzma_code(stream, LZMA_RUN)
            return unsafe InflateResult(
                consumed: count - stream.pointee.avail_in, written: room - stream.pointee.avail_out,
                isAtStreamEnd: status == LZMA_STREAM_END, error: error(status))
        }
    }

    private func error(_ status: lzma_ret) -> InflateError? {
        switch status {
        // LZMA_BUF_ERROR is not an error: liblzma cannot make progress without more input or more room for output.
        case LZMA_OK, LZMA_STREAM_END, LZMA_BUF_ERROR: nil
        case LZMA_MEM_ERROR: .outOfMemory
        // SAFETY: the stream was initialized in init.
        case LZMA_MEMLIMIT_ERROR:
            .windowTooLarge(
                Int(clamping: unsafe lzma_memusage(stream)) - Self.stateBytes, limit: maximumWindowBytes)
        case LZMA_OPTIONS_ERROR:
            .unsupported("it requires a newer version of liblzma", advice: "decompress it first with xz -d")
        case LZMA_DATA_ERROR, LZMA_FORMAT_ERROR: .corrupt("incorrect data or checksum")
        default: .corrupt("liblzma error \(status.rawValue)")
        }
    }
}

/// An inflater for frames of lz4 with the system's liblz4, which skips skippable frames.
@safe final class Lz4Inflater: Inflater {
    private let context: OpaquePointer

    init() throws(ImportError) {
        var context: OpaquePointer?
        // SAFETY: `deinit` frees the context.
        unsafe LZ4F_createDecompressionContext(&context, UInt32(LZ4F_VERSION))
        guard let context = unsafe context else { throw .outOfMemory("to decompress lz4") }
        unsafe self.context = context
    }

    deinit {
        // SAFETY: created in init, and not shared.
        unsafe LZ4F_freeDecompressionContext(context)
    }

    /// liblz4 begins the next frame by itself.
    func begin() -> Bool { true }

    func inflate(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> InflateResult {
        // SAFETY: liblz4 does not read or write more than the sizes.
        unsafe output.append(inflating: input) { source, count, target, room in
            var (consumed, written) = (count, room)
            let result = unsafe LZ4F_decompress(context, target, &written, source, &consumed, nil)
            guard LZ4F_isError(result) == 0 else { return InflateResult(error: error(result)) }
            return InflateResult(consumed: consumed, written: written, isAtStreamEnd: result == 0)
        }
    }

    private func error(_ result: Int) -> InflateError {
        // SAFETY: the name is a constant string.
        let name = unsafe String(cString: LZ4F_getErrorName(result))
        return name == "ERROR_allocation_failed" ? .outOfMemory : .corrupt(name)
    }
}
