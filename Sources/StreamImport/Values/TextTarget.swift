/// A target that writes values as JSON text.
///
/// The escapes and the indentation are those of libyajl's generator, which calls a function for each quote, separator and
/// string. With that generator, writing a row with JSON takes 11% more instructions (people).
@safe
package final class TextTarget: ExportTarget {
    private let sink: any ByteSink
    /// The number of bytes at which complete records are sent to the sink.
    private let capacity: Int
    /// Memory for the bytes that were written and not sent to the sink. The current record stays here until it is complete,
    /// however long it is. A record that cannot be written therefore leaves nothing in the output.
    ///
    /// With an array, an export takes 6% more instructions.
    private var memory: UnsafeMutableRawBufferPointer
    /// The number of bytes that were written and not sent. Private, so that the compiler proves that no two accesses overlap:
    /// the dynamic checks of a property that other modules see take 12% of the instructions of
    /// `ImportSequence.write(to:table:)` (people).
    private var end = 0
    /// The offset at which the current record begins.
    private var recordStart = 0
    /// The first error of the sink. Once the sink has failed, further bytes are dropped.
    private(set) var writeError: ImportError?

    private let isIndented: Bool
    /// Whether the text must be a single line.
    private let isLine: Bool
    /// The number of open brackets.
    private var depth = 0
    /// Whether a value precedes the next one in its array or object.
    private var hasPrevious = false
    /// Whether the next value belongs to the key that was written last.
    private var hasKey = false

    /// Creates a target for one record at a time, which sends no bytes to a sink.
    package convenience init(isIndented: Bool = false) {
        self.init(to: MemorySink(), capacity: 4 << 10, isIndented: isIndented)
    }

    init(to sink: any ByteSink, capacity: Int, isIndented: Bool, isLine: Bool = false) {
        self.sink = sink
        self.capacity = max(capacity, 1)
        self.isIndented = isIndented
        self.isLine = isLine
        // SAFETY: `deinit` deallocates the memory, and `grow` the memory that it replaces.
        unsafe memory = .allocate(byteCount: self.capacity, alignment: 1)
    }

    deinit {
        // SAFETY: no span of the bytes is left.
        unsafe memory.deallocate()
    }

    // MARK: - Records

    func startRecord() {
        if end >= capacity { flush() }
        recordStart = end
    }

    /// Discards the bytes of the current record.
    package func discardRecord() { end = recordStart }

    /// Sends all bytes to the sink.
    func flush() {
        if writeError == nil {
            do throws(ImportError) {
                try withBytes { bytes throws(ImportError) in try sink.write(bytes) }
            } catch {
                writeError = error
            }
        }
        (end, recordStart) = (0, 0)
    }

    /// The number of bytes that were written and not sent.
    package var count: Int { end }

    /// Calls `body` with the bytes that were written, which are valid for the call. It must not write others.
    package func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // SAFETY: the first `end` bytes are initialized, and stay where they are for the call.
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: memory[..<end])
        return try unsafe body(Span(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self)))
    }

    // MARK: - Parts

    package func put(_ scalar: ExportedScalar) {
        if case .string(let text) = scalar { return put(text) }
        startValue()
        scalar.text.withUTF8Span { append($0) }
        endValue()
    }

    package func put(_ text: String) {
        startValue()
        write(text)
        endValue()
    }

    package func put(json text: [UInt8]) -> Bool {
        startValue()
        append((isLine ? text.inOneLine : text).span)
        endValue()
        return true
    }

    package func key(_ key: String) {
        startValue()
        write(key)
        append(UInt8(ascii: ":"))
        if isIndented { append(UInt8(ascii: " ")) }
        hasKey = true
    }

    package func start(isObject: Bool) {
        startValue()
        append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        if isIndented { append(UInt8(ascii: "\n")) }
        depth += 1
        hasPrevious = false
    }

    package func end(isObject: Bool) {
        depth -= 1
        if isIndented {
            append(UInt8(ascii: "\n"))
            indent()
        }
        append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        endValue()
    }

    /// Prepares for another text.
    package func reset() {
        (depth, hasPrevious, hasKey) = (0, false, false)
    }

    /// Prepares for another text on a new line.
    func startLine() {
        reset()
        append(UInt8(ascii: "\n"))
    }

    // MARK: - Text

    /// Appends bytes as they are.
    package func append(_ bytes: Span<UInt8>) {
        // SAFETY: the bytes are valid for the call, and are copied.
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }

    private func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        // SAFETY: `grow` makes room for the bytes.
        if unsafe bytes.count > memory.count - end { grow(for: bytes.count) }
        unsafe (memory.baseAddress.unsafelyUnwrapped + end).copyMemory(from: source, byteCount: bytes.count)
        end &+= bytes.count
    }

    private func append(_ byte: UInt8) {
        // SAFETY: `grow` makes room for the byte.
        if unsafe end == memory.count { grow(for: 1) }
        unsafe memory[end] = byte
        end &+= 1
    }

    @inline(never)
    private func grow(for addedCount: Int) {
        // SAFETY: the first `end` bytes are initialized, and the new memory has room for them and for those that follow.
        let larger = unsafe UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(end + addedCount, 2 * memory.count), alignment: 1)
        unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<end]))
        unsafe memory.deallocate()
        unsafe memory = larger
    }

    /// Writes the separator and the indentation before a key, or before a value that has no key.
    private func startValue() {
        guard !hasKey else {
            hasKey = false
            return
        }
        if hasPrevious { append(UInt8(ascii: ",")) }
        guard isIndented else { return }
        if hasPrevious { append(UInt8(ascii: "\n")) }
        indent()
    }

    private func endValue() {
        hasPrevious = true
        if isIndented, depth == 0 { append(UInt8(ascii: "\n")) }
    }

    private func indent() {
        for _ in 0..<4 * depth { append(UInt8(ascii: " ")) }
    }

    /// Writes a string between quotation marks.
    private func write(_ text: String) {
        var text = text
        append(UInt8(ascii: "\""))
        // SAFETY: the bytes are valid for the call, and `next` is an index of one of them.
        text.withUTF8 { text in
            let text = UnsafeRawBufferPointer(text)
            var (start, next) = unsafe (0, Self.endOfPlainText(text, from: 0))
            while next < text.count {
                unsafe append(UnsafeRawBufferPointer(rebasing: text[start..<next]))
                writeEscape(of: unsafe text[next])
                start = next + 1
                next = unsafe Self.endOfPlainText(text, from: start)
            }
            unsafe append(UnsafeRawBufferPointer(rebasing: text[start...]))
        }
        append(UInt8(ascii: "\""))
    }

    /// Returns the index of the first byte that must be escaped, or the count of the bytes.
    private static func endOfPlainText(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
        var index = start
        // SAFETY: the conditions keep the index, and the seven bytes after that of a word, within the bytes.
        while index + 8 <= text.count,
            !isEscaped(inWord: unsafe text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        {
            index += 8
        }
        while index < text.count, !isEscaped(unsafe text[index]) { index += 1 }
        return index
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Returns whether any of eight bytes must be escaped.
    private static func isEscaped(inWord word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ ones &* UInt64(UInt8(ascii: "\""))
        let backslashes = word ^ ones &* UInt64(UInt8(ascii: "\\"))
        // A subtraction borrows from the highest bit of a byte if the byte is less than what is subtracted.
        let less =
            (word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
        return less & (ones &* 0x80) != 0
    }

    private func writeEscape(of byte: UInt8) {
        let escape: String =
            switch byte {
            case UInt8(ascii: "\""): #"\""#
            case UInt8(ascii: "\\"): #"\\"#
            case 0x08: #"\b"#
            case 0x09: #"\t"#
            case 0x0A: #"\n"#
            case 0x0C: #"\f"#
            case 0x0D: #"\r"#
            default: (byte < 0x10 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16, uppercase: true)
            }
        escape.withUTF8Span { append($0) }
    }
}

extension [UInt8] {
    /// A JSON text with spaces for line feeds and carriage returns, which are white space between its tokens.
    fileprivate var inOneLine: [UInt8] {
        let lineEnds = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        return contains { lineEnds.contains($0) }
            ? map { lineEnds.contains($0) ? UInt8(ascii: " ") : $0 } : self
    }
}
