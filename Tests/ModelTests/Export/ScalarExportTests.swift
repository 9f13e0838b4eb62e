import Foundation
import StreamImport
import Testing

/// Scalars and collections that are exported and imported again.
@Suite struct ScalarExportTests {
    /// Requires that an import of a value from an array, from lines and from a dictionary does not change the value.
    ///
    /// - Returns: the JSON text of the value.
    private func roundTrip<Value: Importable & Equatable & Sendable>(_ value: Value) throws -> String {
        for format in ExportFormat.allCases {
            let text = try exported([Box(value), Box(value)]) { $0.format = format }
            let boxes = try StreamImporter.objects(of: Box<Value>.self, from: text).collect()
            #expect(boxes == [Box(value), Box(value)], "\(text)")
        }
        let dictionary = try Box(value).dictionary()
        let data = try JSONSerialization.data(withJSONObject: dictionary)
        #expect(try StreamImporter.objects(of: Box<Value>.self, from: data).collect() == [Box(value)])
        return String(try exportedLine(Box(value)).dropFirst(9).dropLast())
    }

    @Test func integersKeepEveryDigit() throws {
        #expect(try roundTrip(Int.min) == "-9223372036854775808")
        #expect(try roundTrip(Int64.max) == "9223372036854775807")
        #expect(try roundTrip(UInt64.max) == "18446744073709551615")
        #expect(try roundTrip(UInt(7)) == "7")
        #expect(try roundTrip(Int8.min) == "-128")
        #expect(try roundTrip(Int16.min) == "-32768")
        #expect(try roundTrip(Int32.min) == "-2147483648")
        #expect(try roundTrip(UInt8.max) == "255")
        #expect(try roundTrip(UInt16.max) == "65535")
        #expect(try roundTrip(UInt32.max) == "4294967295")
    }

