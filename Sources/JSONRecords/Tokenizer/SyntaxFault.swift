/// What is wrong with the JSON text at a token.
enum SyntaxFault: Equatable {
    case unexpectedToken
    case keyExpected
    case colonExpected
    case commaOrBraceExpected
    case commaOrBracketExpected
    case trailingData
    case invalidEscape
    case invalidHexDigit
    case controlCharacter
    case invalidCharacter
    case invalidLiteral
    case invalidNumber(String)
    case comment

    /// Recognises the fault in the words of libyajl 2.1.0.
    init(yajlText text: String) {
        self = Self.words.first { text.contains($0.words) }?.fault ?? .unexpectedToken
    }

    private static let words: [(words: String, fault: SyntaxFault)] = [
        ("unallowed token", .unexpectedToken),
        ("invalid object key", .keyExpected),
        ("separated by a colon", .colonExpected),
        ("after key and value", .commaOrBraceExpected),
        ("after array element", .commaOrBracketExpected),
        ("trailing garbage", .trailingData),
        ("before a character which it may not", .invalidEscape),
        ("non-hex", .invalidHexDigit),
        ("invalid character inside string", .controlCharacter),
        ("invalid char in json text", .invalidCharacter),
        ("invalid string in json text", .invalidLiteral),
        ("after the exponent", .invalidNumber("a digit is missing after the exponent")),
        ("after the decimal point", .invalidNumber("a digit is missing after the decimal point")),
        ("after the minus sign", .invalidNumber("a digit is missing after the minus sign")),
        ("comment", .comment),
    ]

    /// Whether libyajl goes back to where the offending token begins before it reports the fault.
    var goesBack: Bool {
        switch self {
        case .commaOrBraceExpected, .comment: true
        case .unexpectedToken, .keyExpected, .colonExpected, .commaOrBracketExpected, .trailingData,
            .invalidEscape, .invalidHexDigit, .controlCharacter, .invalidCharacter, .invalidLiteral,
            .invalidNumber:
            false
        }
    }

    var code: ImportError.Code {
        switch self {
        case .unexpectedToken, .keyExpected, .colonExpected, .commaOrBraceExpected, .commaOrBracketExpected:
            .unexpectedToken
        case .trailingData: .trailingData
        case .invalidEscape, .invalidHexDigit, .controlCharacter, .invalidCharacter, .invalidLiteral,
            .invalidNumber, .comment:
            .invalidToken
        }
    }

    /// What to do about it, where that is no matter of the text.
    var advice: String? {
        self == .trailingData ? "set the format to lines or sequence if these are several values" : nil
    }

    /// The problem in words; `found` is the offending token as it stands in the text.
    func problem(found: String) -> String {
        switch self {
        case .unexpectedToken: "expected a value, found \(found)"
        case .keyExpected: "expected a key in double quotes, found \(found)"
        case .colonExpected: "expected ':' after the key, found \(found)"
        case .commaOrBraceExpected: "expected ',' or '}' after a member, found \(found)"
        case .commaOrBracketExpected: "expected ',' or ']' after an element, found \(found)"
        case .trailingData: "expected nothing after the end of the JSON, found \(found)"
        case .invalidEscape: "a backslash in a string stands before a character it cannot escape: \(found)"
        case .invalidHexDigit: "\\u in a string needs four hexadecimal digits: \(found)"
        case .controlCharacter: "a string holds a control character that is not escaped: \(found)"
        case .invalidCharacter: "expected JSON, found \(found)"
        case .invalidLiteral: "expected true, false or null, found \(found)"
        case .invalidNumber(let reason): "\(reason): \(found)"
        case .comment: "comments are not JSON: \(found)"
        }
    }
}
