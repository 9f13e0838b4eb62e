import Foundation
import Testing

@testable import JSONRecords
@testable import StreamImport

/// The outcomes of one token under each policy: the description of the value, or the text of the error.
struct CoercionCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: [String]
    let outcomes: @Sendable () -> [String]

    init<T: Importable>(
        _ type: T.Type, _ kind: ImportToken.Kind, _ text: String, strict: String, lossless: String,
        permissive: String
    ) {
        testDescription = "\(type) of the \(kind) \(text.debugDescription)"
        expected = [strict, lossless, permissive]
        outcomes = {
            [CoercionPolicy.strict, .lossless, .permissive].map { policy in
                readError(type, text, as: kind, coercion: policy)
                    ?? (try? read(type, text, as: kind, coercion: policy)).map { "\($0)" } ?? "nothing"
            }
        }
    }

    /// Creates a case with the same outcome under all policies.
    init<T: Importable>(_ type: T.Type, _ kind: ImportToken.Kind, _ text: String, always outcome: String) {
        self.init(type, kind, text, strict: outcome, lossless: outcome, permissive: outcome)
    }
}

/// The table in the documentation of ``CoercionPolicy``, cell by cell.
@Suite struct CoercionTests {
    @Test(arguments: integersOfStrings + numbersOfStrings + decimals + numbersOfBools)
    func numberCoercionFollowsPolicy(_ cell: CoercionCase) {
        #expect(cell.outcomes() == cell.expected)
    }

    @Test(arguments: strings + boolsOfNumbers + boolsOfStrings)
    func stringAndBoolCoercionFollowsPolicy(_ cell: CoercionCase) {
        #expect(cell.outcomes() == cell.expected)
    }

    @Test(arguments: rawValues + uncoerced)
    func otherTypesFollowCoercionPolicy(_ cell: CoercionCase) {
        #expect(cell.outcomes() == cell.expected)
    }

    @Test func everyIntegerTypeIsCoercedFromStringAndBool() throws {
        try expectCoercion(to: Int.self)
        try expectCoercion(to: Int8.self)
        try expectCoercion(to: Int16.self)
        try expectCoercion(to: Int32.self)
        try expectCoercion(to: Int64.self)
        try expectCoercion(to: Int128.self)
        try expectCoercion(to: UInt.self)
        try expectCoercion(to: UInt8.self)
        try expectCoercion(to: UInt16.self)
        try expectCoercion(to: UInt32.self)
        try expectCoercion(to: UInt64.self)
        try expectCoercion(to: UInt128.self)
    }

    private func expectCoercion<T: FixedWidthInteger & ImportableScalar>(to type: T.Type) throws {
        for limit in [T.min, T.max] {
            #expect(try read(type, "\(limit)", as: .string, coercion: .lossless) == limit)
            #expect(try read(type, " \(limit) ", as: .string, coercion: .permissive) == limit)
        }
        for policy in [CoercionPolicy.lossless, .permissive] {
            #expect(try read(type, "true", as: .bool, coercion: policy) == 1)
            #expect(try read(type, "false", as: .bool, coercion: policy) == 0)
            // A string that is out of range has the same error as the number in the string.
            let outOfRangeText = "\(T.max)0"
            #expect(
                readError(type, outOfRangeText, as: .string, coercion: policy)
                    == readError(type, outOfRangeText))
            #expect(readError(type, "0.5", as: .string, coercion: policy) == "outOfRange: an integer")
        }
    }

    @Test(arguments: malformedNumbers)
    func malformedNumberStringIsRejected(text: String) {
        #expect(readError(Int.self, text, as: .string, coercion: .lossless) == "mismatch: an integer")
        #expect(readError(Double.self, text, as: .string, coercion: .lossless) == "mismatch: a number")
        #expect(readError(Float.self, text, as: .string, coercion: .lossless) == "mismatch: a number")
        #expect(readError(Decimal.self, text, as: .string, coercion: .lossless) == "invalid: a number")
    }
}

// MARK: - Numbers

extension CoercionTests {
    private static let noInteger = "mismatch: an integer"
    private static let noNumber = "mismatch: a number"

