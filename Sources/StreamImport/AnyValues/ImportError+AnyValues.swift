/// What can be wrong with a value that is not from a text.
extension ImportError {
    static func invalidKeys(of type: String) -> ImportError {
        typeMismatch(expected: "an object whose keys are strings or integers", found: type)
    }

    static func notFinite(_ number: NumberText) -> ImportError {
        ImportError(.invalidValue, "expected a finite number, found \(number)")
    }
}
