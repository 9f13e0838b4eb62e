internal import Foundation

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
                text.startsWithSlash ? Instant(dotNet: text) : Instant(iso8601: text)
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

extension Span<UInt8> {
    fileprivate var startsWithSlash: Bool { !isEmpty && self[0] == UInt8(ascii: "/") }
}
