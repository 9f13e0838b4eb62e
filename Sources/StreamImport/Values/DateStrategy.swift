/// How dates are written in the input.
///
/// Days are those of the Gregorian calendar, from year 1 to year 9999. A date that cannot be read is an error.
public enum DateStrategy: Sendable {
    /// Any of ``iso8601`` and ``dotNet`` for a string, Unix seconds for a number.
    case automatic
    /// RFC 3339 and its relatives: `2014-05-01T08:00:00Z`, with `T` or a space, with fractions of a second,
    /// with `Z`, an offset, or neither (then it is UTC); also just the day, meaning its beginning in UTC.
    ///
    /// Offsets are written `+08:00`, `+0800` or `+08`. A leap second, `23:59:60`, is the second after it. Of a
    /// fraction nine digits count.
    case iso8601
    /// A number of seconds since 1970-01-01T00:00:00Z, with or without a fraction; also in a string.
    case unixSeconds
    /// A number of milliseconds since 1970-01-01T00:00:00Z, with or without a fraction; also in a string.
    case unixMilliseconds
    /// `/Date(1398902400000+0800)/`: milliseconds since 1970 in UTC; the offset only informs.
    case dotNet
    /// `yyyy-MM-dd'T'HH:mm:ss`, in UTC.
    case dotNetSimple
    /// `yyyy-MM-dd'T'HH:mm:ss` and an offset such as `+08:00` or `Z`.
    case dotNetWithTimeZone
}
