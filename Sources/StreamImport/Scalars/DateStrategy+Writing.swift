internal import Foundation

extension DateStrategy {
    /// Returns the scalar that represents a date.
    func exported(_ date: Date) throws -> ExportedScalar {
        if case .text = notation.format { return .string(try notation.text(of: date)) }
        // An import creates dates from seconds since 1970. The written date need only be exact to that precision.
        let seconds = date.timeIntervalSince1970
        let importedDate = Date(timeIntervalSince1970: seconds)
        return try exported(seconds) { Date(timeIntervalSince1970: $0) == importedDate }
    }

    /// Returns the scalar that represents a date, given in seconds since 1970-01-01T00:00:00Z.
    func exported(secondsSince1970 seconds: Double) throws -> ExportedScalar {
        guard case .text = notation.format else { return try exported(seconds) { $0 == seconds } }
        let date = Date(timeIntervalSince1970: seconds)
        guard date.timeIntervalSince1970 == seconds else {
            throw ImportError.unwritableDate(
                "\(seconds) seconds since 1970", expected: "seconds since 1970 that Date can hold")
        }
        return .string(try notation.text(of: date))
    }

    /// Returns the scalar that represents a date, given in seconds since 1970-01-01T00:00:00Z.
    ///
    /// - Parameter isSame: returns whether the seconds that an import reads give the same date.
    private func exported(
        _ seconds: Double, isSame: (Double) -> Bool
    ) throws(ImportError) -> ExportedScalar {
        guard CivilDate.secondsSince1970.contains(seconds) else {
            throw .unwritableDate("\(seconds) seconds since 1970", expected: "a date in the years 1 to 9999")
        }
        // A JSON number has room for all digits of the seconds.
        if case .unixSeconds = notation.format {
            return Int(exactly: seconds).map { .integer($0) } ?? .double(seconds)
        }
        guard let instant = Instant(secondsSince1970: seconds, where: isSame) else {
            throw .unwritableDate("\(seconds) seconds since 1970", expected: "a date in whole nanoseconds")
        }
        guard let scalar = instant.exported(as: notation.format) else {
            throw .unwritableDate(instant.iso8601, expected: notation.example)
        }
        return scalar
    }
}

extension DateNotation {
    fileprivate func text(of date: Date) throws -> String {
        guard let write else { throw ImportError.dateStrategyCannotWrite() }
        return try write(date)
    }

    /// The expected value in the error for a date whose fraction the format cannot represent.
    fileprivate var example: String {
        switch format {
        case .dotNet: "a date such as /Date(1398902400000)/"
        case .dotNetSimple: "a date such as 2014-05-01T08:00:00"
        case .dotNetWithTimeZone: "a date such as 2014-05-01T08:00:00+00:00"
        default: "a date"
        }
    }
}
