import TestSupport
import Testing

@testable import JSONRecords
@testable import StreamImport

/// The tests with many numbers compare each result with the standard library, which rounds correctly.
@Suite struct DoubleTests {
    private func expectNearest(_ text: String) throws { try expectValue(Double.self, text) }

    @Test(arguments: [
        "0", "-0", "0.0", "-0.0", "0e5", "1", "-1", "1.5", "0.1", "0.2", "0.3", "0.30000000000000004",
        "0.29999999999999999", "0.30000000000000002", "123456789.123456789", "1e22", "1e23", "-1e23", "1e308",
        "1.7976931348623157e308", "1.7976931348623158e308", "5e-324", "4.9e-324", "2.5e-324", "2.4e-324",
        "2.2250738585072014e-308", "2.2250738585072011e-308", "2.225073858507201e-308", "1e-323", "3e-324",
        "9007199254740991", "9007199254740992", "9007199254740993", "9007199254740994", "9007199254740995",
        "9007199254740993.0", "9007199254740993.00000000000000000000000001",
        "9007199254740992.99999999999999999",
        "18446744073709551615", "18446744073709551616", "1e-400", "1e-999999999999999999999", "-1e-400",
        "0.000000000000000000000000000000000000000000000000000000000000001",
        "1000000000000000000000000000000",
        "8.5e18", "6929495644600919.5", "3377699720527872.25", "7.2057594037927933e16",
        "1.00000000000000011102230246251565",
        "1.00000000000000011102230246251565404236316680908203125",
        "1.00000000000000011102230246251565404236316680908203124",
        "1.00000000000000011102230246251565404236316680908203126", "6.02214076E23",
        "179769313486231580793728971405303e276", "1.6e-35", "4.35", "4.349999999999999",
    ])
    func numberIsRoundedToNearestDouble(text: String) throws {
        try expectNearest(text)
    }

    @Test func zeroKeepsItsSign() throws {
        #expect(try read(Double.self, "-0").sign == .minus)
        #expect(try read(Double.self, "-1e-400").sign == .minus)
        #expect(try read(Double.self, "0").sign == .plus)
    }

    @Test(arguments: [
        "1e309", "-1e309", "1.7976931348623159e308", "1.797693134862315808e308", "1e400",
        "1e999999999999999999",
        "17976931348623158080e289",
        "179769313486231580793728971405304e276",
    ])
    func outOfRangeNumberIsRejected(text: String) {
        #expect(readError(Double.self, text) == "outOfRange: a number that Double can hold")
    }

    @Test func shortestDescriptionRoundTrips() throws {
        var random = Random(seed: TestTier.seed &+ 2)
        for _ in 0..<TestTier.count(2_000, full: 100_000) {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            let text = "\(value)"
            #expect(try read(Double.self, text).bitPattern == value.bitPattern, "\(text)")
        }
    }

    @Test func seventeenToNineteenDigitsAreRoundedCorrectly() throws {
        var random = Random(seed: TestTier.seed &+ 3)
        for _ in 0..<TestTier.count(2_000, full: 50_000) {
            let digits = UInt64.random(in: 1...9_999_999_999_999_999_999, using: &random)
            try expectNearest("\(digits)e\(Int.random(in: -345...289, using: &random))")
        }
    }

    @Test func fewDigitsWithAnyExponentAreRoundedCorrectly() throws {
        var random = Random(seed: TestTier.seed &+ 4)
        for _ in 0..<TestTier.count(2_000, full: 50_000) {
            let digits = UInt64.random(in: 1...99_999, using: &random)
            try expectNearest("\(digits)e\(Int.random(in: -335...303, using: &random))")
        }
    }

    @Test func subnormalNumbersAreRoundedCorrectly() throws {
        var random = Random(seed: TestTier.seed &+ 5)
        for _ in 0..<TestTier.count(1_000, full: 20_000) {
            let value = Double(bitPattern: UInt64.random(in: 0..<(1 << 53), using: &random))
            try expectNearest("\(value)")
            let digits = UInt64.random(in: 1...9_999_999_999_999_999_999, using: &random)
            try expectNearest("\(digits)e\(Int.random(in: -345 ... -322, using: &random))")
        }
    }

    /// A number halfway between two doubles is rounded to the even double. A difference in the last digit changes the
    /// result.
    @Test func halfwayCasesAreRoundedCorrectly() throws {
        var random = Random(seed: TestTier.seed &+ 6)
        for _ in 0..<TestTier.count(1_000, full: 20_000) {
            let odd = UInt128.random(in: (1 << 53)..<(1 << 54), using: &random) | 1
            let halfway = odd << UInt128.random(in: 0..<70, using: &random)
            for number in [halfway - 1, halfway, halfway + 1] {
                #expect(try read(Double.self, "\(number)") == Double(number), "\(number)")
            }
            try expectNearest("\(halfway).000000000000000000001")
            try expectNearest("\(halfway - 1).999999999999999999999")
        }
    }