    /// Returns a case for an `Int` from a string. The outcome of a policy that is not given is an error.
    private static func integer(
        _ text: String, lossless: String = noInteger, permissive: String = noInteger
    ) -> CoercionCase {
        CoercionCase(
            Int.self, .string, text, strict: noInteger, lossless: lossless, permissive: permissive)
    }

    static let integersOfStrings: [CoercionCase] =
        ["12", "-12", "0", "9223372036854775807"].map { integer($0, lossless: $0, permissive: $0) } + [
            integer("1.0", lossless: "1", permissive: "1"), integer("-0", lossless: "0", permissive: "0"),
            integer("1e3", lossless: "1000", permissive: "1000"),
            integer("1.5", lossless: "outOfRange: an integer", permissive: "outOfRange: an integer"),
            CoercionCase(
                UInt8.self, .string, "256", strict: noInteger,
                lossless: "outOfRange: an integer from 0 to 255",
                permissive: "outOfRange: an integer from 0 to 255"),
            integer(" 12", permissive: "12"), integer("12 ", permissive: "12"),
            integer("\t\r\n 12\n", permissive: "12"), integer("+12", permissive: "12"),
            integer(" +12 ", permissive: "12"), integer("+1e3", permissive: "1000"),
            integer("1,234", permissive: "1234"), integer("-1,234", permissive: "-1234"),
            integer("+12,345", permissive: "12345"), integer(" 123,456,789 ", permissive: "123456789"),
            integer("1,234.0", permissive: "1234"), integer("1,234e2", permissive: "123400"),
            integer("1,234.5", permissive: "outOfRange: an integer"),
            integer("10,000,000,000,000,000,000", permissive: beyondInt),
        ]
        + [
            "", " ", "+", "-", ",", "many", "0x1", "1_000", "NaN", "+-12", "-+12", "++12", "+ 12", "- 12",
            "1 2",
            "1,5", "1,23", "12,34", "1234,567", "1,2345", "1,234,56", "1,,234", ",123", ",123,456", "1,234,",
            "-,123", "0,123", "012,345", "1.234,567", "1,234.567,8", "1e1,000", "1,abc", "12\0",
            "\u{A0}12", "１２", "true", "+true",
        ].map { integer($0) }

    private static let beyondInt = "outOfRange: an integer from -9223372036854775808 to 9223372036854775807"

    /// Cases for `Double` and `Float`.
    static let numbersOfStrings: [CoercionCase] = [
        numbers("1.5", lossless: "1.5", permissive: "1.5"),
        numbers("-0", lossless: "-0.0", permissive: "-0.0"),
        numbers("1e3", lossless: "1000.0", permissive: "1000.0"),
        numbers("12", lossless: "12.0", permissive: "12.0"),
        numbers(" 1.5", permissive: "1.5"), numbers("+1.5 ", permissive: "1.5"),
        numbers("1,234.5", permissive: "1234.5"), numbers("-1,234.5e1", permissive: "-12345.0"),
        numbers("1,5"), numbers("1.5,0"), numbers(""), numbers("1.5x"), numbers("inf"), numbers("nan"),
        [
            CoercionCase(
                Double.self, .string, "1e400", strict: noNumber,
                lossless: "outOfRange: a number that Double can hold",
                permissive: "outOfRange: a number that Double can hold"),
            CoercionCase(
                Float.self, .string, "+1e39", strict: noNumber, lossless: noNumber,
                permissive: "outOfRange: a number that Float can hold"),
            CoercionCase(
                Double.self, .string, "1,234,567.5", strict: noNumber, lossless: noNumber,
                permissive: "1234567.5"),
        ],
    ].flatMap { $0 }

    private static func numbers(
        _ text: String, lossless: String = noNumber, permissive: String = noNumber
    ) -> [CoercionCase] {
        [
            CoercionCase(
                Double.self, .string, text, strict: noNumber, lossless: lossless, permissive: permissive),
            CoercionCase(
                Float.self, .string, text, strict: noNumber, lossless: lossless, permissive: permissive),
        ]
    }

