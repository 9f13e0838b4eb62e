import StreamImport
import TestSupport
import Testing

@testable import JSONRecords

/// A plain number is equal to the number that the standard library reads. All other numbers are left to the slow path.
@Suite struct PlainNumberTests {
    /// Reads a number in memory where other digits follow the text.
    private func read<Number>(
        _ text: String, _ body: (UnsafePointer<UInt8>, Int) -> Number?, next: Character = ","
    ) -> Number? {
        let bytes = Array((text + String(repeating: next, count: PlainNumber.padding)).utf8)
        // SAFETY: the padding follows the text.
        return unsafe bytes.withUnsafeBufferPointer { unsafe body($0.baseAddress!, text.utf8.count) }
    }

    private func double(_ text: String, next: Character = ",") -> Double? {
        unsafe read(text, { unsafe PlainNumber.double($0, count: $1) }, next: next)
    }

    private func integer(_ text: String, next: Character = ",") -> Int? {
        unsafe read(text, { unsafe PlainNumber.integer($0, count: $1) }, next: next)
    }

    private func expectNearest(_ text: String) throws {
        let expected = try #require(Double(text))
        let value = try #require(double(text), "\(text)")
        #expect(value.bitPattern == expected.bitPattern, "\(text)")
        #expect(integer(text) == Int(text), "\(text)")
    }

    @Test(arguments: [
        "0", "-0", "7", "-7", "10", "12345678", "-12345678", "123456789", "1234567890123456",
        "9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993", "9007199254740995",
        "9223372036854775807", "9223372036854775808", "-9223372036854775807", "-9223372036854775808",
        "9999999999999999999", "0.0", "-0.0", "0.1", "0.5", "12345678.5", "1.12345678", "12345678.12345678",
        "123456789.1234567890", "9007199254740993.0", "6929495644600919.5", "3377699720527872.25",
        "0.000000000000000001", "0.00000001", "1.00000000", "4.35", "-81.303071", "1.000000000000000111",
        "0.300000000000000044",
    ])
    func plainNumberIsRoundedToNearestDouble(text: String) throws {
        try expectNearest(text)
    }

    @Test func randomPlainNumbersAreRoundedCorrectly() throws {
        var random = Random(seed: TestTier.seed &+ 21)
        for _ in 0..<TestTier.count(2_000, full: 100_000) {
            let sign = Bool.random(using: &random) ? "-" : ""
            let count = Int.random(in: 1...18, using: &random)
            let integers = Int.random(in: 1...count, using: &random)
            var text = String(UInt64.random(in: 1...9, using: &random))
            for _ in 1..<count { text.append(String(UInt64.random(in: 0...9, using: &random))) }
            if integers < count { text.insert(".", at: text.index(text.startIndex, offsetBy: integers)) }
            try expectNearest(sign + text)
            if text.count < 17 { try expectNearest("\(sign)0.\(text.filter { $0 != "." })") }
        }
    }

    /// Numbers halfway between two doubles, and their neighbors in the last digit.
    @Test func halfwayCasesAreRoundedCorrectly() throws {
        var random = Random(seed: TestTier.seed &+ 22)
        for _ in 0..<TestTier.count(1_000, full: 20_000) {
            let halfway = UInt64.random(in: (1 << 53)..<(1 << 54), using: &random) | 1
            for number in [halfway - 1, halfway, halfway + 1] {
                try expectNearest("\(number)")
                // A multiple of 5 has a double's halfway point at half of it.
                try expectNearest("\(number / 2).5")
                try expectNearest("-\(number / 4).25")
            }
        }
    }

    @Test(arguments: [
        "", "-", "--1", "+1", "01", "-01", "00", "0123456789", "1.", "-1.", ".5", "-.5", ".", "1..5", "1.5.5",
        "1e5", "1E5", "1.5e3", "1.5e-3", "1x", "x1", "1.x", "1.5x", " 1", "1 ", "Infinity", "nan", "1\u{0}",
        "12345678x", "1.12345678x", "１", "99999999999999999999", "123456789012345678901", "0x10", "1/2",
        "1:2",
        "1.00000000000000000000", "12345678901.2345678901",
    ])
    func otherTextIsNotPlain(text: String) {
        #expect(double(text) == nil)
        #expect(integer(text) == nil)
    }

