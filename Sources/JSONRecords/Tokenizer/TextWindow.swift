/// The part of the text that is in memory: one contiguous piece, which slides over the input.
///
/// Offsets into the window are called positions; `base` is the offset of position 0 in the whole text.
@safe
final class TextWindow {
    // Without exclusivity checks, which took a tenth of the time of a small text. No method gives other code access to
    // these properties.
    @exclusivity(unchecked) private var buffer: UnsafeMutableRawBufferPointer
    @safe @exclusivity(unchecked) private(set) var base = 0
    @safe @exclusivity(unchecked) private(set) var count = 0
    /// The line counter at position 0.
    @safe @exclusivity(unchecked) private var startCounter = LineCounter()
    /// The line counter at the position that was requested last, `cachedPosition`.
    @safe @exclusivity(unchecked) private var cachedCounter = LineCounter()
    @safe @exclusivity(unchecked) private var cachedPosition = 0

    init(capacity: Int) {
        // SAFETY: `deinit` frees the buffer, or `grow(to:)` when a larger buffer replaces it.
        unsafe buffer = .allocate(byteCount: capacity, alignment: 64)
    }

    deinit {
        // SAFETY: the buffer was allocated by this window, and no part of it is lent at this time.
        unsafe buffer.deallocate()
    }

    /// Removes the text, and starts another one.
    func restart() {
        (base, count) = (0, 0)
        (startCounter, cachedCounter) = (LineCounter(), LineCounter())
        cachedPosition = 0
    }

    /// Returns the text of a range of positions. Valid until the window slides or grows.
    func text(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        // SAFETY: the precondition keeps the range inside the bytes that were read.
        return unsafe UnsafeBufferPointer(
            rebasing: UnsafeBufferPointer(buffer.bindMemory(to: UInt8.self))[range])
    }

    /// Calls `body` with the text from `position` on.
    func withText<Result>(from position: Int = 0, _ body: (Span<UInt8>) -> Result) -> Result {
        // SAFETY: the span does not outlive the call, and nothing moves the buffer meanwhile.
        unsafe body(Span(_unsafeElements: text(position..<count)))
    }

    subscript(position: Int) -> UInt8 {
        precondition(position >= 0 && position < count)
        // SAFETY: the precondition keeps the access inside the bytes that were read.
        return unsafe buffer[position]
    }

    /// The address of position 0.
    var start: UnsafePointer<UInt8>? {
        // SAFETY: the buffer holds bytes.
        unsafe UnsafePointer(buffer.bindMemory(to: UInt8.self).baseAddress)
    }

    /// Returns the position after the first separator of a range; `nil` if the range has none.
    func end(of separator: Separator, in range: Range<Int>) -> Int? {
        // SAFETY: the window does not change during the call.
        unsafe text(range).firstIndex(ofByte: separator.rawValue).map { range.lowerBound + $0 + 1 }
    }

    /// Removes the text before `position`.
    func slide(to position: Int) {
        guard position > 0 else { return }
        withText { startCounter.advance(over: $0.extracting(first: position)) }
        // SAFETY: both ranges are inside the buffer; memmove allows them to overlap.
        unsafe buffer.baseAddress?.copyMemory(
            from: buffer.baseAddress! + position, byteCount: count - position)
        base += position
        count -= position
        cachedPosition -= position
        if cachedPosition < 0 { (cachedCounter, cachedPosition) = (startCounter, 0) }
    }

    /// Reads at most `size` bytes, and appends them to the text. Grows the window if necessary.
    func read(_ size: Int, from source: any ByteSource) throws(ImportError) -> SourceRead {
        if unsafe count + size > buffer.count { grow(to: max(count + size, unsafe buffer.count * 2)) }
        // SAFETY: the range is inside the buffer, which now has room for it.
        let read = try unsafe source.read(
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[count..<count + size]))
        if case .bytes(let added) = read { count += added }
        return read
    }

    private func grow(to capacity: Int) {
        // SAFETY: the old buffer is freed after its content was copied, and no part of it is lent at this time.
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 64)
        unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        unsafe buffer.deallocate()
        unsafe buffer = larger
    }

    /// Returns the line and column of an offset in the window or at its end.
    ///
    /// - Complexity: O(*n*) for *n* bytes between the offset and the last requested offset. For an offset before that
    ///   one, the bytes back to the beginning of its line are added.
    func location(of offset: Int) -> SourceLocation {
        let position = min(max(offset - base, 0), count)
        withText { text in
            if position < cachedPosition {
                cachedCounter.rewind(
                    to: position, in: text.extracting(first: cachedPosition), from: startCounter)
            } else {
                cachedCounter.advance(over: text.extracting(cachedPosition..<position))
            }
        }
        cachedPosition = position
        return cachedCounter.location
    }
}