    static let decimals: [CoercionCase] = [
        CoercionCase(Decimal.self, .number, "1.10", always: "1.1"),
        CoercionCase(Decimal.self, .string, "1.10", always: "1.1"),
        CoercionCase(
            Decimal.self, .string, "1e400",
            always:
                "outOfRange: an exponent from -128 to 127 after the last digit (declare JSONValue to keep the number)"
        ),
        decimal(" 1.5 ", permissive: "1.5"), decimal("+1.5", permissive: "1.5"),
        decimal("12,345,678.9", permissive: "12345678.9"), decimal("1,5"), decimal("1,23"), decimal(""),
        decimal("+"), decimal("many"),
    ]

    private static func decimal(_ text: String, permissive: String = "invalid: a number") -> CoercionCase {
        CoercionCase(
            Decimal.self, .string, text, strict: "invalid: a number", lossless: "invalid: a number",
            permissive: permissive)
    }

    static let numbersOfBools: [CoercionCase] = [
        CoercionCase(Int.self, .bool, "true", strict: noInteger, lossless: "1", permissive: "1"),
        CoercionCase(Int.self, .bool, "false", strict: noInteger, lossless: "0", permissive: "0"),
        CoercionCase(Double.self, .bool, "true", strict: noNumber, lossless: "1.0", permissive: "1.0"),
        CoercionCase(Double.self, .bool, "false", strict: noNumber, lossless: "0.0", permissive: "0.0"),
        CoercionCase(Float.self, .bool, "true", strict: noNumber, lossless: "1.0", permissive: "1.0"),
        CoercionCase(Float.self, .bool, "false", strict: noNumber, lossless: "0.0", permissive: "0.0"),
        CoercionCase(Decimal.self, .bool, "true", strict: noNumber, lossless: "1", permissive: "1"),
        CoercionCase(Decimal.self, .bool, "false", strict: noNumber, lossless: "0", permissive: "0"),
        CoercionCase(Int.self, .number, "12", always: "12"),
        CoercionCase(Double.self, .number, "1.5", always: "1.5"),
        CoercionCase(Float.self, .number, "1.5", always: "1.5"),
        CoercionCase(Int.self, .number, "1.5", always: "outOfRange: an integer"),
    ]
}

// MARK: - Strings and bools

extension CoercionTests {
    private static let noBool = "mismatch: true or false"

    static let strings: [CoercionCase] =
        ["1.50", "-0", "1e3", "12345678901234567890123", "0"].map {
            CoercionCase(String.self, .number, $0, strict: "mismatch: a string", lossless: $0, permissive: $0)
        }
        + ["true", "false"].map {
            CoercionCase(String.self, .bool, $0, strict: "mismatch: a string", lossless: $0, permissive: $0)
        }
        + ["", " a ", "+1", "true"].map { CoercionCase(String.self, .string, $0, always: $0) }

    static let boolsOfNumbers: [CoercionCase] =
        ["0", "-0", "0.0", "0e5", "-0.00e-7", "0e999999999999999999999"].map {
            bool(.number, $0, lossless: "false", permissive: "false")
        }
        + ["1", "1.0", "1e0", "10e-1", "0.1e1", "1.000"].map {
            bool(.number, $0, lossless: "true", permissive: "true")
        }
        + [
            "2", "-1", "0.5", "1.5", "10", "1e1", "1e-400", "1e999999999999999999999",
            "340282366920938463463374607431768211457", "1.00000000000000000000000000000000000000000000001",
        ].map { bool(.number, $0, lossless: "outOfRange: 0 or 1", permissive: "true") }

    static let boolsOfStrings: [CoercionCase] =
        ["true", "TRUE", "True", "tRuE", "1"].map { bool(.string, $0, lossless: "true", permissive: "true") }
        + ["false", "FALSE", "False", "0"].map { bool(.string, $0, lossless: "false", permissive: "false") }
        + [
            "y", "Y", "yes", "YES", "t", "T", "truth", "2", "9", "12", "1.5", " true", "  1", "\t\n\rY", "+1",
            "-1",
            "-Y", "+t", "01", "0009", " -01", "0y", "1 ", "true ",
        ].map { bool(.string, $0, lossless: noBool, permissive: "true") }
        + [
            "", " ", "n", "no", "f", "off", "on", "00", "-0", "+", "-", "0.5", "+-1", "- 1", "0 1",
            "falsehood",
            "xtrue", "１", "ｙ", "\u{A0}1", "_1", "\01",
        ].map { bool(.string, $0, lossless: noBool, permissive: "false") }
        + [bool(.string, "tfalse", lossless: noBool, permissive: "true")]
        + ["true", "false"].map { CoercionCase(Bool.self, .bool, $0, always: $0) }

