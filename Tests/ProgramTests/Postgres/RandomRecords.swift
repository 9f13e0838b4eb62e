import TestSupport

/// A generator of random dumps whose members change the kinds of their values.
struct RandomRecords {
    var random: Random

    init(seed: UInt64) { random = Random(seed: seed) }

    /// Returns an element of an array, which is not empty.
    private mutating func element<Element>(of array: [Element]) -> Element {
        array[Int.random(in: 0..<array.count, using: &random)]
    }

    // MARK: - Keys

    /// Keys that are also names of system columns, words of SQL, or different only in case.
    private static let keys = [
        "a", "b", "c", "id", "ID", "Id", "ctid", "xmin", "xmax", "cmin", "tableoid", "oid", "select", "user",
        "order", "a b", " ", "a\"b", "a'b", "a\\b", "a.b", "a,b", "$1", "%s", ":a", "tab\tline\n", "é",
        "日本", "😀", String(repeating: "k", count: 63),
        String(repeating: "é", count: 31) + "e",
    ]

    /// Kinds of values that occur together in a column.
    private static let families: [[SampleValue.Kind]] = [
        [.null], [.bool], [.integer], [.integer, .longInteger], [.double], [.integer, .double],
        [.integer, .longInteger, .double], [.integer, .decimal, .double], [.decimal], [.string],
        [.string, .integer], [.bool, .double], [.json], [.json, .string, .integer, .bool, .double],
        SampleValue.Kind.allCases,
    ]

    /// Returns a dump of up to 60 records.
    mutating func dump() -> ExpectedTable {
        // A column has values of one family in each part of the dump, so that its type changes after some batches.
        let columns = Self.keys.shuffled(using: &random).prefix(.random(in: 2...8, using: &random)).map {
            key in
            let first = element(of: Self.families)
            let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                Bool.random(using: &random) ? first : element(of: Self.families)
            }
            return (key: key, parts: parts)
        }
        let count = Int.random(in: 1...60, using: &random)
        var table = ExpectedTable()
        for number in 0..<count {
            var members: [(key: String, value: SampleValue)] = []
            for (key, parts) in columns where Int.random(in: 0..<4, using: &random) > 0 {
                let kinds = parts[number * parts.count / count]
                members.append((key, value(Bool.random(using: &random) ? element(of: kinds) : kinds[0])))
            }
            table.add(members.shuffled(using: &random))
        }
        return table
    }

    // MARK: - Values

    private static let strings = [
        "", " ", "a", "\\N", "\\.", "\\", "\\\\N", "a\\tb", "\"", "\"\"", "'", "a\tb", "a\nb", "\n\\.\n",
        "\r\n",
        "\u{1}\u{8}\u{C}\u{1F}\u{7F}", "1", "01", "-1", "1.5", "1e5", "NaN", "Infinity", "true", "null",
        "NULL",
        "{}", "[1]", "{a,b}", "\\x41", "é", "e\u{301}", "日本", "😀👩‍👩‍👧", "\u{FFFD}\u{FFFF}\u{10FFFF}",
        "a,b;c|d",
        "--", "$1",
        "2014-05-01T08:00:00Z", String(repeating: "x\\\"\t", count: 500),
    ]

    private static let doubles = [
        "1.0", "0.5", "-2.25", "1e300", "1E-7", "1.50e3", "-0.10", "5e-324", "1.7976931348623157e308",
        "100e0",
        "-1e-300", "0.1", "123456.789",
    ]

    private static let decimals = [
        "18446744073709551616", "-9223372036854775809", "9223372036854775808",
        "123456789012345678901234567890",
        "0.1000000000000000055511151", "12345678901234567890.12345", "3.14159265358979323846264",
        "-1.000000000000000000000001", "9007199254740993.5",
    ]

    private mutating func value(_ kind: SampleValue.Kind) -> SampleValue {
        switch kind {
        case .null: .null
        case .bool: SampleValue(kind, element(of: ["true", "false"]))
        case .integer:
            SampleValue(
                kind,
                element(of: [
                    "0", "1", "-1", "9007199254740991", "\(Int.random(in: -1000...1000, using: &random))",
                ]))
        case .longInteger:
            SampleValue(
                kind,
                element(of: [
                    "9007199254740993", "\(Int64.max)", "\(Int64.min)",
                    "\(Int64.random(in: (1 << 53 + 1)...Int64.max, using: &random))",
                ]))
        case .double: SampleValue(kind, element(of: Self.doubles + ["\(randomDouble())"]))
        case .decimal: SampleValue(kind, element(of: Self.decimals))
        case .string: SampleValue(string: element(of: Self.strings))
        case .json: SampleValue(kind, json(depth: 3))
        }
    }

    /// Returns a number whose description has a fraction.
    private mutating func randomDouble() -> Double {
        (Double.random(in: -1e6...1e6, using: &random) * 1024).rounded() / 1024 + 0x1p-11
    }

    /// Returns the text of an array or an object.
    private mutating func json(depth: Int) -> String {
        let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            let kind = element(of: SampleValue.Kind.allCases)
            return kind == .json ? depth > 0 ? json(depth: depth - 1) : "[]" : value(kind).text
        }
        guard Bool.random(using: &random) else { return "[" + elements.joined(separator: ", ") + "]" }
        // The last of several members with one key counts.
        let members = elements.map { "\(element(of: Self.strings).jsonText):\($0)" }
        return "{" + members.joined(separator: ",") + "}"
    }
}
