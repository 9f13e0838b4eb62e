import TestSupport
import Testing

@testable import JSONRecords
@testable import StreamImport

@Suite struct IntegerTests {
    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("1234567890", 1_234_567_890),
            ("999999999999999999", 999_999_999_999_999_999),
            ("1000000000000000000", 1_000_000_000_000_000_000),
            ("-1000000000000000000", -1_000_000_000_000_000_000),
            ("9223372036854775807", Int64.max), ("-9223372036854775807", -Int64.max),
            ("-9223372036854775808", Int64.min),
        ] as [(String, Int64)])
    func integerIsReadExactly(text: String, value: Int64) throws {
        #expect(try read(Int64.self, text) == value)
        #expect(try read(Int.self, text) == Int(value))
    }

    @Test(
        arguments: [
            ("1.0", 1), ("1.000", 1), ("1e3", 1_000), ("1E+3", 1_000), ("10e-1", 1), ("-1.5e1", -15),
            ("0.0", 0),
            ("-0.0e5", 0), ("0e999999999999999999999", 0), ("0e-999999999999999999999", 0), ("1200e-2", 12),
            ("92233720368547758.07e2", .max), ("-9223372036854775808.0", .min), ("0.0000001e7", 1),
        ] as [(String, Int64)])
    func integerWithPointOrExponentIsRead(text: String, value: Int64) throws {
        #expect(try read(Int64.self, text) == value)
    }

    @Test func hundredsOfZerosDoNotAffectInteger() throws {
        let zeros = String(repeating: "0", count: 500)
        #expect(try read(Int.self, "1\(zeros)e-500") == 1)
        #expect(try read(Int.self, "0.\(zeros)1e501") == 1)
        #expect(try read(Int.self, "25.\(zeros)") == 25)
        #expect(readError(Int.self, "0.\(zeros)1e500") == "outOfRange: an integer")
    }

    @Test(arguments: [
        "1.5", "0.1", "-0.5", "1e-1", "15e-1", "1e-999999999999999999999", "123456789.000000001",
    ])
    func fractionIsRejected(text: String) {
        #expect(readError(Int.self, text) == "outOfRange: an integer")
    }

    @Test func longFractionIsRejected() {
        #expect(
            readError(Int.self, "0." + String(repeating: "123456789", count: 100)) == "outOfRange: an integer"
        )
    }

    @Test(arguments: [
        "9223372036854775808", "-9223372036854775809", "1e19", "1e400", "1e999999999999999999", "-1e400",
        "99999999999999999999999999999999999999999999999999", "340282366920938463463374607431768211456",
    ])
    func outOfRangeIntegerIsRejected(text: String) {
        let range = "outOfRange: an integer from -9223372036854775808 to 9223372036854775807"
        #expect(readError(Int64.self, text) == range)
        #expect(readError(Int.self, text) == range)
    }

    @Test func everyIntegerTypeAcceptsOnlyItsRange() throws {
        try expectLimits(of: Int8.self)
        try expectLimits(of: Int16.self)
        try expectLimits(of: Int32.self)
        try expectLimits(of: Int64.self)
        try expectLimits(of: Int.self)
        try expectLimits(of: UInt8.self)
        try expectLimits(of: UInt16.self)
        try expectLimits(of: UInt32.self)
        try expectLimits(of: UInt64.self)
        try expectLimits(of: UInt.self)
        #expect(try read(UInt64.self, "18446744073709551615") == .max)
        #expect(readError(Int8.self, "128") == "outOfRange: an integer from -128 to 127")
        #expect(readError(UInt8.self, "-1") == "outOfRange: an integer from 0 to 255")
    }

    private func expectLimits<T: FixedWidthInteger & ImportableScalar>(of type: T.Type) throws {
        let range = "outOfRange: an integer from \(T.min) to \(T.max)"
        #expect(try read(type, "\(T.max)") == .max)
        #expect(try read(type, "\(T.min)") == .min)
        #expect(try read(type, "\(T.max).0") == .max)
        #expect(try read(type, "\(T.max)0e-1") == .max)
        #expect(try read(type, "-0") == 0)
        #expect(readError(type, "\(Int128(T.max) + 1)") == range)
        #expect(readError(type, "\(Int128(T.min) - 1)") == range)
    }

    @Test func integersOf128BitsAreReadExactly() throws {
        #expect(try read(Int128.self, "\(Int128.min)") == .min)
        #expect(try read(Int128.self, "\(Int128.max)") == .max)
        #expect(try read(UInt128.self, "\(UInt128.max)") == .max)
        #expect(try read(UInt128.self, "34028236692093846346337460743176821145.5e1") == .max)
        #expect(
            readError(Int128.self, "170141183460469231731687303715884105728")
                == "outOfRange: an integer from -2^127 to 2^127 - 1")
        #expect(readError(UInt128.self, "-1") == "outOfRange: an integer from 0 to 2^128 - 1")
        #expect(readError(UInt128.self, "1e39") == "outOfRange: an integer from 0 to 2^128 - 1")
    }

    @Test func randomIntegersRoundTrip() throws {
        var random = Random(seed: TestTier.seed &+ 1)
        for _ in 0..<TestTier.count(1_000, full: 20_000) {
            let value =
                Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<64, using: &random)
            #expect(try read(Int64.self, "\(value)") == value)
        }
    }

    @Test(arguments: ["1", "true", ""])
    func nonNumberIsRejectedAsInteger(text: String) {
        #expect(readError(Int.self, text, as: .string) == "mismatch: an integer")
        #expect(readError(UInt8.self, text, as: .bool) == "mismatch: an integer")
    }

    @Test(arguments: malformedNumbers)
    func malformedNumberIsRejected(text: String) {
        #expect(readError(Int.self, text) == "invalid: an integer")
        #expect(readError(UInt128.self, text) == "invalid: an integer")
    }
}

/// Texts that are not one JSON number.
let malformedNumbers = [
    "", "-", "+1", "01", "-01", "00", ".5", "1.", "1.e3", "1e", "1e+", "1e-", "-e1", "0x10", "1_000", "1,000",
    " 1",
    "1 ", "1\n", "--1", "1-", "1e1.5", "1e1e1", "1.2.3", "inf", "nan", "Infinity", "NaN", "a", "1a", "١", "/",
    ":",
    "12345678901234567890a", "1\0", "\0", "e5", "-.5", "1e5 ", "9999999999999999999999999999999999999999x",
]