    private static func bool(
        _ kind: ImportToken.Kind, _ text: String, lossless: String, permissive: String
    ) -> CoercionCase {
        CoercionCase(Bool.self, kind, text, strict: noBool, lossless: lossless, permissive: permissive)
    }
}

// MARK: - Other types

extension CoercionTests {
    enum Color: String, Importable { case red, one = "1" }
    enum Level: Int, Importable { case low = 1, high = 1_000 }

    private static let noRawValue = "invalid: a known raw value of the type"

    /// Raw values are coerced by the rules of their own type.
    static let rawValues: [CoercionCase] = [
        CoercionCase(Level.self, .number, "1", always: "low"),
        CoercionCase(Level.self, .number, "2", always: noRawValue),
        CoercionCase(Level.self, .string, "1", strict: noInteger, lossless: "low", permissive: "low"),
        CoercionCase(
            Level.self, .string, "1,000", strict: noInteger, lossless: noInteger, permissive: "high"),
        CoercionCase(
            Level.self, .string, "2", strict: noInteger, lossless: noRawValue, permissive: noRawValue),
        CoercionCase(Level.self, .string, "low", always: noInteger),
        CoercionCase(Level.self, .bool, "true", strict: noInteger, lossless: "low", permissive: "low"),
        CoercionCase(Color.self, .string, "red", always: "red"),
        CoercionCase(Color.self, .string, "Red", always: noRawValue),
        CoercionCase(
            Color.self, .number, "1", strict: "mismatch: a string", lossless: "one", permissive: "one"),
        CoercionCase(
            Color.self, .number, "2", strict: "mismatch: a string", lossless: noRawValue,
            permissive: noRawValue),
        CoercionCase(
            Color.self, .bool, "true", strict: "mismatch: a string", lossless: noRawValue,
            permissive: noRawValue),
    ]

    /// Types that have the same outcome under all policies.
    static let uncoerced: [CoercionCase] =
        [
            CoercionCase(URL.self, .string, "a/b", always: "a/b"),
            CoercionCase(URL.self, .string, " a", always: "invalid: a URL"),
            CoercionCase(UUID.self, .string, "x", always: "invalid: a UUID"),
            CoercionCase(
                UUID.self, .string, "00112233-4455-6677-8899-aabbccddeeff",
                always: "00112233-4455-6677-8899-AABBCCDDEEFF"),
            CoercionCase(Data.self, .string, "Zm9v", always: "3 bytes"),
            CoercionCase(Data.self, .string, " Zm9v", always: "invalid: data in Base64"),
            CoercionCase(Date.self, .string, "+0", always: "invalid: \(automaticDate)"),
            CoercionCase(Date.self, .bool, "true", always: "mismatch: \(automaticDate)"),
            CoercionCase(JSONValue.self, .string, " 1", always: #"string(" 1")"#),
            CoercionCase(JSONValue.self, .number, "1.50", always: #"number("1.50")"#),
            CoercionCase(JSONValue.self, .bool, "true", always: "bool(true)"),
            CoercionCase(SkippedValue.self, .string, "a", always: "SkippedValue()"),
        ]
        + [ImportToken.Kind.number, .bool].flatMap { kind in
            [
                CoercionCase(URL.self, kind, "1", always: "mismatch: a URL"),
                CoercionCase(UUID.self, kind, "1", always: "mismatch: a UUID"),
                CoercionCase(Data.self, kind, "1234", always: "mismatch: data in Base64"),
            ]
        }

    private static let automaticDate = "a date (ISO 8601, /Date(ms)/ or seconds since 1970)"
}