    @Test(arguments: [Int128.min, Int128(UInt64.max) + 1, Int128.max, 0, -1])
    func integersOf128BitsKeepEveryDigit(number: Int128) throws {
        let text = try exported([Box(number), Box(number)])
        #expect(text == #"[{"value":\#(number)},{"value":\#(number)}]"#)
        #expect(
            try StreamImporter.objects(of: Box<Int128>.self, from: text).collect() == [
                Box(number), Box(number),
            ])
    }

    @Test(arguments: [
        (0.1, "0.1"), (-0.0, "-0.0"), (1, "1.0"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"),
        (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (1.0 / 3, "0.3333333333333333"),
        (9_007_199_254_740_992, "9007199254740992.0"),
    ])
    func doublesAreWrittenAsShortestExactText(number: Double, text: String) throws {
        #expect(try roundTrip(number) == text)
    }

    @Test func floatsAreWrittenAsShortestExactText() throws {
        #expect(try roundTrip(Float(0.1)) == "0.1")
        #expect(try roundTrip(Float.leastNonzeroMagnitude) == "1e-45")
    }

    @Test(arguments: [
        "0", "-1.5", "0.1", "12345678901234567890123456789012345678",
        "-0.00000000000000000000000000000000001",
        "340282366920938463463374607431768211455", "1e127", "123e-128",
    ])
    func decimalsKeepEveryDigit(text: String) throws {
        let decimals = try StreamImporter.objects(of: Box<Decimal>.self, from: "{\"value\":\(text)}")
            .collect()
        let exportedText = try exported(decimals)
        #expect(try StreamImporter.objects(of: Box<Decimal>.self, from: exportedText).collect() == decimals)
    }

    @Test(arguments: [
        (Double.nan, "nan"), (.infinity, "inf"), (-.infinity, "-inf"),
    ])
    func nonFiniteNumberReportsError(number: Double, text: String) {
        let expected =
            "record 2, $[1].value[0]: expected a JSON number, found \(text)"
        #expect(errorMessage { _ = try exported([Box([1]), Box([number])]) } == expected)
        #expect(errorMessage { _ = try [Box([1]), Box([number])].dictionaries() } == expected)
        #expect(
            errorMessage { _ = try exported([Box(Float(number))]) }
                == "record 1, $[0].value: expected a JSON number, found \(text)")
    }

    @Test func decimalNaNReportsError() {
        #expect(
            errorMessage { _ = try exportedLine(Box(Decimal.nan)) }
                == "record 1, $.value: expected a JSON number, found NaN")
    }

    @Test(arguments: [
        "", "a/b", "\u{0}", "\"\\\u{8}\u{C}\n\r\t\u{1F}\u{7F}", "é e\u{301} 😀 \u{10FFFF}\u{FFFF}\u{2028}",
        String(repeating: "x\"", count: 100_000),
    ])
    func stringsKeepEveryCharacter(text: String) throws {
        _ = try roundTrip(text)
        let boxes = [Box([text: text])]
        let reimported = StreamImporter.objects(of: Box<[String: String]>.self, from: try exported(boxes))
        #expect(try reimported.collect() == boxes)
        // Canonically equivalent strings are equal, so the test compares their UTF-8.
        #expect(try reimported.collect().first?.value.values.first.map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test func scalarsExceptNumbersAndStringsRoundTrip() throws {
        #expect(try roundTrip(true) == "true")
        #expect(try roundTrip(false) == "false")
        #expect(
            try roundTrip(URL(string: "https://a.b/c?d=%20#e")!) == #""https://a.b/c?d=%20#e""#)
        #expect(
            try roundTrip(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")!)
                == #""6BA7B810-9DAD-11D1-80B4-00C04FD430C8""#)
        #expect(try roundTrip(Data([0, 255, 62])) == #""AP8+""#)
        #expect(try roundTrip(Data()) == #""""#)
        #expect(try roundTrip(Color.red) == #""red""#)
        #expect(try roundTrip(Level.high) == "1")
        #expect(try roundTrip(SkippedValue()) == "null")
    }

    enum Color: String, Importable { case red }
    enum Level: Int, Importable { case low, high }

    @Test func collectionsRoundTrip() throws {
        #expect(try roundTrip([[1, 2], [], [3]]) == "[[1,2],[],[3]]")
        #expect(try roundTrip(Set([7])) == "[7]")
        #expect(try roundTrip(["a/\"": [1.5]]) == #"{"a/\"":[1.5]}"#)
        #expect(try roundTrip([-5: true]) == #"{"-5":true}"#)
        #expect(try roundTrip([UInt64.max: "x"]) == #"{"18446744073709551615":"x"}"#)
        #expect(try roundTrip([1, nil, 3]) == "[1,null,3]")
        #expect(try roundTrip(["a": nil] as [String: Int?]) == #"{"a":null}"#)
        #expect(try roundTrip(nil as [Int??]?) == "null")
        #expect(try roundTrip(Box(Box(5))) == #"{"value":{"value":5}}"#)
        _ = try roundTrip(Set(["a", "b", "c"]))
        _ = try roundTrip(["a": 1, "b": 2, "c": 3])
    }

    @Test func nestedOptionalNilIsWrittenAsNull() throws {
        #expect(try exportedLine(Box(.some(.none) as Int??)) == #"{"value":null}"#)
    }

    // MARK: - Custom types

    struct Celsius: ImportableScalar, Equatable {
        var degrees: Double
        init(degrees: Double) { self.degrees = degrees }
        init(_ token: borrowing ImportToken) throws { degrees = try Double(token) }
        func exported(dates: DateStrategy) throws -> ExportedScalar {
            guard degrees >= -273.15 else { throw TooCold() }
            return .double(degrees)
        }
    }

    struct TooCold: Error {}

    struct Day: ImportableScalar, Equatable {
        var date: Date
        init(date: Date) { self.date = date }
        init(_ token: borrowing ImportToken) throws { date = try Date(token) }
        func exported(dates: DateStrategy) throws -> ExportedScalar { try date.exported(dates: dates) }
    }

    struct ImportOnly: ImportableScalar, ImportableKey {
        init() {}
        init(_ token: borrowing ImportToken) {}
        init?(importKey text: Span<UInt8>) {}
    }

    struct CustomNumber: ImportableScalar {
        var text: String
        init(text: String) { self.text = text }
        init(_ token: borrowing ImportToken) throws { text = try String(token) }
        func exported(dates: DateStrategy) -> ExportedScalar { .number(text) }
    }

    @Test func customScalarIsExportedByItsMethod() throws {
        #expect(try roundTrip(Celsius(degrees: 21.5)) == "21.5")
        #expect(try roundTrip(Day(date: Date(timeIntervalSince1970: 0))) == #""1970-01-01T00:00:00Z""#)
        let day = Box(Day(date: Date(timeIntervalSince1970: 1)))
        #expect(try exportedLine(day) { $0.dates = .unixSeconds } == #"{"value":1}"#)
    }

    @Test(arguments: ["", "x", "01", "1 ", "+1", "NaN", "1,2", "\u{0}"])
    func invalidNumberTextReportsError(text: String) {
        let expected = "record 1, $.value: expected a JSON number, found \(text.debugDescription)"
        #expect(errorMessage { _ = try exportedLine(Box(CustomNumber(text: text))) } == expected)
        #expect(errorMessage { _ = try exportedLine(Box(JSONValue.number(text))) } == expected)
    }

    @Test func errorThrownByCustomScalarBecomesCause() throws {
        let error = #expect(throws: ImportError.self) {
            _ = try exported([Box(["a": [Celsius(degrees: -300)]])])
        }
        #expect(error?.description == "record 1, $[0].value.a[0]: the model threw an error: TooCold()")
        #expect(error?.cause is TooCold)
    }

    @Test func scalarWithoutExportedMethodReportsError() {
        #expect(
            errorMessage { _ = try exported([Box(ImportOnly())]) } == """
                record 1, $[0].value: ImportOnly cannot be exported; implement exported(dates:) if it is a scalar, or mark \
                it with @Importable if it is a model
                """)
    }

    @Test func dictionaryKeyWithoutExportKeyReportsError() {
        #expect(
            errorMessage { _ = try exported([Box([ImportOnly(): 1])]) } == """
                record 1, $[0].value: dictionary keys of type ImportOnly cannot be exported; implement exportKey()
                """)
    }
}
