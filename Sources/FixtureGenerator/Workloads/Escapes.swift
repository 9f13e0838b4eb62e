/// Records whose strings have an escape every few bytes.
enum Escapes {
    static func writeRecord(_ index: Int, _ random: inout Random, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", index + 1)
            json.member("title") { writeRun(of: titles, count: 2, between: #" \u2014 "#, &random, to: &$0) }
            json.member("code") {
                writeRun(of: codeLines, count: random.within(3...10), between: #"\n"#, &random, to: &$0)
            }
            json.member("html") {
                writeRun(of: htmlParts, count: random.within(1...4), between: #"\r\n"#, &random, to: &$0)
            }
            json.member("path", random.pick(paths))
            json.member("pattern", random.pick(patterns))
            json.member("url") { json in
                json.text(#"https:\/\/example.com\/snippets\/"#)
                json.digits(index + 1)
                json.text(#"\/raw\/"#)
            }
            json.array("reactions") { json in
                for _ in 0..<random.within(1...4) { json.member(nil, random.pick(reactions)) }
            }
            json.member("quote", #"\""#, random.pick(titles) + #"\""#)
        }
    }

    private static func writeRun(
        of parts: [String], count: Int, between separator: String, _ random: inout Random,
        to json: inout JSONWriter
    ) {
        for position in 0..<count {
            if position > 0 { json.text(separator) }
            json.text(random.pick(parts))
        }
    }

    private static let titles = [
        #"Caf\u00e9 cr\u00e8me"#, #"na\u00efve fa\u00e7ade"#, #"\u65e5\u672c\u8a9e\u306e\u30c6\u30b9\u30c8"#,
        #"\u041f\u0440\u0438\u0432\u0435\u0442"#, #"the \"quoted\" title"#, #"100\u00a0% of \u20ac5"#,
        #"tab\tseparated\tvalues"#, #"plain, for once"#,
    ]

    private static let codeLines = [
        #"func greet(_ name: String) {"#, #"\tprint(\"Hello, \\(name)!\\n\")"#, #"}"#, #""#,
        #"\tif (c == '\\\\' || c == '\"') { return \"\\\\\"; }"#, #"\tconst re = \/^\\s*\\d+\\.\\d*$\/gm;"#,
        #"\tSELECT \"id\", \"name\" FROM \"people\" WHERE \"name\" LIKE '%\\_%';"#,
        #"\t\u002f\u002f TODO: handle \u0000 and \b and \f"#, #"\tlet path = \"C:\\\\Temp\\\\out.txt\";"#,
    ]

    private static let htmlParts = [
        #"\u003cp class=\"lead\"\u003eSalt \u0026 pepper\u003c\/p\u003e"#,
        #"<a href=\"https:\/\/example.com\/?a=1&b=2\" rel=\"nofollow\">more\u2026<\/a>"#,
        #"<img src='\/img\/1.png' alt=\"a \\\"small\\\" dot\"\/>"#,
        #"\u003cscript\u003ealert(\u0027no\u0027)\u003c\/script\u003e"#,
    ]

    private static let paths = [
        #"C:\\Users\\fixture\\Documents\\r\u00e9sum\u00e9.docx"#, #"\\\\server\\share\\logs\\2024\\app.log"#,
        #"\/usr\/local\/share\/doc\/readme.txt"#, #"D:\\data\\exports\\run-7\\part-0001.json"#,
    ]

    private static let patterns = [
        #"^\\w+@\\w+\\.\\w{2,}$"#, #"\\b(?:\\d{1,3}\\.){3}\\d{1,3}\\b"#, #"\"(?:[^\"\\\\]|\\\\.)*\""#,
        #"\\\/\\*[\\s\\S]*?\\*\\\/"#,
    ]

    private static let reactions = [
        #"\ud83d\ude00"#, #"\ud83c\udf89\ud83c\udf89"#, #"\u2764\ufe0f"#, #"\uD83D\uDE80"#, #"+1"#,
        #"\ud83d\udc69\u200d\ud83d\udcbb"#,
    ]
}
