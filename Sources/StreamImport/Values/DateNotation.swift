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
    /// What the function reads by, unless it is the user's.
    private let pattern: DatePattern?

    init(_ format: Format, pattern: DatePattern?) {
        self.format = format
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
