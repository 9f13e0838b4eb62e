/// Errors in values that do not come from JSON text.
extension ImportError {
    static func invalidKeys(of type: String) -> ImportError {
        typeMismatch(expected: "an object with string or integer keys", found: type)
    }

    static func notFinite(_ number: NumberText) -> ImportError {
        ImportError(.invalidValue, "expected a finite number, found \(number)")
    }
}
