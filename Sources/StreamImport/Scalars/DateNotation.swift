internal import Foundation

/// The format and the functions of a ``DateStrategy``.
///
/// A class, so that a token can refer to it without reference counting.
final class DateNotation: Sendable {
    enum Format: Sendable {
        case automatic, iso8601, unixSeconds, unixMilliseconds, dotNet, dotNetSimple, dotNetWithTimeZone
        /// Text that a function reads.
        case text(@Sendable (String) throws -> Date)
    }

    let format: Format
    /// The function that writes a date in the format `text`; `nil` for the other formats, and if the user passed no
    /// function.
    let write: (@Sendable (Date) throws -> String)?
    /// The pattern that the functions use; `nil` for functions of the user, and for formats without functions.
    private let pattern: DatePattern?

    /// Whether a function of the user reads dates.
    var callsFunction: Bool {
        if case .text = format { pattern == nil } else { false }
    }

    init(_ format: Format, write: (@Sendable (Date) throws -> String)?, pattern: DatePattern?) {
        self.format = format
        self.write = write
        self.pattern = pattern
    }
}

extension DateNotation: Hashable {
    static func == (left: DateNotation, right: DateNotation) -> Bool {
        left === right || (left.pattern != nil && left.pattern == right.pattern)
    }

    func hash(into hasher: inout Hasher) {
        if let pattern { hasher.combine(pattern) } else { hasher.combine(ObjectIdentifier(self)) }
    }
}
