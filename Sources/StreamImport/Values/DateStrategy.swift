public import Foundation

/// The format of dates in the input and in exports.
///
/// Dates are in the Gregorian calendar, from year 1 to year 9999 in UTC. A date that cannot be read is an error, and so is one
/// that cannot be written exactly.
public final class DateStrategy: Hashable, Sendable {
    // A class, so that a token can refer to it without reference counting.

    enum Format: Sendable {
        case automatic, iso8601, unixSeconds, unixMilliseconds, dotNet, dotNetSimple, dotNetWithTimeZone
        /// Text that a function reads.
        case text(@Sendable (String) throws -> Date)
    }

    let format: Format
    /// The function that writes a date in the format `text`; `nil` for the other formats, and if the user passed no
    /// function.
    let write: (@Sendable (Date) throws -> String)?
    /// The pattern that the functions use, and the time zone of dates that do not specify one; `nil` for functions of the
    /// user, and for formats without functions.
    private let pattern: (text: String, timeZone: TimeZone)?

    private init(
        _ format: Format, write: (@Sendable (Date) throws -> String)? = nil,
        pattern: (text: String, timeZone: TimeZone)? = nil
    ) {
        (self.format, self.write, self.pattern) = (format, write, pattern)
    }

    /// Whether a function of the user reads dates.
    var callsFunction: Bool {
        if case .text = format { pattern == nil } else { false }
    }

    /// Returns whether two strategies have the same format. Those with functions are equal only to themselves.
    public static func == (left: DateStrategy, right: DateStrategy) -> Bool {
        if left === right { return true }
        guard let pattern = left.pattern, let other = right.pattern else { return false }
        return pattern == other
    }

    /// Hashes the format.
    public func hash(into hasher: inout Hasher) {
        guard let pattern else { return hasher.combine(ObjectIdentifier(self)) }
        hasher.combine(pattern.text)
        hasher.combine(pattern.timeZone)
    }

    /// A string in any form of ``iso8601`` or ``dotNet``, or a number of Unix seconds. Exports write the form of
    /// ``iso8601``.
    public static let automatic = DateStrategy(.automatic)

    /// RFC 3339 and similar forms: `2014-05-01T08:00:00Z`, with `T` or a space, with or without a fraction of a second,
    /// with `Z`, an offset, or neither (UTC). Also a day alone (its beginning in UTC).
    ///
    /// Offsets are written `+08:00`, `+0800` or `+08`. A leap second, `23:59:60`, is read as the second after it. The
    /// first nine digits of a fraction count.
    public static let iso8601 = DateStrategy(.iso8601)

    /// A number of seconds since 1970-01-01T00:00:00Z, with or without a fraction; also in a string.
    public static let unixSeconds = DateStrategy(.unixSeconds)

    /// A number of milliseconds since 1970-01-01T00:00:00Z, with or without a fraction; also in a string.
    public static let unixMilliseconds = DateStrategy(.unixMilliseconds)

    /// `/Date(1398902400000+0800)/`: milliseconds since 1970 in UTC. The offset is optional, and does not change the
    /// date.
    public static let dotNet = DateStrategy(.dotNet)

    /// `yyyy-MM-dd'T'HH:mm:ss`, in UTC.
    public static let dotNetSimple = DateStrategy(.dotNetSimple)

    /// `yyyy-MM-dd'T'HH:mm:ss` and an offset such as `+08:00` or `Z`.
    public static let dotNetWithTimeZone = DateStrategy(.dotNetWithTimeZone)

    /// Returns a strategy for a pattern of Unicode Technical Standard 35, such as `dd.MM.yyyy HH:mm`, with English
    /// names of months and days.
    ///
    /// The date must span the whole text. `DateFormatter` decides how many digits a number may have. A JSON number is
    /// read as the text that spells it. Components that the pattern omits are those of 2000-01-01T00:00:00. The first
    /// three digits of a fraction of a second count. The instant must be in the years 1 to 9999 in UTC.
    ///
    /// Create one strategy and use it for all imports: creating it is expensive, and several imports may use it at
    /// once.
    ///
    /// - Parameters:
    ///   - pattern: the pattern.
    ///   - timeZone: the time zone of dates that do not specify one. GMT by default.
    public static func format(_ pattern: String, timeZone: TimeZone = .gmt) -> DateStrategy {
        let formatter = DateFormatter(pattern: pattern, timeZone: timeZone)
        return DateStrategy(
            .text { try formatter.read($0) }, write: { try formatter.write($0) }, pattern: (pattern, timeZone)
        )
    }

    /// Returns a strategy that reads and writes dates with functions.
    ///
    /// Such a strategy is equal only to its own copies, because functions cannot be compared.
    ///
    /// - Parameters:
    ///   - read: returns the date for a string, or for the spelling of a number, such as `1.5e3`. A bool is an error.
    ///     The parsing thread calls the function; if several imports use the strategy, several threads call it at once.
    ///     An error that it throws rejects the record and is the cause of the record's error.
    ///   - write: returns the string for a date, for exports. `read` should return the same date for this string. The
    ///     exporting thread calls the function; several threads may call it at once. An error that it throws ends the
    ///     export. If `write` is `nil`, as by default, exporting a date is an error.
    public static func custom(
        _ read: @escaping @Sendable (String) throws -> Date,
        write: (@Sendable (Date) throws -> String)? = nil
    ) -> DateStrategy {
        DateStrategy(.text(read), write: write)
    }
}

extension DateFormatter {
    /// Creates a formatter for dates with a pattern. Several threads may use it at once.
    fileprivate convenience init(pattern: String, timeZone: TimeZone) {
        self.init()
        locale = Locale(identifier: "en_US_POSIX")
        calendar = Calendar(identifier: .gregorian)
        // By default, days before October 1582 are in the Julian calendar.
        gregorianStartDate = .distantPast
        self.timeZone = timeZone
        isLenient = false
        dateFormat = pattern
    }

    fileprivate func write(_ date: Date) throws -> String {
        let string = string(from: date)
        guard (try? read(string)) == date else {
            throw ImportError.unwritableDate("\(date)", expected: "a date such as \(dateFormat ?? "")")
        }
        return string
    }

    fileprivate func read(_ string: String) throws -> Date {
        guard isSafeToParse(string), let date = date(from: string),
            CivilDate.secondsSince1970.contains(date.timeIntervalSince1970)
        else { throw UnreadableDate(pattern: dateFormat ?? "") }
        return date
    }

    /// Returns whether the formatter may parse a string.
    private func isSafeToParse(_ string: String) -> Bool {
        // The formatter rejects any text after a date except white space, so white space is rejected here.
        guard let first = string.first, let last = string.last, !first.isWhitespace, !last.isWhitespace else {
            return false
        }
        // The formatter leaks memory on a surrogate pair, and a match that ends within one would trap. In UTF-8, only
        // characters with a surrogate pair have a byte of 0xF0 or more.
        return !string.utf8.contains { $0 >= 0xF0 }
    }
}

/// The error for a text that is not a date in the format of a pattern.
struct UnreadableDate: Error {
    let pattern: String
}
