/// What can be wrong with a scalar.
extension ImportError {
    /// The error of a scalar's initialiser.
    init(scalar fault: any Error, found: String) {
        switch fault {
        case ScalarFault.mismatch(let expected): self = .typeMismatch(expected: "\(expected)", found: found)
        case ScalarFault.outOfRange(let expected):
            self.init(.numberOutOfRange, "expected \(expected), found \(found)")
        case ScalarFault.invalid(let expected):
            self.init(.invalidValue, "expected \(expected), found \(found)")
        case let date as UnreadableDate:
            self.init(.invalidValue, "expected a date such as \(date.pattern), found \(found)")
        default:
            self.init(.invalidValue, "\(found) was refused: \(fault)", cause: fault)
        }
    }
}
