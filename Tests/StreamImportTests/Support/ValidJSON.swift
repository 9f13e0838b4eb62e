import StreamImport

/// Valid JSON texts and their values.
enum ValidJSON {
    static let texts: [(text: String, value: JSONValue)] =
        literals + numbers + strings + arrays + objects + whiteSpace + mixtures

    private static let literals: [(String, JSONValue)] = [
        ("null", .null), ("true", .bool(true)), ("false", .bool(false)),
        ("[null]", .array([.null])), ("[true,false]", .array([.bool(true), .bool(false)])),
        ("{\"null\":null}", .object(["null": .null])), ("[[null]]", .array([.array([.null])])),
    ]

    /// The value of a number is the spelling of the number.
    private static let numbers: [(String, JSONValue)] = [
        "0", "-0", "1", "-1", "9", "10", "-10", "42", "100", "1234567890", "0.0", "-0.0", "0.5", "-0.5",
        "1.0", "1.50",
        "0.000", "3.14159265358979", "123.456", "0e0", "0E0", "0e+0", "0e-0", "1e1", "1E1", "1e+1", "1e-1",
        "1E+2",
        "1E-2", "1e00", "1e01", "1e-05", "1.5e3", "1.5E-3", "-1.5e+3", "1e22", "1e23", "1e308", "-1e308",
        "1e-308",
        "5e-324", "2.2250738585072014e-308", "1.7976931348623157e308", "9007199254740993",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "100000000000000000000000000000000000001",
        "0.1000000000000000055511151231257827", "123456789012345678901234567890.123456789",
        "-123456789.987654321e-12",
    ].flatMap { text -> [(String, JSONValue)] in
        [(text, .number(text)), ("[\(text)]", .array([.number(text)]))]
    }

