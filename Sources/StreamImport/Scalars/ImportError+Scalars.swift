/// The errors of scalars.
extension ImportError {
    /// Creates the error for one that a scalar's initializer has thrown.
    init(scalar error: any Error, found: String) {
        switch error {
        case ScalarError.typeMismatch(let expected):
            self = .typeMismatch(expected: "\(expected)", found: found)
        case ScalarError.outOfRange(let expected):
            self.init(.numberOutOfRange, "expected \(expected), found \(found)")
        case ScalarError.invalid(let expected):
            self.init(.invalidValue, "expected \(expected), found \(found)")
        case let date as UnreadableDate:
            self.init(.invalidValue, "expected a date such as \(date.pattern), found \(found)")
        default:
            self.init(.invalidValue, "\(found) was rejected: \(error)", cause: error)
        }
    }
}
