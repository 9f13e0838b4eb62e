public import Foundation

extension URL: ImportableScalar {
    /// Makes the URL that the token's string is, as it stands.
    ///
    /// An empty string is an error, and so is one with characters that a URL writes in another way, such as
    /// a space: nothing is escaped on the way.
    public init(_ token: borrowing ImportToken) throws {
        try token.require(.string, expected: "a URL")
        guard !token.bytes.isEmpty,
            let url = URL(string: String(utf8: token.bytes), encodingInvalidCharacters: false)
        else { throw ScalarError.invalid(expected: "a URL") }
        self = url
    }

    /// A string that says all of the URL, what it is relative to included.
    public func exported(dates: DateStrategy) -> ExportedScalar { .string(absoluteString) }
}
