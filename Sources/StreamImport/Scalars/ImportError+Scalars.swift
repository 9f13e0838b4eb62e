/// The errors of scalars.
extension ImportError {
    /// Creates the import error for an error that a scalar's initializer has thrown.
    ///
    /// - Parameter found: an excerpt of the token.
    init(scalar error: any Error, found: String) {
        switch error {
        case ScalarError.typeMismatch(let expected):
            self = .typeMismatch(expected: "\(expected)", found: found)
        case ScalarError.outOfRange(let expected):
            self.init(.numberOutOfRange, "expected \(expected), found \(found)")
        case ScalarError.invalid(let expected):
            self.init(.invalidValue, "expected \(expected), found \(found)")
        case let unreadable as UnreadableDate:
            self.init(.invalidValue, "expected a date such as \(unreadable.pattern), found \(found)")
        default:
            self.init(.invalidValue, "\(found) was rejected: \(error)", cause: error)
        }
    }
}
