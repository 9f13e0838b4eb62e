public import Foundation

/// How dates are written in the input, and in what is exported.
///
/// Days are those of the Gregorian calendar, from year 1 to year 9999. A date that cannot be read is an error,
/// and so is one that cannot be written without a change.
public struct DateStrategy: Hashable, Sendable {
    let notation: DateNotation

    private init(
        _ format: DateNotation.Format, write: (@Sendable (Date) throws -> String)? = nil,
        pattern: DatePattern? = nil
    ) {
        notation = DateNotation(format, write: write, pattern: pattern)
    }

    /// Any of ``iso8601`` and ``dotNet`` for a string, Unix seconds for a number.
    public static let automatic = DateStrategy(.automatic)

    /// RFC 3339 and its relatives: `2014-05-01T08:00:00Z`, with `T` or a space, with fractions of a second,
    /// with `Z`, an offset, or neither (then it is UTC); also just the day, meaning its beginning in UTC.
    ///
    /// Offsets are written `+08:00`, `+0800` or `+08`. A leap second, `23:59:60`, is the second after it. Of a
    /// fraction nine digits count.
    public static let iso8601 = DateStrategy(.iso8601)

    /// A number of seconds since 1970-01-01T00:00:00Z, with or without a fraction; also in a string.
    public static let unixSeconds = DateStrategy(.unixSeconds)

    /// A number of milliseconds since 1970-01-01T00:00:00Z, with or without a fraction; also in a string.
    public static let unixMilliseconds = DateStrategy(.unixMilliseconds)

    /// `/Date(1398902400000+0800)/`: milliseconds since 1970 in UTC; the offset only informs.
    public static let dotNet = DateStrategy(.dotNet)

    /// `yyyy-MM-dd'T'HH:mm:ss`, in UTC.
    public static let dotNetSimple = DateStrategy(.dotNetSimple)

    /// `yyyy-MM-dd'T'HH:mm:ss` and an offset such as `+08:00` or `Z`.
    public static let dotNetWithTimeZone = DateStrategy(.dotNetWithTimeZone)

    /// What a pattern of Unicode Technical Standard 35 describes, such as `dd.MM.yyyy HH:mm`, with English names
    /// of months and days.
    ///
    /// All of the text has to be the date; how many digits a number has is as `DateFormatter` allows it. A number
    /// is read as the text that it is spelled with. What the pattern leaves out is that of
    /// 2000-01-01T00:00:00, and of a fraction of a second three digits count. The instant is in the years 1 to
    /// 9999 of UTC.
    ///
    /// Make one strategy and use it for all imports: it is costly to make, and may be used by several at once.
    ///
    /// - Parameters:
    ///   - pattern: the pattern.
    ///   - timeZone: the zone of dates that do not say theirs. GMT by default.
    public static func format(_ pattern: String, timeZone: TimeZone = .gmt) -> DateStrategy {
        let pattern = DatePattern(text: pattern, timeZone: timeZone)
        let (read, write) = pattern.functions()
        return DateStrategy(.text(read), write: write, pattern: pattern)
    }

    /// Whatever a function makes of the text.
    ///
    /// Equal to its own copies alone, as functions cannot be compared.
    ///
    /// - Parameters:
    ///   - read: makes the date of a string, or of a number's own spelling, such as `1.5e3`; a bool is an error. It is
    ///     called by the thread that parses, and by several at once if several imports use the strategy. Whatever it
    ///     throws rejects the record, with the thrown error as the cause.
    ///   - write: makes the string of a date, for exports; what `read` makes of it ought to be the same date. It is
    ///     called as `read` is, and what it throws ends the export. With `nil`, the default, every date does.
    public static func custom(
        _ read: @escaping @Sendable (String) throws -> Date,
        write: (@Sendable (Date) throws -> String)? = nil
    ) -> DateStrategy {
        DateStrategy(.text(read), write: write)
    }
}
