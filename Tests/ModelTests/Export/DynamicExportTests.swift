import Foundation
import StreamImport
import Testing

/// Exports of JSON values and of dynamic values.
@Suite struct DynamicExportTests {
    @Test(arguments: [
        "null", "true", "1.50", "-0", "1e400", "123456789012345678901234567890123456789012345678901234567890",
        #""a\u0000\"/""#, "[]", "{}", #"[[1,2.0],{"a":null}]"#,
    ])
    func jsonValueIsExportedUnchanged(json: String) throws {
        let text = "[{\"value\":\(json)}]"
        let boxes = try StreamImporter.objects(of: Box<JSONValue>.self, from: text).collect()
        #expect(try exported(boxes) == text)
    }

    @Test(arguments: [
        "null", "true", "1", "-12", "9223372036854775807", "18446744073709551615", "18446744073709551616",
        "1.5",
        "1e+20", #""a""#, "[]", "{}", #"[1,[true,null],{"a":"b"}]"#,
    ])
    func dynamicValueRoundTrips(json: String) throws {
        let text = "[{\"value\":\(json)}]"
        #expect(
            try exported(StreamImporter.objects(of: Box<DynamicValue>.self, from: text).collect()) == text)
        let objectText = #"[{"value":{"a":\#(json)}}]"#
        #expect(
            try exported(
                StreamImporter.objects(of: Box<[String: DynamicValue]>.self, from: objectText).collect())
                == objectText)
        let arrayText = #"[{"value":[\#(json)]}]"#
        #expect(
            try exported(StreamImporter.objects(of: Box<[DynamicValue]>.self, from: arrayText).collect())
                == arrayText)
    }

    @Test func modelInDynamicValueIsExportedAsModel() throws {
        var options = ImportOptions()
        options.dynamicModels["owner"] = Repo.Owner.self
        let text = #"[{"value":{"owner":[{"login":"a"},{"login":"b"}]}}]"#
        let boxes = try StreamImporter.objects(
            of: Box<[String: DynamicValue]>.self, from: text, options: options
        )
        .collect()
        #expect((boxes.first?.value.value["owner"] as? [Any])?.first is Repo.Owner)
        #expect(try exported(boxes) == text)
    }

    /// Values of Swift and Foundation types that a dynamic value can hold, and their JSON texts.
    static var supportedValues: [(value: Any, text: String)] {
        [
            (NSNumber(value: 7), "7"), (NSNumber(value: UInt64.max), "18446744073709551615"),
            (NSNumber(value: 1.5), "1.5"), (NSNumber(value: true), "true"), (NSNumber(value: 1), "1"),
            (NSDecimalNumber(string: "0.10"), "0.1"), (CGFloat(0.5), "0.5"), (UInt(3), "3"),
            (Int128.max, "\(Int128.max)"),
            (UInt128.max, "\(UInt128.max)"), (NSString("a"), #""a""#), (Substring("b"), #""b""#),
            (NSNull(), "null"),
            (Any?.none as Any, "null"), (Any?.some(NSNumber(value: 1)) as Any, "1"),
            (AnyHashable(NSString("c")), #""c""#),
            ([1: NSNumber(value: 2)] as [Int: Any], #"{"1":2}"#), (NSArray(array: [1, "a"]), #"[1,"a"]"#),
            (NSDictionary(dictionary: ["a": [true]]), #"{"a":[true]}"#),
            (ArraySlice([1.5 as CGFloat]), "[1.5]"),
            (ContiguousArray([nil, 1] as [Any?]), "[null,1]"),
        ]
    }

    @Test(arguments: supportedValues.indices)
    func supportedDynamicValueIsExported(index: Int) throws {
        let (value, text) = Self.supportedValues[index]
        #expect(try exported([Box(DynamicValue(value: value))]) == "[{\"value\":\(text)}]")
        _ = try Box(DynamicValue(value: value)).dictionary()
    }

    @Test func unsupportedDictionaryKeysReportError() {
        for members in [[1.5: 1] as [AnyHashable: Any], ["1": 1, 1: 1], [true: 1]] {
            #expect(
                errorMessage { _ = try exportedLine(Box(DynamicValue(value: members))) } == """
                    record 1, $.value: expected an object with string or integer keys, found \
                    Dictionary<AnyHashable, Any>
                    """)
        }
    }

    @Test func nonFiniteDynamicValueReportsError() {
        #expect(
            errorMessage { _ = try exportedLine(Box(DynamicValue(value: CGFloat.infinity))) }
                == "record 1, $.value: expected a JSON number, found inf")
    }

    @Test func valueOfUnsupportedTypeReportsError() {
        struct Odd {}
        #expect(
            errorMessage { _ = try exported([Box(DynamicValue(value: ["a": [Odd()]]))]) } == """
                record 1, $[0].value.a[0]: Odd cannot be exported; implement exported(dates:) if it is a scalar, \
                or mark it with @Importable if it is a model
                """)
    }

    @Test(arguments: [
        ("1.5", "Double=1.5"), ("1.50", "Double=1.5"), ("7", "Int=7"), ("1e3", "Double=1000.0"),
        ("18446744073709551615", "UInt64=18446744073709551615"),
        ("18446744073709551616", "Decimal=18446744073709551616"),
        ("0.1234567890123456789012345", "Decimal=0.1234567890123456789012345"), ("-0", "Double=-0.0"),
        ("-0.0", "Double=-0.0"), ("1e-300", "Double=1e-300"),
    ])
    func jsonNumberBecomesSwiftNumberInDictionary(text: String, typeAndValue: String) throws {
        let number = try #require(try Box(JSONValue.number(text)).dictionary()["value"])
        // `Decimal` prints its type as `NSDecimal` on Apple platforms.
        let type = "\(type(of: number))".replacing("NSDecimal", with: "Decimal")
        #expect("\(type)=\(number)" == typeAndValue)
    }

    @Test(arguments: ["1e400", "1.00000000000000000000001e-200"])
    func unrepresentableNumberInDictionaryReportsError(text: String) {
        #expect(
            errorMessage { _ = try Box(JSONValue.number(text)).dictionary() }
                == "$.value: expected a number that Double or Decimal can hold, found \(text)")
    }
}