    /// Odd multiples of 2^-1 to 2^-11 that are halfway between two doubles, with all decimal digits.
    @Test func halfwayFractionsAreRoundedCorrectly() throws {
        var random = Random(seed: TestTier.seed &+ 7)
        for _ in 0..<TestTier.count(1_000, full: 20_000) {
            let odd = UInt64.random(in: (1 << 53)..<(1 << 54), using: &random) | 1
            let bits = Int.random(in: 1...11, using: &random)
            let powerOfFive = (0..<bits).reduce(UInt128(1)) { power, _ in power * 5 }
            let digits = UInt128(odd) * powerOfFive
            try expectNearest("\(digits)e-\(bits)")
            try expectNearest("\(digits)1e-\(bits + 1)")
            try expectNearest("\(digits - 1)9e-\(bits + 1)")
        }
    }

    @Test func twentyToEightHundredDigitsAreRoundedCorrectly() throws {
        var random = Random(seed: TestTier.seed &+ 8)
        for _ in 0..<TestTier.count(200, full: 3_000) {
            let count = Int.random(in: 20...800, using: &random)
            var text = String(Int.random(in: 1...9, using: &random))
            for _ in 1..<count { text += String(Int.random(in: 0...9, using: &random)) }
            let exponent = Int.random(in: -330...300, using: &random)
            try expectNearest("\(text)e\(exponent - count)")
            try expectNearest("0.\(text)e\(exponent)")
        }
    }

    @Test func hundredsOfZerosDoNotAffectValue() throws {
        let zeros = String(repeating: "0", count: 700)
        #expect(try read(Double.self, "0.\(zeros)15e701") == 1.5)
        #expect(try read(Double.self, "15\(zeros)e-701") == 1.5)
        #expect(try read(Double.self, "1.5\(zeros)") == 1.5)
        #expect(try read(Double.self, "0.1\(zeros)1") == 0.1)
    }

    @Test(arguments: malformedNumbers)
    func malformedNumberIsRejected(text: String) {
        #expect(readError(Double.self, text) == "invalid: a number")
        #expect(readError(Float.self, text) == "invalid: a number")
    }

    @Test func nonNumberIsRejectedAsDouble() {
        #expect(readError(Double.self, "1.5", as: .string) == "mismatch: a number")
        #expect(readError(Double.self, "true", as: .bool) == "mismatch: a number")
    }
}

@Suite struct FloatTests {
    private func expectNearest(_ text: String) throws { try expectValue(Float.self, text) }

    @Test(arguments: [
        "0", "-0", "1.5", "0.1", "16777216", "16777217", "16777218", "16777219", "3.4028235e38",
        "3.4028235677e38",
        "1e-45", "7e-46", "8e-46", "1.17549435e-38", "1.1754943e-38", "1e-400", "1e10", "1e11",
        "340282346638528859811704183484516925440",
        "16777217.000000000000000000001", "1e-64", "1e-65", "0.000000000000000000000000000000000000000000001",
    ])
    func numberIsRoundedToNearestFloat(text: String) throws {
        try expectNearest(text)
    }

    /// The number is less than the midpoint of two floats. The nearest double is the midpoint, which is rounded up to
    /// the even float.
    @Test func numberIsNotRoundedThroughDouble() throws {
        let text = "1.00000017881393432617187499"
        #expect(try read(Float.self, text) == Float(1).nextUp)
        #expect(Float(try read(Double.self, text)) == Float(1).nextUp.nextUp)
    }

    @Test(arguments: [
        "3.4028236e38", "340282356779733661637539395458142568448", "1e39", "-1e39", "1e400", "1e308",
    ])
    func outOfRangeNumberIsRejected(text: String) {
        #expect(readError(Float.self, text) == "outOfRange: a number that Float can hold")
    }

    @Test func randomNumbersAreRoundedCorrectly() throws {
        var random = Random(seed: TestTier.seed &+ 9)
        for _ in 0..<TestTier.count(2_000, full: 50_000) {
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            if value.isFinite { #expect(try read(Float.self, "\(value)").bitPattern == value.bitPattern) }
            let digits = UInt64.random(in: 1...9_999_999_999_999_999_999, using: &random)
            try expectNearest("\(digits)e\(Int.random(in: -68...19, using: &random))")
        }
    }

    /// Numbers halfway between two floats, with all digits.
    @Test func halfwayCasesAreRoundedCorrectly() throws {
        var random = Random(seed: TestTier.seed &+ 10)
        for _ in 0..<TestTier.count(1_000, full: 20_000) {
            let odd = UInt128.random(in: (1 << 24)..<(1 << 25), using: &random) | 1
            let halfway = odd << UInt128.random(in: 0..<100, using: &random)
            for number in [halfway - 1, halfway, halfway + 1] {
                #expect(try read(Float.self, "\(number)") == Float(number), "\(number)")
            }
            let bits = Int.random(in: 1...17, using: &random)
            let digits = (0..<bits).reduce(odd) { product, _ in product * 5 }
            try expectNearest("\(digits)e-\(bits)")
            try expectNearest("\(digits)1e-\(bits + 1)")
            try expectNearest("\(digits - 1)9e-\(bits + 1)")
        }
    }
}

/// Requires that a number is read as the standard library reads it, with the sign of zero.
private func expectValue<T: BinaryFloatingPoint & LosslessStringConvertible & ImportableScalar>(
    _ type: T.Type, _ text: String
) throws {
    let (expected, value) = (try #require(T(text)), try read(type, text))
    #expect(value == expected && value.sign == expected.sign, "\(text)")
}
