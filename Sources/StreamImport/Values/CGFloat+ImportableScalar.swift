public import Foundation

extension CGFloat: ImportableScalar {
    /// Makes the `Double` nearest to the token's number, as a `CGFloat`.
    public init(_ token: borrowing ImportToken) throws { self.init(try Double(token)) }

    /// The shortest number that is nearest to this one; infinity and NaN are errors.
    public func exported(dates: DateStrategy) -> ExportedScalar { .double(Double(self)) }
}
