public import Foundation

extension Date: ImportableScalar {
    /// Creates the date of the token, in the format of the field or of ``ImportOptions/dates``.
    ///
    /// An instant gives the same `Date` in every format: the one whose seconds since 1970 are the `Double` nearest to
    /// the instant's.
    public init(_ token: borrowing ImportToken) throws {
        self = try token.date()
    }

    /// Returns the date in the format of the field or of ``ExportOptions/dates``.
    ///
    /// The written date is as exact as `timeIntervalSince1970`, from which an import makes the date again.
    ///
    /// - Throws: ``ImportError/Code/invalidValue`` for a date that the format cannot represent exactly.
    public func exported(dates: DateStrategy) throws -> ExportedScalar { try dates.exported(self) }

    /// The operations of a date, for which a target may have a form of its own.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.target.put($0, as: $1.dates) }
    }
}

/// The type that replaces `Double` in fields that declare a format of dates.
enum SecondsSince1970: Importable {
    /// The plan that makes values of `Double`.
    static var importPlan: ImportPlan { ImportPlan(type: Double.self, scalar: Self.self) }

    /// Stores the seconds from 1970 to the token's date, at an address with room for a `Double`.
    static func _store(
        _ token: borrowing ImportToken, at destination: UnsafeMutableRawPointer
    ) throws {
        Double.initialize(destination, to: try token.secondsSince1970())
    }
}

extension ImportToken {
    /// Returns the date of the token, in the format of the policies.
    func date() throws -> Date {
        if case .text(let read) = policies.dates { return try date(read) }
        return Date(timeIntervalSince1970: try secondsSince1970())
    }

    /// Returns the date of the token, in seconds since 1970-01-01T00:00:00Z.
    ///
    /// Only this function knows the forms that each strategy accepts. It creates a `Date` only if a function reads the
    /// token: a `Date` counts seconds from 2001, and therefore rounds them to other digits.
    func secondsSince1970() throws -> Double {
        switch policies.dates {
        case .automatic:
            if kind == .number { return try unixTime(power: 0, expected: "a date in seconds since 1970") }
            return try instant(expected: "a date (ISO 8601, /Date(ms)/ or seconds since 1970)") { text in
                !text.isEmpty && text[0] == UInt8(ascii: "/") ? Instant(dotNet: text) : Instant(iso8601: text)
            }
        case .iso8601:
            return try instant(expected: "a date in ISO 8601") { Instant(iso8601: $0) }
        case .dotNet:
            return try instant(expected: "a date such as /Date(1398902400000)/") { Instant(dotNet: $0) }
        case .dotNetSimple:
            return try instant(expected: "a date such as 2014-05-01T08:00:00") {
                Instant(dotNetISO8601: $0, hasOffset: false)
            }
        case .dotNetWithTimeZone:
            return try instant(expected: "a date such as 2014-05-01T08:00:00+08:00") {
                Instant(dotNetISO8601: $0, hasOffset: true)
            }
        case .unixSeconds:
            return try unixTime(power: 0, expected: "a date in seconds since 1970")
        case .unixMilliseconds:
            return try unixTime(power: -3, expected: "a date in milliseconds since 1970")
        case .text(let read):
            return try date(read).timeIntervalSince1970
        }
    }

    /// Returns the date that a function reads from a string, or from the spelling of a number.
    private func date(_ read: (String) throws -> Date) throws -> Date {
        try requireNumberOrString(expected: "a date")
        return try read(String(importKey: bytes))
    }

    private func instant(
        expected: StaticString, _ read: (Span<UInt8>) -> Instant?
    ) throws(ScalarError) -> Double {
        try require(.string, expected: expected)
        guard let instant = read(bytes) else { throw .invalid(expected: expected) }
        return instant.secondsSince1970
    }

    /// Returns the date of a number, or of a string that contains a number, in seconds since 1970. The unit of the
    /// number is `10^power` seconds.
    ///
    /// A date outside the years 1 to 9999 is an error, because milliseconds that are read as seconds would be in the
    /// far future. Digits after the nineteenth are ignored, because no `Date` can hold them.
    private func unixTime(power: Int, expected: StaticString) throws(ScalarError) -> Double {
        try requireNumberOrString(expected: expected)
        guard let number = JSONNumber<LeadingDigits>(bytes) else { throw .invalid(expected: expected) }
        let magnitude = Double.nearest(number.digits.value, power: number.exponent + power)
        guard let magnitude else { throw .invalid(expected: expected) }
        let seconds = number.isNegative ? -magnitude : magnitude
        guard CivilDate.secondsSince1970.contains(seconds) else { throw .outOfRange(expected: expected) }
        return seconds
    }
}

extension DateStrategy {
    /// Returns the scalar that represents a date.
    func exported(_ date: Date) throws -> ExportedScalar {
        if case .text = format { return .string(try text(of: date)) }
        // An import creates dates from seconds since 1970. The written date need only be exact to that precision.
        let seconds = date.timeIntervalSince1970
        let importedDate = Date(timeIntervalSince1970: seconds)
        return try exported(seconds) { Date(timeIntervalSince1970: $0) == importedDate }
    }

    /// Returns the scalar that represents a date, given in seconds since 1970-01-01T00:00:00Z.
    func exported(secondsSince1970 seconds: Double) throws -> ExportedScalar {
        guard case .text = format else { return try exported(seconds) { $0 == seconds } }
        let date = Date(timeIntervalSince1970: seconds)
        guard date.timeIntervalSince1970 == seconds else {
            throw ImportError.unwritableDate(
                "\(seconds) seconds since 1970", expected: "seconds since 1970 that Date can hold")
        }
        return .string(try text(of: date))
    }

    /// Returns the scalar that represents a date, given in seconds since 1970-01-01T00:00:00Z.
    ///
    /// - Parameter isSame: returns whether the seconds that an import reads give the same date.
    private func exported(
        _ seconds: Double, isSame: (Double) -> Bool
    ) throws(ImportError) -> ExportedScalar {
        guard CivilDate.secondsSince1970.contains(seconds) else {
            throw .unwritableDate("\(seconds) seconds since 1970", expected: "a date in the years 1 to 9999")
        }
        // A JSON number has room for all digits of the seconds.
        if case .unixSeconds = format {
            return Int(exactly: seconds).map { .integer($0) } ?? .double(seconds)
        }
        guard let instant = Instant(secondsSince1970: seconds, where: isSame) else {
            throw .unwritableDate("\(seconds) seconds since 1970", expected: "a date in whole nanoseconds")
        }
        guard let scalar = instant.exported(as: format) else {
            throw .unwritableDate(instant.iso8601, expected: example)
        }
        return scalar
    }

    private func text(of date: Date) throws -> String {
        guard let write else {
            throw ImportError(
                .invalidValue, "the custom date strategy cannot write dates",
                advice: "pass a write function to DateStrategy.custom")
        }
        return try write(date)
    }

    /// The expected value in the error for a date whose fraction the format cannot represent.
    private var example: String {
        switch format {
        case .dotNet: "a date such as /Date(1398902400000)/"
        case .dotNetSimple: "a date such as 2014-05-01T08:00:00"
        case .dotNetWithTimeZone: "a date such as 2014-05-01T08:00:00+00:00"
        default: "a date"
        }
    }
}

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
    func exported(as format: DateStrategy.Format) -> ExportedScalar? {
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
