extension Instant {
    /// Reads `/Date(1398902400000)/` and `/Date(1398902400000+0800)/`, in upper or lower case.
    ///
    /// The milliseconds since 1970-01-01T00:00:00Z may be negative, and must lie in the years 1 to 9999. An offset only
    /// tells the time zone of the writer, and does not change the point in time.
    package init?(dotNet text: Span<UInt8>) {
        var cursor = ByteCursor(text)
        guard cursor.skip(UInt8(ascii: "/")), cursor.skipDate(), cursor.skip(UInt8(ascii: "(")),
            let milliseconds = cursor.milliseconds(), cursor.skipOffset(), cursor.skip(UInt8(ascii: ")")),
            cursor.skip(UInt8(ascii: "/")), cursor.isAtEnd
        else { return nil }
        seconds = milliseconds / 1_000
        nanoseconds = milliseconds % 1_000 * 1_000_000
        if nanoseconds < 0 {
            seconds -= 1
            nanoseconds += 1_000_000_000
        }
    }
}

extension ByteCursor {
    fileprivate mutating func skipDate() -> Bool {
        skip(letter: UInt8(ascii: "d")) && skip(letter: UInt8(ascii: "a")) && skip(letter: UInt8(ascii: "t"))
            && skip(letter: UInt8(ascii: "e"))
    }

    fileprivate mutating func milliseconds() -> Int? {
        let isNegative = skip(UInt8(ascii: "-"))
        guard let first = digit() else { return nil }
        var milliseconds = Int(first)
        while let digit = digit() {
            milliseconds = milliseconds * 10 + Int(digit)
            guard milliseconds <= 253_402_300_799_999 else { return nil }
        }
        guard isNegative else { return milliseconds }
        return milliseconds <= 62_135_596_800_000 ? -milliseconds : nil
    }

    /// Skips an offset such as `+0800`, or nothing. Returns `false` if the offset is malformed.
    fileprivate mutating func skipOffset() -> Bool {
        guard skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-")) else { return true }
        guard let hours = digits(2), let minutes = digits(2) else { return false }
        return hours < 24 && minutes < 60
    }
}