    private static let strings: [(String, JSONValue)] = [
        (#""""#, ""), (#""a""#, "a"), (#"" ""#, " "), (#""abc def""#, "abc def"), (#""\"""#, "\""),
        (#""\\""#, "\\"), (#""\/""#, "/"), (#""/""#, "/"), (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"),
        (#""\u0041""#, "A"), (#""\u0000""#, "\0"), (#""a\u0000b""#, "a\0b"), (#""\u001f""#, "\u{1F}"),
        (#""\u00e9""#, "é"), (#""\u00E9""#, "é"), (#""\u20AC""#, "€"), (#""\u20ac""#, "€"),
        (#""\uD834\uDD1E""#, "𝄞"), (#""\ud834\udd1e""#, "𝄞"), (#""\uD83D\uDE00""#, "😀"),
        (#""\uFFFF""#, "\u{FFFF}"), (#""\uFFFE""#, "\u{FFFE}"), (#""\uFEFF""#, "\u{FEFF}"),
        (#""\u2028\u2029""#, "\u{2028}\u{2029}"), ("\"\u{2028}\u{2029}\"", "\u{2028}\u{2029}"),
        ("\"\u{7F}\"", "\u{7F}"), ("\"é\"", "é"), ("\"日本語\"", "日本語"), ("\"😀\"", "😀"),
        ("\"\u{FEFF}\"", "\u{FEFF}"),
        ("\"\u{10FFFF}\"", "\u{10FFFF}"), ("\"\u{FFFF}\"", "\u{FFFF}"), (#""\\u0041""#, "\\u0041"),
        (#""\\\\""#, "\\\\"), (#""\\\"""#, "\\\""), (#""\"\"\"""#, "\"\"\""), (#""a\\""#, "a\\"),
        (#""\u005C""#, "\\"), (#""\u0022""#, "\""), (#""\u002F""#, "/"),
        (#""[1,{\"a\":2}]""#, "[1,{\"a\":2}]"),
        (#""// no comment""#, "// no comment"), (#""/* nor this */""#, "/* nor this */"),
        (#""null""#, "null"),
        (#""1e5""#, "1e5"), (#""'""#, "'"), (#""\u0065\u0301""#, "e\u{301}"), (#""%s%n""#, "%s%n"),
        ("\"" + String(repeating: "x", count: 300) + "\"", String(repeating: "x", count: 300)),
        ("\"" + String(repeating: "é", count: 150) + "\"", String(repeating: "é", count: 150)),
        ("\"" + String(repeating: #"\n"#, count: 100) + "\"", String(repeating: "\n", count: 100)),
    ].map { ($0.0, .string($0.1)) }

    private static let arrays: [(String, JSONValue)] = [
        ("[]", .array([])), ("[[]]", .array([.array([])])), ("[[],[]]", .array([.array([]), .array([])])),
        ("[{}]", .array([.object([:])])), ("[[[[]]]]", .array([.array([.array([.array([])])])])),
        ("[1]", .array([.number("1")])), ("[1,2]", .array([.number("1"), .number("2")])),
        ("[1,[2,[3]]]", .array([.number("1"), .array([.number("2"), .array([.number("3")])])])),
        ("[[1],2]", .array([.array([.number("1")]), .number("2")])),
        (#"["a","b"]"#, .array([.string("a"), .string("b")])), (#"[""]"#, .array([.string("")])),
        ("[null,1,\"1\",{}]", .array([.null, .number("1"), .string("1"), .object([:])])),
        (
            "[" + [String](repeating: "0", count: 200).joined(separator: ",") + "]",
            .array([JSONValue](repeating: .number("0"), count: 200))
        ),
    ]

    private static let objects: [(String, JSONValue)] = [
        ("{}", .object([:])), (#"{"a":1}"#, .object(["a": .number("1")])),
        (#"{"":0}"#, .object(["": .number("0")])),
        (#"{"a":1,"b":2}"#, .object(["a": .number("1"), "b": .number("2")])),
        (#"{"a":{"b":{}}}"#, .object(["a": .object(["b": .object([:])])])),
        (#"{"a":[]}"#, .object(["a": .array([])])), (#"{"a b":1}"#, .object(["a b": .number("1")])),
        (#"{"\u0061":1}"#, .object(["a": .number("1")])), (#"{"a\nb":1}"#, .object(["a\nb": .number("1")])),
        (#"{"\"":1}"#, .object(["\"": .number("1")])), (#"{"a\u0000b":1}"#, .object(["a\0b": .number("1")])),
        ("{\"日\":\"本\"}", .object(["日": .string("本")])), (#"{"a":null}"#, .object(["a": .null])),
        (#"{"A":1,"a":2}"#, .object(["A": .number("1"), "a": .number("2")])),
        (#"{"1":1,"01":2}"#, .object(["1": .number("1"), "01": .number("2")])),
        ("{\"\u{E9}\":1}", .object(["\u{E9}": .number("1")])),
    ]

    private static let whiteSpace: [(String, JSONValue)] = [
        (" 1", .number("1")), ("1 ", .number("1")), ("\n1\n", .number("1")), ("\t1\t", .number("1")),
        ("\r1\r", .number("1")), ("\r\n 1 \r\n", .number("1")), (" [] ", .array([])), ("[ ]", .array([])),
        ("[\n]", .array([])), ("{ }", .object([:])), ("{\r\n\t}", .object([:])), (" true ", .bool(true)),
        (" \"a\" ", .string("a")), ("[ 1 , 2 ]", .array([.number("1"), .number("2")])),
        ("[1\n,2\n]", .array([.number("1"), .number("2")])),
        ("{ \"a\" : 1 }", .object(["a": .number("1")])), ("{\"a\"\n:\n1}", .object(["a": .number("1")])),
        (
            " { \"a\" : [ 1 , null ] , \"b\" : { } } ",
            .object(["a": .array([.number("1"), .null]), "b": .object([:])])
        ),
        (String(repeating: " ", count: 100) + "1", .number("1")),
        ("[1," + String(repeating: "\n", count: 100) + "2]", .array([.number("1"), .number("2")])),
    ]

    private static let mixtures: [(String, JSONValue)] = [
        (
            #"{"a":[{"b":"c"},[1.5,-2e3]],"d":true}"#,
            .object([
                "a": .array([.object(["b": .string("c")]), .array([.number("1.5"), .number("-2e3")])]),
                "d": .bool(true),
            ])
        ),
        (#"["{","}","[","]",",",":"]"#, .array(["{", "}", "[", "]", ",", ":"].map(JSONValue.string))),
        (#"{"]":"[","}":"{"}"#, .object(["]": .string("["), "}": .string("{")])),
        (#"["\\","\"","]"]"#, .array([.string("\\"), .string("\""), .string("]")])),
    ]
}
