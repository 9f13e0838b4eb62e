internal import Foundation

/// What a ``DateStrategy`` stands for.
///
/// A class, so that a token can refer to it without counting references.
final class DateNotation: Sendable {
    enum Format: Sendable {
        case automatic, iso8601, unixSeconds, unixMilliseconds, dotNet, dotNetSimple, dotNetWithTimeZone
        /// Whatever the function reads.
        case text(@Sendable (String) throws -> Date)
    }

    let format: Format
    /// Makes the text of a date, where the format is a function's.
    let write: (@Sendable (Date) throws -> String)?
    /// What the functions go by, unless they are the user's.
    private let pattern: DatePattern?

    /// Whether dates are read by a function of the user's.
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
