internal import Foundation

extension ImportToken {
    func date() throws -> Date {
        if case .text(let read) = policies.dates { return try date(read) }
        return Date(timeIntervalSince1970: try secondsSince1970())
    }

    /// The date that the token says, in seconds since 1970-01-01T00:00:00Z.
    ///
    /// This is the one place that knows which form each strategy allows. Nothing goes through a `Date` that need
    /// not: it counts from 2001, and so rounds other digits.
    func secondsSince1970() throws -> Double {
        switch policies.dates {
        case .automatic:
            if kind == .number { return try unixTime(power: 0, expected: "a date in seconds since 1970") }
            return try instant(expected: "a date (ISO 8601, /Date(ms)/ or seconds since 1970)") { text in
                text.startsWithSlash ? Instant(dotNet: text) : Instant(iso8601: text)
            }
        case .iso8601:
            return try instant(expected: "a date in ISO 8601") { Instant(iso8601: $0) }
        case .dotNet:
            return try instant(expected: "a date such as /Date(1398902400000)/") { Instant(dotNet: $0) }
        case .dotNetSimple:
            return try instant(expected: "a date such as 2014-05-01T08:00:00") {
                Instant(dotNet: $0, hasOffset: false)
            }
        case .dotNetWithTimeZone:
            return try instant(expected: "a date such as 2014-05-01T08:00:00+08:00") {
                Instant(dotNet: $0, hasOffset: true)
            }
        case .unixSeconds:
            return try unixTime(power: 0, expected: "a date in seconds since 1970")
        case .unixMilliseconds:
            return try unixTime(power: -3, expected: "a date in milliseconds since 1970")
        case .text(let read):
            return try date(read).timeIntervalSince1970
        }
    }

    /// What a function makes of a string, or of the spelling of a number.
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

    /// A number of `10^power` seconds since 1970, also in a string.
    ///
    /// Milliseconds taken for seconds would be in the far future: what is not in the years 1 to 9999 is
    /// refused. Digits after the nineteenth are left out, as no `Date` holds them.
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

extension Span<UInt8> {
    fileprivate var startsWithSlash: Bool { !isEmpty && self[0] == UInt8(ascii: "/") }
}
