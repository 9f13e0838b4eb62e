extension Instant {
    /// Reads `2014-05-01T08:00:00.123+08:00` and its variants: with `t` or a space instead of `T`; without a fraction;
    /// with the offset `Z`, `z`, `+0800` or `+08`; without an offset, in UTC; or only the day, which means its
    /// beginning in UTC.
    package init?(iso8601 text: Span<UInt8>) {
        guard let date = CivilDate(text) else { return nil }
        seconds = date.daysSince1970 * 86_400
        if text.count == 10 { return }
        guard let time = text.timeOfDay, text.hasTimeDesignator else { return nil }
        seconds += time
        if text.count == 19 { return }
        var cursor = ByteCursor(text, from: 19)
        guard let fraction = cursor.fraction() else { return nil }
        nanoseconds = fraction
        if cursor.isAtEnd { return }
        guard let offset = cursor.offset(), cursor.isAtEnd else { return nil }
        seconds -= offset
    }

    /// Reads `2014-05-01T08:00:00`, in UTC; or, if `hasOffset` is set, `2014-05-01T08:00:00+08:00`.
    package init?(dotNetISO8601 text: Span<UInt8>, hasOffset: Bool) {
        guard let date = CivilDate(text), let time = text.timeOfDay, text[10] == UInt8(ascii: "T") else {
            return nil
        }
        var cursor = ByteCursor(text, from: 19)
        guard let offset = hasOffset ? cursor.offset() : 0, cursor.isAtEnd else { return nil }
        seconds = date.daysSince1970 * 86_400 + time - offset
    }
}

// Parts that are always at the same indices are read by index, which takes 6 ns less than with a cursor.

extension CivilDate {
    /// Reads the first ten bytes, `2014-05-01`.
    fileprivate init?(_ text: Span<UInt8>) {
        guard text.count >= 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-") else { return nil }
        self.init(
            year: text.twoDigits(at: 0) * 100 + text.twoDigits(at: 2), month: text.twoDigits(at: 5),
            day: text.twoDigits(at: 8))
    }
}

extension Span<UInt8> {
    /// The time in the bytes from index 11 on, `08:00:00`, in seconds since midnight. A leap second, `23:59:60`,
    /// becomes the second after it.
    fileprivate var timeOfDay: Int? {
        guard count >= 19, self[13] == UInt8(ascii: ":"), self[16] == UInt8(ascii: ":") else { return nil }
        let (hour, minute, second) = (twoDigits(at: 11), twoDigits(at: 14), twoDigits(at: 17))
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        return (hour * 60 + minute) * 60 + second
    }

    /// Whether the byte between day and time is `T`, `t` or a space.
    fileprivate var hasTimeDesignator: Bool {
        self[10] | 0x20 == UInt8(ascii: "t") || self[10] == UInt8(ascii: " ")
    }

    /// Returns the number that two digits spell; for other bytes 10,000, which is too great for any part of a date.
    fileprivate func twoDigits(at index: Int) -> Int {
        let tens = self[index] &- UInt8(ascii: "0")
        let ones = self[index + 1] &- UInt8(ascii: "0")
        return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : 10_000
    }
}

extension ByteCursor {
    /// Reads `.123` in nanoseconds, or nothing as 0. Ignores digits after the ninth, as a `Date` cannot hold them.
    fileprivate mutating func fraction() -> Int? {
        guard skip(UInt8(ascii: ".")) else { return 0 }
        guard let first = digit() else { return nil }
        var nanoseconds = Int(first) * 100_000_000
        var unit = 10_000_000
        while let digit = digit() {
            nanoseconds += Int(digit) * unit
            unit /= 10
        }
        return nanoseconds
    }

    /// Reads `Z`, `+08:00`, `+0800` or `+08`, in seconds east of Greenwich.
    package mutating func offset() -> Int? {
        if skip(letter: UInt8(ascii: "z")) { return 0 }
        let isWest = skip(UInt8(ascii: "-"))
        guard isWest || skip(UInt8(ascii: "+")), let hours = digits(2), hours < 24 else { return nil }
        var minutes = 0
        if skip(UInt8(ascii: ":")) || hasDigitAhead {
            guard let writtenMinutes = digits(2), writtenMinutes < 60 else { return nil }
            minutes = writtenMinutes
        }
        let seconds = (hours * 60 + minutes) * 60
        return isWest ? -seconds : seconds
    }
}
