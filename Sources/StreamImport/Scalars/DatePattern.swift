internal import Foundation

/// A pattern of `DateFormatter`.
struct DatePattern: Hashable, Sendable {
    let text: String
    /// The zone of dates that do not say theirs.
    let timeZone: TimeZone

    /// Functions that read and write dates by the pattern. Any number of threads may call them, as they may
    /// `DateFormatter`.
    func functions() -> (
        read: @Sendable (String) throws -> Date, write: @Sendable (Date) throws -> String
    ) {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.calendar = Calendar(identifier: .gregorian)
        // Else days before October 1582 would be those of Julius Caesar's calendar.
        formatter.gregorianStartDate = .distantPast
        formatter.timeZone = timeZone
        formatter.isLenient = false
        formatter.dateFormat = text
        return ({ date in try read(date, formatter) }, { date in try write(date, formatter) })
    }

    private func write(_ date: Date, _ formatter: DateFormatter) throws -> String {
        let string = formatter.string(from: date)
        guard (try? read(string, formatter)) == date else {
            throw ImportError.unwritableDate("\(date)", expected: "a date such as \(text)")
        }
        return string
    }

    private func read(_ date: String, _ formatter: DateFormatter) throws -> Date {
        guard isPlain(date), let date = formatter.date(from: date),
            CivilDate.secondsSince1970.contains(date.timeIntervalSince1970)
        else { throw UnreadableDate(pattern: text) }
        return date
    }

    /// Whether a text may be a date, as far as the formatter is not to be asked.
    private func isPlain(_ date: String) -> Bool {
        // It refuses whatever follows a date but white space.
        guard let first = date.first, let last = date.last, !first.isWhitespace, !last.isWhitespace else {
            return false
        }
        // It leaks memory when it comes upon a surrogate pair, and would trap if it stopped within one.
        return !date.utf8.contains { $0 >= 0xF0 }
    }
}

/// A text that is not a date as a pattern has it.
struct UnreadableDate: Error {
    let pattern: String
}
