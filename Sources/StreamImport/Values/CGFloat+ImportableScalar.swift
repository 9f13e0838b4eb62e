public import Foundation

extension CGFloat: ImportableScalar {
    /// Creates a `CGFloat` from the `Double` nearest to the token's number.
    public init(_ token: borrowing ImportToken) throws { self.init(try Double(token)) }

    /// Returns the number, which is written with as few digits as suffice to read the same `Double`. Infinity and NaN
    /// are errors.
    public func exported(dates: DateStrategy) -> ExportedScalar { .double(Double(self)) }
}
