/// A point in time, exact to the nanosecond.
package struct Instant {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down. Leap seconds are not counted.
    package var seconds: Int

    /// The nanoseconds to add to the seconds, 0 to 999,999,999.
    package var nanoseconds = 0

    package init(seconds: Int, nanoseconds: Int = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Creates the instant at a number of milliseconds since 1970-01-01T00:00:00Z.
    package init(milliseconds: Int) {
        let (seconds, rest) = milliseconds.flooredQuotientAndRemainder(dividingBy: 1_000)
        self.init(seconds: seconds, nanoseconds: rest * 1_000_000)
    }

    /// The `Double` nearest to the seconds since 1970-01-01T00:00:00Z, in the years 1 to 9999. A JSON number with the same value
    /// becomes the same `Double`.
    package var secondsSince1970: Double {
        if nanoseconds == 0 { return Double(seconds) }
        // Above 2^29, neighboring values are at least 2^-23 apart. A fraction of nine digits is either exactly half way
        // between two values or at least 2^-54 away from the half-way point, so rounding the fraction first does not
        // change the result.
        // The end of the year 9999 is not rounded up to the next year.
        if seconds.magnitude > 1 << 29 {
            return min(
                Double(seconds) + Double(nanoseconds) / 1e9, CivilDate.secondsSince1970.upperBound.nextDown)
        }
        let total = seconds * 1_000_000_000 + nanoseconds
        let magnitude = Double.nearest(UInt64(total.magnitude), power: -9) ?? Double(total.magnitude) / 1e9
        return total < 0 ? -magnitude : magnitude
    }
}

/// A day of the proleptic Gregorian calendar, from year 1 on.
package struct CivilDate {
    /// Days since 1970-01-01.
    package let daysSince1970: Int

    /// The range of the years 1 to 9999, in seconds since 1970-01-01T00:00:00Z.
    package static var secondsSince1970: Range<Double> { -62_135_596_800..<253_402_300_800 }

    /// Creates a date; `nil` if the day does not exist, or if the year is not in the range from 1 to 9999.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(in: month, of: year)
        else { return nil }
        // Days are counted in years that begin in March, so that the leap day is the last day of its year. Month m of
        // such a year (March is 0) begins (153 m + 2) / 5 days after the beginning of the year.
        let marchYear = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let days = 365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear
        // The days from 0000-03-01 to 1970-01-01.
        daysSince1970 = days - 719_468
    }

    /// Creates a date from its day number, in year 1 or later.
    package init(daysSince1970: Int) {
        self.daysSince1970 = daysSince1970
    }

    /// The year, the month and the day.
    package var components: (year: Int, month: Int, day: Int) {
        // Years begin in March, as in `init(year:month:day:)`. 400 years have 146,097 days, and the last year of 4, 100
        // and 400 years may be a day longer or shorter.
        let (eras, day) = (daysSince1970 + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let isNextYear = month >= 10
        return (
            eras * 400 + year + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }

    /// The date in the form `2014-05-01`.
    package var text: String {
        let (year, month, day) = components
        return "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
}

extension Instant {
    /// Reads `2014-05-01T08:00:00.123+08:00` and its variants: with `t` or a space instead of `T`; without a fraction;
    /// with the offset `Z`, `z`, `+0800` or `+08`; without an offset, in UTC; or only the day, which means its
    /// beginning in UTC. The instant must be in the years 1 to 9999 in UTC.
    package init?(iso8601 text: Span<UInt8>) {
        guard let date = CivilDate(text) else { return nil }
        seconds = date.daysSince1970 * 86_400
        if text.count == 10 { return }
        guard let time = text.timeOfDay, text.hasTimeDesignator else { return nil }
        seconds += time
        if text.count > 19 {
            var cursor = ByteCursor(text, from: 19)
            guard let fraction = cursor.fraction(), let offset = cursor.isAtEnd ? 0 : cursor.offset(),
                cursor.isAtEnd
            else { return nil }
            nanoseconds = fraction
            seconds -= offset
        }
        guard isInYears1To9999 else { return nil }
    }

    /// Reads `2014-05-01T08:00:00`, in UTC; or, if `hasOffset` is set, `2014-05-01T08:00:00+08:00`. The instant must be in the
    /// years 1 to 9999 in UTC.
    package init?(dotNetISO8601 text: Span<UInt8>, hasOffset: Bool) {
        guard let date = CivilDate(text), let time = text.timeOfDay, text[10] == UInt8(ascii: "T") else {
            return nil
        }
        var cursor = ByteCursor(text, from: 19)
        guard let offset = hasOffset ? cursor.offset() : 0, cursor.isAtEnd else { return nil }
        seconds = date.daysSince1970 * 86_400 + time - offset
        guard isInYears1To9999 else { return nil }
    }

    /// Whether the instant is in the years 1 to 9999 in UTC.
    package var isInYears1To9999: Bool { CivilDate.secondsSince1970.contains(Double(seconds)) }
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

extension Instant {
    /// Reads `/Date(1398902400000)/` and `/Date(1398902400000+0800)/`, in upper or lower case.
    ///
    /// The milliseconds since 1970-01-01T00:00:00Z may be negative, and must lie in the years 1 to 9999. An offset only
    /// tells the time zone of the writer, and does not change the point in time.
    package init?(dotNet text: Span<UInt8>) {
        var cursor = ByteCursor(text)
        guard cursor.skip(UInt8(ascii: "/")), cursor.skip(word: "date"), cursor.skip(UInt8(ascii: "(")),
            let milliseconds = cursor.milliseconds(), cursor.skipOffset(), cursor.skip(UInt8(ascii: ")")),
            cursor.skip(UInt8(ascii: "/")), cursor.isAtEnd
        else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension ByteCursor {
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

extension Int {
    /// Returns the quotient, rounded down, and the remainder, which is not negative. The divisor must be positive.
    package func flooredQuotientAndRemainder(dividingBy divisor: Int) -> (Int, Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
