import Testing

@testable import JSONRecords

/// The value and the spelling of a number determine its type.
@Suite struct NumericValueTests {
    private static func decimal(_ text: String) -> NumericValue? {
        text.withUTF8Span { JSONNumber(exactly: $0) }.map { .decimal($0) }
    }

    private static let thirtyEightDigits = "12345678901234567890123456789012345678"
    private static let fortyDigits = thirtyEightDigits + "12"
    private static let greatPower = "1" + String(repeating: "0", count: 127)

    /// Numbers for which both initializers give the same value.
    private static let numbersWithOneValue: [(String, NumericValue?)] = [
        ("0", .integer(0)), ("7", .integer(7)), ("-7", .integer(-7)),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .unsigned(1 << 63)), ("18446744073709551615", .unsigned(.max)),
        ("10000000000000000000", .unsigned(10_000_000_000_000_000_000)),
        ("18446744073709551616", decimal("18446744073709551616")),
        ("-9223372036854775809", decimal("-9223372036854775809")),
        (thirtyEightDigits, decimal(thirtyEightDigits)), (greatPower, decimal(greatPower)),
        (greatPower + "0", .unrepresentable(isInteger: true)),
        (fortyDigits, .unrepresentable(isInteger: true)),
        ("0.5", .double(0.5)), ("-0.5", .double(-0.5)), ("1.0", .double(1)), ("1.50", .double(1.5)),
        ("1e3", .double(1000)), ("1E-2", .double(0.01)), ("0e999", .double(0)), ("1e300", .double(1e300)),
        ("0.0", .double(0)), ("5e-324", .double(.leastNonzeroMagnitude)),
        ("1e309", .unrepresentable(isInteger: false)), ("-1e400", .unrepresentable(isInteger: false)),
        ("1e-400", .unrepresentable(isInteger: false)),
    ]

    @Test(arguments: numbersWithOneValue)
    func numberHasSameTypeInBothInitializers(text: String, value: NumericValue?) {
        #expect(text.withUTF8Span { NumericValue($0) } == value)
        #expect(text.withUTF8Span { NumericValue(exactly: $0) } == value)
    }

    private static let longFraction = "0." + fortyDigits

    /// Numbers for which the initializers give different values: the nearest, and the exact one.
    private static let roundedNumbers: [(String, NumericValue, NumericValue?)] = [
        ("3.141592653589793238", .double(.pi), decimal("3.141592653589793238")),
        ("0.1000000000000000055511", .double(0.1), decimal("0.1000000000000000055511")),
        ("1.00000000000000000000001e-200", .double(1e-200), .unrepresentable(isInteger: false)),
        (longFraction, .double(0.12345678901234568), .unrepresentable(isInteger: false)),
        ("9007199254740993.0", .double(9_007_199_254_740_992), decimal("9007199254740993.0")),
        ("-0", .integer(0), .double(-0.0)),
    ]

    @Test(arguments: roundedNumbers)
    func exactNumberKeepsDigitsBeyondDouble(
        text: String, nearest: NumericValue, exact: NumericValue?
    ) {
        #expect(text.withUTF8Span { NumericValue($0) } == nearest)
        #expect(text.withUTF8Span { NumericValue(exactly: $0) } == exact)
    }

    @Test(arguments: ["-0", "-0.0", "-0e5"])
    func exactNegativeZeroKeepsSign(text: String) {
        guard case .double(let zero) = text.withUTF8Span({ NumericValue(exactly: $0) }) else {
            Issue.record("\(text) has no Double")
            return
        }
        #expect(zero == 0 && zero.sign == .minus)
    }

    @Test(arguments: [
        ("1", true), ("18446744073709551615", true), ("18446744073709551616", true),
        (fortyDigits, true), ("1.0", false), ("1e3", false), ("1e400", false), ("1e-400", false),
    ])
    func isIntegerIsFalseWithFractionOrExponent(text: String, isInteger: Bool) {
        #expect(text.withUTF8Span { NumericValue($0) }.isInteger == isInteger)
    }

    @Test(arguments: [
        "", "-", "+1", "007", "1.", ".5", "1e", "x", "0x10", "1 ", "--1", "1-2", "Infinity", "nan",
    ])
    func invalidNumberIsUnrepresentable(text: String) {
        for value in [
            text.withUTF8Span { NumericValue($0) }, text.withUTF8Span { NumericValue(exactly: $0) },
        ] {
            guard case .unrepresentable = value else {
                Issue.record("\(text) is \(value)")
                continue
            }
        }
    }
}
