/// A syntax error at a token of the JSON text.
struct SyntaxError: Equatable {
    /// A part of the message of libyajl 2.1.0.
    private let yajlMessage: String
    let code: ImportError.Code
    /// The message for the user, up to the offending token.
    private let message: String

    private init(_ yajlMessage: String, _ code: ImportError.Code, _ message: String) {
        (self.yajlMessage, self.code, self.message) = (yajlMessage, code, message)
    }

    static let unexpectedToken = Self("unallowed token", .unexpectedToken, "expected a value, found ")
    static let commaOrBraceExpected = Self(
        "after key and value", .unexpectedToken, "expected ',' or '}' after a member, found ")
    static let trailingData = Self(
        "trailing garbage", .trailingData, "expected the end of the input after the JSON value, found ")
    static let comment = Self("comment", .invalidToken, "expected JSON, found a comment: ")

    static let controlCharacter = Self(
        "invalid character inside string", .invalidToken,
        "expected control characters in a string to be escaped, found ")

    private static let yajlErrors = [
        unexpectedToken, commaOrBraceExpected, trailingData, controlCharacter,
        Self("invalid object key", .unexpectedToken, "expected a key in double quotes, found "),
        Self("separated by a colon", .unexpectedToken, "expected ':' after the key, found "),
        Self("after array element", .unexpectedToken, "expected ',' or ']' after an element, found "),
        Self(
            "before a character which it may not", .invalidToken,
            "expected a valid escape after '\\' in a string, found "),
        Self("non-hex", .invalidToken, "expected four hexadecimal digits after '\\u' in a string, found "),
        Self("invalid char in json text", .invalidToken, "expected JSON, found "),
        Self("invalid string in json text", .invalidToken, "expected true, false or null, found "),
        Self("after the exponent", .invalidToken, "expected a digit in the exponent, found "),
        Self("after the decimal point", .invalidToken, "expected a digit after the decimal point, found "),
        Self("after the minus sign", .invalidToken, "expected a digit after the minus sign, found "),
        comment,
    ]

    /// Recognizes the error by the message of libyajl. Any other message becomes ``unexpectedToken``.
    init(yajlText text: String) {
        self = Self.yajlErrors.first { text.contains($0.yajlMessage) } ?? .unexpectedToken
    }

    /// Whether libyajl backtracks to the beginning of the offending token before it reports the error.
    var backtracks: Bool { self == .commaOrBraceExpected || self == .comment }

    /// The advice to the user, if the error can be resolved without a change of the text.
    var advice: String? {
        self == .trailingData ? "if the input has several values, set the format to lines or sequence" : nil
    }

    /// Returns whether an error for the user reports this one.
    func isReported(by error: ImportError) -> Bool { error.code == code && error.message.hasPrefix(message) }

    /// Returns the message for the user; `found` is the offending token as spelled in the text.
    func message(found: String) -> String { message + found }
}
