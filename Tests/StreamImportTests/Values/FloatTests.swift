import Testing

@testable import JSONRecords
@testable import StreamImport

@Suite struct FloatTests {
    private func expectNearest(_ text: String) throws {
        let expected = try #require(Float(text))
        #expect(try read(Float.self, text).bitPattern == expected.bitPattern, "\(text)")
    }

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
        var random = SeededGenerator(seed: 9)
        for _ in 0..<50_000 {
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            if value.isFinite { #expect(try read(Float.self, "\(value)").bitPattern == value.bitPattern) }
            let digits = UInt64.random(in: 1...9_999_999_999_999_999_999, using: &random)
            try expectNearest("\(digits)e\(Int.random(in: -68...19, using: &random))")
        }
    }

    /// Numbers halfway between two floats, with all digits.
    @Test func halfwayCasesAreRoundedCorrectly() throws {
        var random = SeededGenerator(seed: 10)
        for _ in 0..<20_000 {
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
