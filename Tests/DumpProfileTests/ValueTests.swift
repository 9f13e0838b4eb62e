import DumpProfile
import Foundation
import TestSupport
import Testing

/// The profile of the values at one path.
@Suite struct ValueTests {
    private func values(_ elements: String) throws -> ValueProfile {
        try Profiles.of("[\(elements)]").root.values
    }

    @Test(
        arguments: [
            ("1,-5,300", "-5…300 Int64 Double Decimal"),
            ("0,-0", "0…0 Int64 UInt64 Double Decimal"),
            ("9223372036854775807,1", "1…9223372036854775807 Int64 UInt64 Decimal"),
            ("9223372036854775808", "9223372036854775808…9223372036854775808 UInt64 Double Decimal"),
            ("-9223372036854775809,1", "-9223372036854775809…1 Decimal"),
            ("9007199254740993", "9007199254740993…9007199254740993 Int64 UInt64 Decimal"),
            ("18446744073709551616", "18446744073709551616…18446744073709551616 Double Decimal"),
            ("170141183460469231731687303715884105728,1", "1…1.7014118346046923e+38 Decimal"),
            // The nearest `Double` of the integer is the other number.
            (
                "9007199254740993,9007199254740992.0",
                "9007199254740992.0…9007199254740993 Int64 UInt64 Decimal"
            ),
            (
                "9007199254740992.0,9007199254740993",
                "9007199254740992.0…9007199254740993 Int64 UInt64 Decimal"
            ),
            ("1.5,2", "1.5…2 Int64 UInt64 Double Decimal"),
            ("1e400,-1e400,3", "… Int64 UInt64"),
            ("1e200", "1e+200…1e+200 Int64 UInt64 Double"),
        ])
    func numbersReportRangeAndFittingTypes(elements: String, expected: String) throws {
        let numbers = try values(elements).numbers
        let bounds = try #require(numbers.bounds)
        let types = [
            ("Int64", numbers.fitInt64), ("UInt64", numbers.fitUInt64), ("Double", numbers.fitDouble),
            ("Decimal", numbers.fitDecimal),
        ].filter(\.1).map(\.0).joined(separator: " ")
        #expect("\(bounds.least ?? "")…\(bounds.greatest ?? "") \(types)" == expected)
    }

    @Test(
        arguments: [
            ("340282366920938463463374607431768211455", true),
            ("340282366920938463463374607431768211457", false),
            ("1e127", true), ("-7e127", true), ("10e126", true), ("1e128", false), ("1e400", false),
            ("1e-128", true), ("1000e-131", true), ("1e-129", false), ("1.5e-128", false),
            ("12345678901234567890123456789012345678e-128", true), ("-0e999999999999", true),
            ("0.1234567890123456789012345678901234567891234", false),
        ])
    func decimalFitsOnlyIfEveryDigitIsKept(number: String, fits: Bool) throws {
        #expect(try values(number).numbers.fitDecimal == fits)
    }

    @Test func decimalThatFitsKeepsEveryDigit() throws {
        var random = Random(seed: TestTier.seed)
        let count = TestTier.count(50, full: 1000)
        var fittingCount = 0
        for _ in 0..<count {
            let digits =
                UInt128.random(in: 0...UInt128.max, using: &random)
                >> UInt128.random(in: 0..<128, using: &random)
            let exponent = Int.random(in: -140...140, using: &random)
            // `Decimal` may move trailing zeros into the exponent.
            guard digits % 10 != 0, try values("\(digits)e\(exponent)").numbers.fitDecimal else { continue }
            let decimal = try #require(Decimal(string: "\(digits)e\(exponent)"))
            #expect(decimal.isFinite && decimal.exponent == exponent)
            #expect(decimal.significand.description == "\(digits)")
            fittingCount += 1
        }
        #expect(fittingCount > count / 2)
    }

    @Test(
        arguments: [
            ("\"2014-05-01\",\"2014-05-01T08:00:00.5+02:00\"", "ISO 8601 date"),
            ("\"/Date(1)/\",\"/Date(-1500+0100)/\"", ".NET date"),
            ("\"/Date(1)/\",\"2014-05-01\"", "date"),
            ("\"2014-05-01\",\"2014-02-30\"", nil),
            ("\"2014-05-01\",\"\"", nil),
            ("\"01234567-89ab-cdef-0123-456789ABCDEF\"", "UUID"),
            ("\"01234567-89ab-cdef-0123-456789ABCDEg\"", nil),
            ("\"http://a\",\"git+ssh://b/c?d=%20\"", "URL"),
            ("\"http://a b\"", nil),
            ("\"://\"", nil),
            ("\"http://\"", nil),
            ("\"x\"", nil),
        ])
    func formIsReportedOnlyIfAllStringsHaveIt(elements: String, form: String?) throws {
        #expect(try values(elements).forms.name == form)
    }

    @Test func stringAndArrayLengthRangesAreReported() throws {
        #expect(try values("\"é\",\"abc\",\"\"").stringBytes.bounds == 0...3)
        #expect(try values("[],[1,[2,3]]").elementCounts.bounds == 0...2)
        #expect(try values("1").elementCounts.bounds == nil)
    }

    @Test(
        arguments: [
            ("null,1.50,2", "1.50"), ("null", nil), ("[1],{}", nil), ("true,1", "true"),
        ])
    func exampleIsFirstScalarExceptNull(elements: String, example: String?) throws {
        #expect(try values(elements).example?.text == example)
    }

    @Test(
        arguments: [
            ("\"a\\\"\\\\\\n\\u0000\\u009b\"", "\"a\\\"\\\\\\n\\u0000\\u009b\""),
            (
                "\"1234567890123456789012345678901234567890123456789012345678é0\"",
                "\"1234567890123456789012345678901234567890123456789012345678é…\""
            ),
            (
                "\"12345678901234567890123456789012345678901234567890123456789é0\"",
                "\"12345678901234567890123456789012345678901234567890123456789…\""
            ),
        ])
    func exampleIsEscapedAndTruncatedBetweenCharacters(elements: String, example: String?) throws {
        #expect(try values(elements).example?.text == example)
    }
}
