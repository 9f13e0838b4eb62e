extension Instant {
    /// Creates the instant with the fewest fractional digits from which an import reads the same date; `nil` if nine
    /// digits do not suffice.
    ///
    /// - Parameters:
    ///   - seconds: seconds since 1970, in the years 1 to 9999.
    ///   - isSame: returns whether the seconds that an import reads give the same date.
    init?(secondsSince1970 seconds: Double, where isSame: (Double) -> Bool) {
        let wholeSeconds = seconds.rounded(.down)
        var (nanosecondsPerUnit, unitsPerSecond) = (1_000_000_000, 1.0)
        while nanosecondsPerUnit > 0 {
            // Rounding up may carry into the next second.
            let units = Int(((seconds - wholeSeconds) * unitsPerSecond).rounded())
            let (carry, nanoseconds) = (units * nanosecondsPerUnit)
                .quotientAndRemainder(dividingBy: 1_000_000_000)
            self.init(seconds: Int(wholeSeconds) + carry, nanoseconds: nanoseconds)
            if isSame(secondsSince1970) { return }
            (nanosecondsPerUnit, unitsPerSecond) = (nanosecondsPerUnit / 10, unitsPerSecond * 10)
        }
        return nil
    }

    /// Returns the scalar that represents the instant; `nil` if the format cannot represent its fraction.
    func exported(as format: DateNotation.Format) -> ExportedScalar? {
        switch format {
        case .automatic, .iso8601, .text: return .string(iso8601)
        case .unixSeconds: return .number(number(fractionDigits: 9))
        case .unixMilliseconds: return .number(number(fractionDigits: 6))
        case .dotNet:
            guard nanoseconds % 1_000_000 == 0 else { return nil }
            return .string("/Date(\(number(fractionDigits: 6)))/")
        case .dotNetSimple: return nanoseconds == 0 ? .string(text(offset: "")) : nil
        case .dotNetWithTimeZone: return nanoseconds == 0 ? .string(text(offset: "+00:00")) : nil
        }
    }

    /// The instant in the form `2014-05-01T08:00:00.123Z`, with as many fractional digits as it needs.
    var iso8601: String { text(offset: "Z") }

    private func text(offset: String) -> String {
        let (days, second) = seconds.flooredQuotientAndRemainder(dividingBy: 86_400)
        let date = CivilDate(daysSince1970: days).components
        var text = ""
        text.reserveCapacity(30)
        text.append(date.year, digits: 4)
        text.append("-", date.month)
        text.append("-", date.day)
        text.append("T", second / 3600)
        text.append(":", second / 60 % 60)
        text.append(":", second % 60)
        if nanoseconds > 0 { text.appendFraction(nanoseconds, digits: 9) }
        return text + offset
    }

    /// Returns the time since 1970 as a number, in units of `10^fractionDigits` nanoseconds.
    private func number(fractionDigits: Int) -> String {
        let nanosecondsInAll = Int128(seconds) * 1_000_000_000 + Int128(nanoseconds)
        let unit = (0..<fractionDigits).reduce(Int128(1)) { unit, _ in unit * 10 }
        let (whole, fraction) = nanosecondsInAll.magnitude.quotientAndRemainder(dividingBy: unit.magnitude)
        var text = (nanosecondsInAll < 0 ? "-" : "") + String(whole)
        if fraction > 0 { text.appendFraction(Int(fraction), digits: fractionDigits) }
        return text
    }
}

extension Int {
    /// Returns the quotient, rounded down, and the remainder, which is not negative. The divisor must be positive.
    fileprivate func flooredQuotientAndRemainder(dividingBy divisor: Int) -> (Int, Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension String {
    /// Appends a number with leading zeros, as a fixed number of digits.
    fileprivate mutating func append(_ number: Int, digits: Int) {
        var unit = (1..<digits).reduce(1) { unit, _ in unit * 10 }
        while unit > 0 {
            unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "0") + UInt8(number / unit % 10)))
            unit /= 10
        }
    }

    /// Appends a separator, and a number with two digits.
    fileprivate mutating func append(_ separator: String, _ part: Int) {
        append(separator)
        append(part, digits: 2)
    }

    /// Appends a fraction without trailing zeros.
    fileprivate mutating func appendFraction(_ fraction: Int, digits: Int) {
        var (fraction, digits) = (fraction, digits)
        while fraction % 10 == 0 { (fraction, digits) = (fraction / 10, digits - 1) }
        append(".")
        append(fraction, digits: digits)
    }
}
