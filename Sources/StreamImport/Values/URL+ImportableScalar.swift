public import Foundation

extension URL: ImportableScalar {
    /// Creates the URL that the token's string spells, without any change.
    ///
    /// An empty string is an error, and so is one with a character that must be escaped in a URL, such as a space: the
    /// initializer does not escape characters.
    public init(_ token: borrowing ImportToken) throws {
        try token.require(.string, expected: "a URL")
        guard !token.bytes.isEmpty,
            let url = URL(string: String(utf8: token.bytes), encodingInvalidCharacters: false)
        else { throw ScalarError.invalid(expected: "a URL") }
        self = url
    }

    /// Returns the absolute URL as a string, which includes the URL that this one is relative to.
    public func exported(dates: DateStrategy) -> ExportedScalar { .string(absoluteString) }
}
