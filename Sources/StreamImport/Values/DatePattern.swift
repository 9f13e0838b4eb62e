internal import Foundation

/// A pattern of `DateFormatter`.
struct DatePattern: Hashable, Sendable {
    let text: String
    /// The zone of dates that do not say theirs.
    let timeZone: TimeZone

    /// A function that reads dates by the pattern. Any number of threads may call it, as they may `DateFormatter`.
    func reader() -> @Sendable (String) throws -> Date {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.calendar = Calendar(identifier: .gregorian)
        // Else days before October 1582 would be those of Julius Caesar's calendar.
        formatter.gregorianStartDate = .distantPast
        formatter.timeZone = timeZone
        formatter.isLenient = false
        formatter.dateFormat = text
        return { date in try read(date, formatter) }
    }

    private func read(_ date: String, _ formatter: DateFormatter) throws -> Date {
        // The formatter refuses what follows a date, but skips white space.
        guard let first = date.first, let last = date.last, !first.isWhitespace, !last.isWhitespace,
            let date = formatter.date(from: date),
            CivilDate.secondsSince1970.contains(date.timeIntervalSince1970)
        else { throw UnreadableDate(pattern: text) }
        return date
    }
}

/// A text that is not a date as a pattern has it.
struct UnreadableDate: Error {
    let pattern: String
}
