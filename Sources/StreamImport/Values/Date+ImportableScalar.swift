public import Foundation

extension Date: ImportableScalar {
    /// Creates the date of the token, in the format of the field or of ``ImportOptions/dates``.
    ///
    /// An instant gives the same `Date` in every format: the one whose seconds since 1970 are the `Double` nearest to
    /// the instant's.
    public init(_ token: borrowing ImportToken) throws {
        self = try token.date()
    }

    /// Returns the date in the format of the field or of ``ExportOptions/dates``.
    ///
    /// The written date is as exact as `timeIntervalSince1970`, from which an import makes the date again.
    ///
    /// - Throws: ``ImportError/Code/invalidValue`` for a date that the format cannot represent exactly.
    public func exported(dates: DateStrategy) throws -> ExportedScalar { try dates.exported(self) }

    /// The operations of a date, for which a target may have a form of its own.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.target.put($0, as: $1.dates) }
    }
}
