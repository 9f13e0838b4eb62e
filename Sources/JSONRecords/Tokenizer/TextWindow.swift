internal import Foundation

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

/// Sixteen bytes of text that are examined at once.
///
/// The lanes are signed: ASCII bytes are not negative, all other bytes are. The compiler turns only comparisons of
/// signed lanes with a vector into single instructions.
struct ByteVector {
    typealias Lanes = SIMD16<Int8>
    typealias Mask = SIMDMask<Lanes>

    static let count = Lanes.scalarCount

    private let lanes: Lanes

    /// - Parameter bytes: the address of sixteen bytes.
    init(_ bytes: UnsafeRawPointer) {
        // SAFETY: the caller passes the address of sixteen bytes; bytes of any value are a valid vector.
        lanes = unsafe bytes.loadUnaligned(as: Lanes.self)
    }

    /// Loads the sixteen bytes of a text at an index.
    @inline(__always)
    init(_ text: Span<UInt8>, at index: Int) {
        precondition(index >= 0 && index <= text.count - Self.count)
        // SAFETY: the precondition keeps the bytes inside the text; bytes of any value are a valid vector.
        lanes = unsafe text.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: Lanes.self)
    }

    /// Returns whether any lane of a mask is set.
    static func any(_ mask: Mask) -> Bool {
        // SAFETY: a mask has the size of its vector, and each of its lanes is all ones or all zeros.
        unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self) != .zero
    }

    /// Returns the index of the first lane of a mask that is set; `nil` if none is.
    static func first(_ mask: Mask) -> Int? {
        // SAFETY: a mask has the size of its vector, and each of its lanes is all ones or all zeros.
        let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        if halves[0] != 0 { return halves[0].trailingZeroBitCount / 8 }
        return halves[1] == 0 ? nil : 8 + halves[1].trailingZeroBitCount / 8
    }

    /// The bytes that end a string (a quote or a line feed) or begin an escape.
    var endsPlainText: Mask {
        equals(UInt8(ascii: "\"")) .| equals(UInt8(ascii: "\\")) .| equals(0x0A) .| equals(0x1E)
    }

    /// Returns the lanes at which `\ud` or `\uD` begins. The arguments are the vectors that begin at, one byte after and
    /// two bytes after the first lane.
    static func surrogateEscapes(
        _ first: ByteVector, _ second: ByteVector, _ third: ByteVector
    ) -> Mask {
        let isLetter = third.equals(UInt8(ascii: "d")) .| third.equals(UInt8(ascii: "D"))
        return first.equals(UInt8(ascii: "\\")) .& second.equals(UInt8(ascii: "u")) .& isLetter
    }

    /// The bytes that are not ASCII, or are control characters below 0x20 other than white space.
    var isControlOrNonASCII: Mask {
        lanes .< Self.repeating(0x20) .& .!(equals(0x0A) .| equals(0x0D) .| equals(0x09))
    }

    /// Returns the bytes that are not valid UTF-8 (Unicode 16, table 3-7), or are control characters below 0x20 other
    /// than white space. The arguments are the vectors that begin one, two and three bytes before this one.
    func invalidBytes(
        after oneBefore: ByteVector, _ twoBefore: ByteVector, _ threeBefore: ByteVector
    ) -> Mask {
        let isTrailing = lanes .< Self.repeating(0xC0)
        let expectsTrailing =
            oneBefore.isAtLeast(0xC0) .| twoBefore.isAtLeast(0xE0) .| threeBefore.isAtLeast(0xF0)
        let isInvalidLead = isAtLeast(0xC0) .& (lanes .< Self.repeating(0xC2)) .| isAtLeast(0xF5)
        let isBelowA0 = lanes .< Self.repeating(0xA0)
        let isBelow90 = lanes .< Self.repeating(0x90)
        let isOverlong = oneBefore.equals(0xE0) .& isBelowA0 .| oneBefore.equals(0xF0) .& isBelow90
        let isSurrogateOrTooLarge =
            oneBefore.equals(0xED) .& .!isBelowA0 .| oneBefore.equals(0xF4) .& .!isBelow90
        let isControl = isASCII .& isControlOrNonASCII
        return isTrailing .^ expectsTrailing .| isInvalidLead .| isOverlong .| isSurrogateOrTooLarge
            .| isControl
    }

    private var isASCII: Mask { lanes .>= Self.repeating(0) }

    /// Returns the bytes that are at least `byte`, which must not be ASCII.
    private func isAtLeast(_ byte: UInt8) -> Mask {
        (lanes .>= Self.repeating(byte)) .& (lanes .< Self.repeating(0))
    }

    private func equals(_ byte: UInt8) -> Mask { lanes .== Self.repeating(byte) }

    private static func repeating(_ byte: UInt8) -> Lanes { Lanes(repeating: Int8(bitPattern: byte)) }
}

/// A position in the text, with its line and column.
struct LineCounter {
    private var offset = 0
    private var line = 1
    private var lineStart = 0

    /// Creates a counter at the beginning of a text.
    init() {}

    /// Creates a counter at a location.
    init(at location: SourceLocation) {
        (offset, line) = (location.offset, location.line)
        lineStart = location.offset - location.column + 1
    }

    /// Advances over `text`, which begins at the position.
    mutating func advance(over text: Span<UInt8>) {
        let lineFeeds = Self.countOfLineFeeds(in: text)
        if lineFeeds > 0 {
            line += lineFeeds
            var last = text.count - 1
            while text[last] != 0x0A { last -= 1 }
            lineStart = offset + last + 1
        }
        offset += text.count
    }

    /// Moves back to a position in `text`. The text begins at the position of `start`, and ends at the position of this
    /// counter.
    fileprivate mutating func rewind(to position: Int, in text: Span<UInt8>, from start: LineCounter) {
        let lineFeeds = Self.countOfLineFeeds(in: text.extracting(droppingFirst: position))
        offset = start.offset + position
        guard lineFeeds > 0 else { return }
        line -= lineFeeds
        var beginning = position
        while beginning > 0, text[beginning - 1] != 0x0A { beginning -= 1 }
        lineStart = beginning > 0 ? start.offset + beginning : start.lineStart
    }

    /// The position, as an offset, a line and a column.
    var location: SourceLocation {
        SourceLocation(offset: offset, line: line, column: offset - lineStart + 1)
    }

    private static func countOfLineFeeds(in text: Span<UInt8>) -> Int {
        ScanCount.add(text.count)
        // SAFETY: the indices stay below the count. Without bounds checks, the compiler vectorizes the loop.
        return unsafe text.withUnsafeBufferPointer { bytes in
            // Compact JSON has no line feeds; memchr detects this ten times as fast as the loop.
            guard let first = text.firstIndex(of: 0x0A) else { return 0 }
            var count = 0
            var index = first
            while index < bytes.count {
                // At most 255 bytes, so that the count fits a byte and each lane of a vector is a counter. 192 is a multiple
                // of the sizes of vectors, so that only the last block has single bytes.
                let end = min(index + 192, bytes.count)
                var block: UInt8 = 0
                while index < end {
                    block &+= unsafe bytes.baseAddress.unsafelyUnwrapped[index] == 0x0A ? 1 : 0
                    index += 1
                }
                count += Int(block)
            }
            return count
        }
    }
}