    /// libyajl reads `01` as two numbers.
    @Test(arguments: ["1", "12345678", "0", "-0", "1.5", "1.12345678"])
    func numberBeforeDigitIsNotPlain(text: String) {
        #expect(double(text, next: "1") == nil)
        #expect(integer(text, next: "1") == nil)
    }

    @Test func numberBeforeOtherBytesIsPlain() {
        for byte in UInt8.min...0x7F where !(0x30...0x39).contains(byte) && byte != UInt8(ascii: ".") {
            let next = Character(UnicodeScalar(byte))
            #expect(double("-81.303071", next: next) == -81.303071)
            #expect(integer("12345678", next: next) == 12_345_678)
        }
    }

    // MARK: - In an import

    @Importable
    struct Numbers: Equatable {
        var integer: Int
        var optionalInteger: Int?
        var double: Double
        var optionalDouble: Double?
        var text: String?
        var integers: [Int]
        var doubles: [Double]
        var optionals: [Double?]
        var pairs: [[Double]]
    }

    /// A chunk or the text may end within or just after a number, so that its padding is not in memory.
    @Test func numbersAreEqualInAllChunkSizes() throws {
        var random = Random(seed: TestTier.seed &+ 23)
        let expected = (0..<40).map { _ in Numbers.random(&random) }
        let text = "[" + expected.map(\.json).joined(separator: ",") + "]"
        for chunkBytes in Array(1...40) + [1000, 1 << 16] {
            var options = ImportOptions()
            options.chunkBytes = chunkBytes
            let imported = try StreamImporter.objects(of: Numbers.self, from: text, options: options)
                .collect()
            #expect(imported == expected, "\(chunkBytes)")
        }
    }

    @Test(arguments: ["12", "-12.5", "0", "1234567890.25"])
    func numberAtEndOfTextIsRead(text: String) throws {
        #expect(try StreamImporter.objects(of: Double.self, from: text).collect() == [Double(text)!])
    }

    @Test(arguments: ["9223372036854775808", "1.5", "-9223372036854775809", "1e30"])
    func numberBeyondIntIsRejected(text: String) {
        for json in ["[\(text)]              ", "[\(text)]"] {
            let error = #expect(throws: ImportError.self) {
                try StreamImporter.objects(of: Int.self, from: json).collect()
            }
            #expect(error?.description.contains("an integer") == true)
        }
    }
}

extension PlainNumberTests.Numbers {
    fileprivate static func random(_ random: inout Random) -> Self {
        func integer() -> Int {
            Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<64, using: &random)
        }
        func double() -> Double {
            Double(integer()) / [1, 10, 1e6, 1e9, 1e-20][Int.random(in: 0..<5, using: &random)]
        }
        func count() -> Int { Int.random(in: 0...9, using: &random) }
        return Self(
            integer: integer(), optionalInteger: Bool.random(using: &random) ? integer() : nil,
            double: double(),
            optionalDouble: Bool.random(using: &random) ? double() : nil,
            text: Bool.random(using: &random) ? "a\"\n😀" : nil,
            integers: (0..<count()).map { _ in integer() }, doubles: (0..<count()).map { _ in double() },
            optionals: (0..<count()).map { _ in Bool.random(using: &random) ? double() : nil },
            pairs: (0..<count()).map { _ in (0..<count()).map { _ in double() } })
    }

    fileprivate var json: String {
        func text(_ value: some CustomStringConvertible) -> String { value.description }
        func optional<Value: CustomStringConvertible>(_ value: Value?) -> String { value.map(text) ?? "null" }
        func array(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }
        let members = [
            #""integer":\#(integer)"#, #""optionalInteger":\#(optional(optionalInteger))"#,
            #""double":\#(double)"#,
            #""optionalDouble":\#(optional(optionalDouble))"#,
            #""text":\#(self.text == nil ? "null" : #""a\"\n\ud83d\ude00""#)"#,
            #""integers":\#(array(integers.map(text)))"#, #""doubles":\#(array(doubles.map(text)))"#,
            #""optionals":\#(array(optionals.map(optional)))"#,
            #""pairs":\#(array(pairs.map { array($0.map(text)) }))"#,
        ]
        return "{" + members.joined(separator: ",") + "}"
    }
}
