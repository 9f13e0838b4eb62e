#if canImport(Glibc)
    private import Glibc
#elseif canImport(Darwin)
    private import Darwin
#endif

/// The part of the text that is in memory: one contiguous piece, which slides over the input.
///
/// Offsets into the window are called positions; `base` is the offset of position 0 in the whole text.
@safe
final class TextWindow {
    /// The capacity of the first allocation.
    private let minimumCapacity: Int
    /// The capacity up to which the window stays allocated when it holds little text.
    private let maximumIdleCapacity: Int
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

    init(capacity: Int, maximumIdleCapacity: Int = 8 << 20) {
        minimumCapacity = capacity
        self.maximumIdleCapacity = maximumIdleCapacity
        // SAFETY: an empty buffer needs no address; `resize(to:)` allocates the memory.
        unsafe buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    deinit {
        // SAFETY: `resize(to:)` allocated the buffer, and no part of it is lent at this time.
        unsafe free(buffer.baseAddress)
    }

    /// Removes the text, and continues with text that begins at the position of a counter.
    func restart(at counter: LineCounter = LineCounter()) {
        (base, count) = (counter.location.offset, 0)
        (startCounter, cachedCounter) = (counter, counter)
        cachedPosition = 0
    }

    /// Removes the text from a position on.
    ///
    /// - Returns: the removed text.
    func removeText(from position: Int) -> [UInt8] {
        let removed = withText(from: position) { [UInt8](copying: $0) }
        count = position
        if cachedPosition > position { (cachedCounter, cachedPosition) = (startCounter, 0) }
        return removed
    }

    /// Returns the text of a range of positions. Valid until the window slides or grows.
    private func text(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        // SAFETY: the precondition keeps the range inside the bytes that were read.
        return unsafe UnsafeBufferPointer(
            rebasing: UnsafeBufferPointer(buffer.bindMemory(to: UInt8.self))[range])
    }

    /// Calls `body` with the text from `position` on.
    func withText<Result>(
        from position: Int = 0, _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        try withText(position..<count, body)
    }

    /// Calls `body` with the text of a range of positions. The window must neither slide nor grow during the call.
    @inline(__always)
    func withText<Result>(
        _ range: Range<Int>, _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        // SAFETY: the span does not outlive the call.
        try unsafe body(Span(_unsafeElements: text(range)))
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
        withText(range) { $0.firstIndex(of: separator.rawValue) }.map { range.lowerBound + $0 + 1 }
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
        ScanCount.add(count)
        cachedPosition -= position
        if cachedPosition < 0 { (cachedCounter, cachedPosition) = (startCounter, 0) }
        shrinkIfSparse()
    }

    /// Frees most of a large buffer, after the text that needed it was removed.
    private func shrinkIfSparse() {
        // SAFETY: only the size of the buffer is read.
        guard unsafe buffer.count > maximumIdleCapacity, unsafe count < buffer.count / 4 else { return }
        // If the system cannot shrink the buffer, the window keeps it.
        try? resize(to: max(2 * count, minimumCapacity))
    }

    /// Reads at most `size` bytes, and appends them to the text. Grows the window if necessary.
    func read(_ size: Int, from source: any ByteSource) throws(ImportError) -> SourceRead {
        if unsafe count + size > buffer.count {
            try resize(to: max(count + size, unsafe buffer.count + buffer.count / 2, minimumCapacity))
        }
        // SAFETY: the range is inside the buffer, which now has room for it.
        let read = try unsafe source.read(
            into: UnsafeMutableBufferPointer(
                rebasing: buffer.bindMemory(to: UInt8.self)[count..<count + size]))
        if case .bytes(let added) = read { count += added }
        return read
    }

    /// Changes the size of the buffer, to at least `count` bytes.
    ///
    /// Linux moves the pages of a large buffer without copying them. A window that copied its text took twice the size
    /// of a large record.
    ///
    /// - Throws: ``ImportError/Code/outOfMemory``. The buffer is then unchanged.
    private func resize(to capacity: Int) throws(ImportError) {
        // SAFETY: the C library allocated the buffer, or its address is null. No part of it is lent at this time.
        guard let address = unsafe realloc(buffer.baseAddress, capacity) else {
            throw .outOfMemory("for \(capacity) bytes of text")
        }
        unsafe buffer = UnsafeMutableRawBufferPointer(start: address, count: capacity)
    }

    /// Returns the line and column of an offset in the window or at its end.
    ///
    /// - Complexity: O(*n*) for *n* bytes between the offset and the last requested offset. For an offset before that
    ///   one, the bytes back to the beginning of its line are added.
    func location(of offset: Int) -> SourceLocation { counter(at: offset).location }

    /// Returns the line counter at an offset; see ``location(of:)``.
    func counter(at offset: Int) -> LineCounter {
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
        return cachedCounter
    }
}
