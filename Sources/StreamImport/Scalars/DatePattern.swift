internal import Foundation

/// A pattern of `DateFormatter`.
struct DatePattern: Hashable, Sendable {
    let text: String
    /// The time zone of dates that do not specify one.
    let timeZone: TimeZone

    /// Returns functions that read and write dates with the pattern. Several threads may call the functions at once,
    /// because `DateFormatter` allows it.
    func functions() -> (
        read: @Sendable (String) throws -> Date, write: @Sendable (Date) throws -> String
    ) {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.calendar = Calendar(identifier: .gregorian)
        // By default, days before October 1582 are in the Julian calendar.
        formatter.gregorianStartDate = .distantPast
        formatter.timeZone = timeZone
        formatter.isLenient = false
        formatter.dateFormat = text
        return ({ string in try read(string, formatter) }, { date in try write(date, formatter) })
    }

    private func write(_ date: Date, _ formatter: DateFormatter) throws -> String {
        let string = formatter.string(from: date)
        guard (try? read(string, formatter)) == date else {
            throw ImportError.unwritableDate("\(date)", expected: "a date such as \(text)")
        }
        return string
    }

    private func read(_ string: String, _ formatter: DateFormatter) throws -> Date {
        guard isSafeToParse(string), let date = formatter.date(from: string),
            CivilDate.secondsSince1970.contains(date.timeIntervalSince1970)
        else { throw UnreadableDate(pattern: text) }
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
