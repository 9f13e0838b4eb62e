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
        "trailing garbage", .trailingData, "expected nothing after the end of the JSON, found ")
    static let comment = Self("comment", .invalidToken, "comments are not JSON: ")

    private static let all = [
        unexpectedToken, commaOrBraceExpected, trailingData,
        Self("invalid object key", .unexpectedToken, "expected a key in double quotes, found "),
        Self("separated by a colon", .unexpectedToken, "expected ':' after the key, found "),
        Self("after array element", .unexpectedToken, "expected ',' or ']' after an element, found "),
        Self(
            "before a character which it may not", .invalidToken,
            "a backslash in a string stands before a character it cannot escape: "),
        Self("non-hex", .invalidToken, "\\u in a string needs four hexadecimal digits: "),
        Self(
            "invalid character inside string", .invalidToken,
            "a string holds a control character that is not escaped: "),
        Self("invalid char in json text", .invalidToken, "expected JSON, found "),
        Self("invalid string in json text", .invalidToken, "expected true, false or null, found "),
        Self("after the exponent", .invalidToken, "a digit is missing after the exponent: "),
        Self("after the decimal point", .invalidToken, "a digit is missing after the decimal point: "),
        Self("after the minus sign", .invalidToken, "a digit is missing after the minus sign: "),
        comment,
    ]

    /// Recognises the error by the message of libyajl.
    init(yajlText text: String) {
        self = Self.all.first { text.contains($0.yajlMessage) } ?? .unexpectedToken
    }

    /// Whether libyajl backtracks to the beginning of the offending token before it reports the error.
    var backtracks: Bool { self == .commaOrBraceExpected || self == .comment }

    /// The advice to the user, if the error can be resolved without a change of the text.
    var advice: String? {
        self == .trailingData ? "set the format to lines or sequence if these are several values" : nil
    }

    /// Returns the message for the user; `found` is the offending token as spelled in the text.
    func message(found: String) -> String { message + found }
}
