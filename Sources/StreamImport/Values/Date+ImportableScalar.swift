public import Foundation

extension Date: ImportableScalar {
    /// Makes the date that the token says, written as the field or ``ImportOptions/dates`` has it.
    ///
    /// One instant gives one and the same `Date`, in whichever form it is written: the `Double` nearest to its
    /// seconds since 1970.
    public init(_ token: borrowing ImportToken) throws {
        self = try token.date()
    }
}
