/// A target that writes values as JSON text.
///
/// The escapes and the indentation are those of libyajl's generator, which calls a function for each quote, separator and
/// string. With that generator, writing a row with JSON takes 11% more instructions (people).
package final class TextTarget: ExportTarget {
    private let buffer: OutputBuffer
    private let isIndented: Bool
    /// Whether the text must be a single line.
    private let isLine: Bool
    /// The number of open brackets.
    private var depth = 0
    /// Whether a value precedes the next one in its array or object.
    private var hasPrevious = false
    /// Whether the next value belongs to the key that was written last.
    private var hasKey = false

    package init(buffer: OutputBuffer, isIndented: Bool, isLine: Bool = false) {
        self.buffer = buffer
        self.isIndented = isIndented
        self.isLine = isLine
    }

    // MARK: - Parts

    package func put(_ scalar: ExportedScalar) {
        switch scalar {
        case .null: put(literal: "null")
        case .bool(let value): put(literal: value ? "true" : "false")
        case .string(let text): put(text)
        case .integer(let number): put(number: String(number))
        case .unsigned(let number): put(number: String(number))
        case .double(let number): put(number: number.description)
        case .decimal(let number): put(number: number.description)
        case .number(let text): put(number: text)
        }
    }

    package func put(_ text: String) {
        startValue()
        write(text)
        endValue()
    }

    package func put(json text: [UInt8]) -> Bool {
        startValue()
        // SAFETY: the bytes are valid for the call, and the buffer copies them.
        unsafe (isLine ? text.inOneLine : text).withUnsafeBytes { unsafe buffer.append($0) }
        endValue()
        return true
    }

    package func key(_ key: String) {
        startValue()
        write(key)
        buffer.append(UInt8(ascii: ":"))
        if isIndented { buffer.append(UInt8(ascii: " ")) }
        hasKey = true
    }

    package func start(isObject: Bool) {
        startValue()
        buffer.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        if isIndented { buffer.append("\n") }
        depth += 1
        hasPrevious = false
    }

    package func end(isObject: Bool) {
        depth -= 1
        if isIndented {
            buffer.append("\n")
            indent()
        }
        buffer.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        endValue()
    }

    /// Prepares for another text.
    package func reset() {
        (depth, hasPrevious, hasKey) = (0, false, false)
    }

    /// Prepares for another text on a new line.
    func startLine() {
        reset()
        buffer.append("\n")
    }

    // MARK: - Text

    private func put(literal text: StaticString) {
        startValue()
        buffer.append(text)
        endValue()
    }

    private func put(number: String) {
        startValue()
        var text = number
        // SAFETY: the bytes are valid for the call, and the buffer copies them.
        text.withUTF8 { unsafe buffer.append(UnsafeRawBufferPointer($0)) }
        endValue()
    }

    /// Writes the separator and the indentation before a key, or before a value that has no key.
    private func startValue() {
        guard !hasKey else {
            hasKey = false
            return
        }
        if hasPrevious { buffer.append(UInt8(ascii: ",")) }
        guard isIndented else { return }
        if hasPrevious { buffer.append("\n") }
        indent()
    }

    private func endValue() {
        hasPrevious = true
        if isIndented, depth == 0 { buffer.append("\n") }
    }

    private func indent() {
        for _ in 0..<depth { buffer.append("    ") }
    }

    /// Writes a string between quotation marks.
    private func write(_ text: String) {
        var text = text
        // SAFETY: the bytes are valid for the call, and the buffer copies them.
        text.withUTF8 { unsafe write(UnsafeRawBufferPointer($0)) }
    }

    private func write(_ text: UnsafeRawBufferPointer) {
        let quote = UInt8(ascii: "\"")
        // SAFETY: `end` is at least `start`, and not greater than the count of the bytes, which the caller keeps.
        var end = unsafe Self.endOfPlainText(text, from: 0)
        guard end < text.count else { return unsafe buffer.append(text, between: quote) }
        buffer.append(quote)
        var start = 0
        while end < text.count {
            unsafe buffer.append(UnsafeRawBufferPointer(rebasing: text[start..<end]))
            writeEscape(of: unsafe text[end])
            start = end + 1
            end = unsafe Self.endOfPlainText(text, from: start)
        }
        unsafe buffer.append(UnsafeRawBufferPointer(rebasing: text[start...]))
        buffer.append(quote)
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
        switch byte {
        case UInt8(ascii: "\""): buffer.append(#"\""#)
        case UInt8(ascii: "\\"): buffer.append(#"\\"#)
        case 0x08: buffer.append(#"\b"#)
        case 0x09: buffer.append(#"\t"#)
        case 0x0A: buffer.append(#"\n"#)
        case 0x0C: buffer.append(#"\f"#)
        case 0x0D: buffer.append(#"\r"#)
        default:
            buffer.append(byte < 0x10 ? (#"\u000"# as StaticString) : #"\u001"#)
            let digit = byte & 0xF
            buffer.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
        }
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

/// A buffer of text for a sink, whose memory is reused.
///
/// The current record stays in the buffer until it is complete, however long it is. A record that cannot be written
/// therefore leaves nothing in the output.
@safe
package final class OutputBuffer {
    private let sink: any ByteSink
    /// The number of gathered bytes at which complete records are sent to the sink, and the initial size of the memory.
    private let capacity: Int
    private var memory: UnsafeMutableRawBufferPointer
    /// The number of gathered bytes. Private, so that the compiler proves that no two accesses overlap: the dynamic checks of
    /// a property that other modules see take 12% of the instructions of `ImportSequence.write(to:table:)` (people).
    private var end = 0
    /// The offset at which the current record begins.
    private var recordStart = 0
    /// The first error of the sink. Once the sink has failed, appended bytes are dropped.
    private(set) var writeError: ImportError?

    /// Creates a buffer for one record at a time, which sends no bytes to a sink.
    package convenience init() {
        self.init(MemorySink(), capacity: 4 << 10)
    }

    init(_ sink: any ByteSink, capacity: Int) {
        self.sink = sink
        self.capacity = max(capacity, 1)
        // SAFETY: `deinit` deallocates the memory, and `grow` the memory that it replaces.
        unsafe memory = .allocate(byteCount: self.capacity, alignment: 1)
    }

    deinit {
        // SAFETY: the buffer allocated the memory. Users of ``bytes`` keep the buffer alive while they read them.
        unsafe memory.deallocate()
    }

    /// The number of gathered bytes.
    package var count: Int { end }

    package func append(_ bytes: UnsafeRawBufferPointer) {
        guard writeError == nil, let source = bytes.baseAddress else { return }
        if unsafe bytes.count > memory.count - end { makeRoom(for: bytes.count) }
        // SAFETY: `makeRoom` has ensured that the bytes fit.
        unsafe (memory.baseAddress.unsafelyUnwrapped + end).copyMemory(from: source, byteCount: bytes.count)
        end &+= bytes.count
    }

    func append(_ byte: UInt8) {
        guard writeError == nil else { return }
        if unsafe end == memory.count { makeRoom(for: 1) }
        // SAFETY: `makeRoom` has ensured that the byte fits.
        unsafe memory[end] = byte
        end &+= 1
    }

    /// Appends bytes, with the same byte before and after them.
    func append(_ bytes: UnsafeRawBufferPointer, between delimiter: UInt8) {
        guard writeError == nil else { return }
        let addedCount = bytes.count + 2
        if unsafe addedCount > memory.count - end { makeRoom(for: addedCount) }
        // SAFETY: `makeRoom` has ensured that the bytes fit.
        let destination = unsafe memory.baseAddress.unsafelyUnwrapped + end
        unsafe destination.storeBytes(of: delimiter, as: UInt8.self)
        if let source = bytes.baseAddress {
            unsafe (destination + 1).copyMemory(from: source, byteCount: bytes.count)
        }
        unsafe destination.storeBytes(of: delimiter, toByteOffset: addedCount - 1, as: UInt8.self)
        end &+= addedCount
    }

    /// The gathered bytes, valid until bytes are appended or discarded.
    package var bytes: UnsafeRawBufferPointer {
        // SAFETY: the first `end` bytes are initialized.
        unsafe UnsafeRawBufferPointer(rebasing: memory[..<end])
    }

    func append(_ text: StaticString) {
        // SAFETY: the bytes of a static string are valid for the lifetime of the process.
        unsafe append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Sends all gathered bytes to the sink.
    func flush() {
        flushPrefix(end)
    }

    func startRecord() {
        if end >= capacity { flush() }
        recordStart = end
    }

    /// Discards the bytes of the current record.
    package func discardRecord() {
        end = recordStart
    }

    /// Sends the records before the current one to the sink and, if the memory still has too little room, grows it.
    @inline(never)
    private func makeRoom(for addedCount: Int) {
        flushPrefix(recordStart)
        // SAFETY: only the size of the memory is read.
        guard unsafe addedCount > memory.count - end else { return }
        unsafe grow(to: max(end + addedCount, 2 * memory.count))
    }

    private func grow(to size: Int) {
        // SAFETY: the first `end` bytes are initialized, and the new memory has room for them. `deinit` deallocates
        // the new memory.
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<end]))
        unsafe memory.deallocate()
        unsafe memory = larger
    }

    /// Sends the first bytes to the sink, and moves the others to the beginning of the memory.
    private func flushPrefix(_ length: Int) {
        guard length > 0 else { return }
        // SAFETY: the first `end` bytes are initialized; `copyMemory` accepts ranges that overlap.
        unsafe send(UnsafeRawBufferPointer(rebasing: memory[..<length]))
        unsafe memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[length..<end]))
        end -= length
        recordStart = 0
    }

    private func send(_ bytes: UnsafeRawBufferPointer) {
        guard writeError == nil else { return }
        // SAFETY: the caller keeps the bytes valid for the call.
        let text = unsafe Span(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self))
        do throws(ImportError) { try sink.write(text) } catch { writeError = error }
    }
}
