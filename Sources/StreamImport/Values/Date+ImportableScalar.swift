public import Foundation

extension Date: ImportableScalar {
    /// Makes the date that the token says, written as the field or ``ImportOptions/dates`` has it.
    ///
    /// One instant gives one and the same `Date`, in whichever form it is written: the `Double` nearest to its
    /// seconds since 1970.
    public init(_ token: borrowing ImportToken) throws {
        self = try token.date()
    }

    /// The date, written as the field or ``ExportOptions/dates`` has it.
    ///
    /// What is written is as exact as `timeIntervalSince1970`, from which reading makes the date again.
    ///
    /// - Throws: ``ImportError/Code/invalidValue`` for a date that cannot be written so without a change.
    public func exported(dates: DateStrategy) throws -> ExportedScalar { try dates.exported(self) }

    /// Those of a date.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.target.put($0, as: $1.dates) }
    }
}
