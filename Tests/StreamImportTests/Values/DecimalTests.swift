import Foundation
import TestSupport
import Testing

@testable import JSONRecords
@testable import StreamImport

@Suite struct DecimalTests {
    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("-0.00", "0"), ("0e999999999999", "0"), ("1", "1"), ("-1.5", "-1.5"),
        ("0.1", "0.1"),
        ("1.10", "1.1"), ("1e3", "1000"), ("12.34e-2", "0.1234"), ("100e-2", "1"),
        ("9007199254740993", "9007199254740993"), ("18446744073709551616", "18446744073709551616"),
        ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
        ("-0.12345678901234567890123456789012345678", "-0.12345678901234567890123456789012345678"),
        ("340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
        ("1234567890123456789012345678901234567.8", "1234567890123456789012345678901234567.8"),
    ])
    func decimalKeepsAllDigits(text: String, description: String) throws {
        #expect(try read(Decimal.self, text).description == description)
        #expect(try read(Decimal.self, text, as: .string).description == description)
    }

    @Test(arguments: ["1e-128", "1e127", "-7e127", "12345678901234567890123456789012345678e-128", "10e126"])
    func extremeExponentIsReadExactly(text: String) throws {
        #expect(try read(Decimal.self, text) == Decimal(string: text))
    }

    @Test func leadingAndTrailingZerosAreNotSignificant() throws {
        let zeros = String(repeating: "0", count: 100)
        #expect(try read(Decimal.self, "1.5\(zeros)") == Decimal(string: "1.5"))
        #expect(try read(Decimal.self, "1\(zeros)") == Decimal(string: "1e100"))
        #expect(try read(Decimal.self, "0.\(zeros)1") == Decimal(string: "1e-101"))
        #expect(try read(Decimal.self, "1000e-131") == Decimal(string: "1e-128"))
    }

    @Test func randomDecimalsRoundTrip() throws {
        var random = Random(seed: TestTier.seed &+ 13)
        for _ in 0..<TestTier.count(1_000, full: 5_000) {
            let digits =
                UInt128.random(in: 0...UInt128.max, using: &random)
                >> UInt128.random(in: 0..<128, using: &random)
            #expect(try read(Decimal.self, "\(digits)").description == "\(digits)")
            guard digits % 10 != 0 else { continue }
            let text = "\(digits)e\(Int.random(in: -128...120, using: &random))"
            let value = try read(Decimal.self, text)
            #expect(value == Decimal(string: text) && value.isFinite)
        }
    }

    @Test(arguments: [
        "340282366920938463463374607431768211457", "0.1234567890123456789012345678901234567891234",
    ])
    func decimalWithTooManyDigitsIsRejected(text: String) {
        #expect(
            readError(Decimal.self, text)
                == "outOfRange: up to 38 digits (declare a Double to round the number, or JSONValue to keep it)"
        )
    }

    @Test(arguments: [
        "1e-129", "1.5e-128", "1e128", "1e400", "1e-400", "1e999999999999999999999",
        "1e-999999999999999999999",
    ])
    func decimalWithTooGreatExponentIsRejected(text: String) {
        #expect(readError(Decimal.self, text) == "outOfRange: \(exponents)")
    }

    private let exponents =
        "an exponent from -128 to 127 after the last digit (declare JSONValue to keep the number)"

    @Test(arguments: malformedNumbers)
    func malformedNumberIsRejected(text: String) {
        #expect(readError(Decimal.self, text) == "invalid: a number")
        #expect(readError(Decimal.self, text, as: .string) == "invalid: a number")
    }

    @Test func boolIsRejectedAsDecimal() {
        #expect(readError(Decimal.self, "true", as: .bool) == "mismatch: a number")
    }
}
