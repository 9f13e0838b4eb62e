import Foundation
import StreamImport
import Testing

/// Values of Swift and Foundation types in dictionaries.
@Suite struct DictionaryValueTests {
    @Importable
    class Animal: Equatable, @unchecked Sendable {
        var name: String

        init(name: String) { self.name = name }
        static func == (left: Animal, right: Animal) -> Bool { left === right }
    }

    @Importable
    final class Dog: Animal, @unchecked Sendable {
        var age = 0

        override init(name: String) { super.init(name: name) }
    }

    enum Color: Int, Importable { case red = 1, green }

    /// A model with properties of many types.
    @Importable
    struct Thing: Equatable {
        var int: Int?
        var int8: Int8?
        var unsigned: UInt64?
        var double: Double?
        var float: Float?
        var decimal: Decimal?
        var text: String?
        var flag: Bool?
        var date: Date?
        @DateFormat(.iso8601) var seconds: Double?
        var data: Data?
        var link: URL?
        var uuid: UUID?
        var color: Color?
        var numbers: [Int]?
        var dates: [Date?]?
        var words: [String: String]?
        var byNumber: [Int: String]?
        var json: JSONValue?
        var animal: Animal?
        var animals: [Animal]?
        var thing: [Thing]?
    }

    static let date = Date(timeIntervalSince1970: 1_398_931_200.5)
    static let uuid = UUID()
    static let link = URL(filePath: "/a")
    static let dog = Dog(name: "d")

    static var values: [(key: String, value: Any, thing: Thing)] {
        [
            ("int", 5, Thing(int: 5)), ("int", Int8(5), Thing(int: 5)), ("int", UInt64(5), Thing(int: 5)),
            ("int", NSNumber(value: 5), Thing(int: 5)), ("int", NSNumber(value: 5.0), Thing(int: 5)),
            ("int", NSNumber(value: true), Thing(int: 1)), ("int", true, Thing(int: 1)),
            ("int", Int.min, Thing(int: .min)), ("int", NSNumber(value: Int64.min), Thing(int: .min)),
            ("int", Decimal(5), Thing(int: 5)), ("int", NSDecimalNumber(value: 5), Thing(int: 5)),
            ("int", "5", Thing(int: 5)), ("int", NSString("5"), Thing(int: 5)),
            ("int", Substring("5"), Thing(int: 5)),
            ("int", Optional(5) as Any, Thing(int: 5)), ("int", Int??(5) as Any, Thing(int: 5)),
            ("int", AnyHashable(5), Thing(int: 5)), ("int", Int?.none as Any, Thing()),
            ("int", NSNull(), Thing()), ("int", CGFloat(5), Thing(int: 5)),
            ("int8", NSNumber(value: Int8(1)), Thing(int8: 1)), ("int8", Int128(-128), Thing(int8: -128)),
            ("unsigned", UInt64.max, Thing(unsigned: .max)), ("unsigned", UInt.max, Thing(unsigned: .max)),
            ("unsigned", NSNumber(value: UInt64.max), Thing(unsigned: .max)),
            ("double", 0.1, Thing(double: 0.1)), ("double", NSNumber(value: 0.1), Thing(double: 0.1)),
            ("double", 7, Thing(double: 7)), ("double", Float(0.1), Thing(double: Double(Float(0.1)))),
            ("double", NSNumber(value: Float(0.1)), Thing(double: Double(Float(0.1)))),
            ("double", Double.leastNonzeroMagnitude, Thing(double: .leastNonzeroMagnitude)),
            ("float", Float(0.1), Thing(float: 0.1)),
            ("float", 0.1, Thing(float: 0.1)),
            ("decimal", Decimal(string: "0.1")!, Thing(decimal: Decimal(string: "0.1")!)),
            ("decimal", NSDecimalNumber(string: "1.25"), Thing(decimal: 1.25)),
            ("decimal", 0.1, Thing(decimal: Decimal(string: "0.1")!)),
            ("text", "é", Thing(text: "é")), ("text", NSMutableString("a"), Thing(text: "a")),
            ("text", 5, Thing(text: "5")), ("text", 1.0, Thing(text: "1.0")),
            ("text", true, Thing(text: "true")),
            ("text", NSNumber(value: false), Thing(text: "false")), ("text", "", Thing(text: "")),
            ("text", UInt64.max, Thing(text: "18446744073709551615")),
            ("flag", true, Thing(flag: true)), ("flag", NSNumber(value: false), Thing(flag: false)),
            ("flag", NSNumber(value: 1), Thing(flag: true)), ("flag", Int8(0), Thing(flag: false)),
            ("date", date, Thing(date: date)), ("date", date as NSDate, Thing(date: date)),
            ("date", 1_398_931_200.5, Thing(date: date)), ("seconds", date, Thing(seconds: 1_398_931_200.5)),
            ("data", Data([1, 2]), Thing(data: Data([1, 2]))),
            ("data", NSData(data: Data([1, 2])), Thing(data: Data([1, 2]))),
            ("data", "AQI=", Thing(data: Data([1, 2]))), ("link", link, Thing(link: link)),
            ("uuid", uuid, Thing(uuid: uuid)), ("uuid", uuid.uuidString, Thing(uuid: uuid)),
            ("color", Color.green, Thing(color: .green)), ("color", 1, Thing(color: .red)),
            ("numbers", [1, 2], Thing(numbers: [1, 2])), ("numbers", [Int8(1)][...], Thing(numbers: [1])),
            ("numbers", ContiguousArray([1, 2]), Thing(numbers: [1, 2])),
            ("numbers", NSArray(array: [1, 2]), Thing(numbers: [1, 2])),
            ("numbers", NSMutableArray(array: [1]), Thing(numbers: [1])),
            ("numbers", [Any](), Thing(numbers: [])),
            ("dates", [date, nil], Thing(dates: [date, nil])),
            ("words", ["a": "b"], Thing(words: ["a": "b"])),
            ("words", NSDictionary(dictionary: ["a": "b"]), Thing(words: ["a": "b"])),
            ("byNumber", [1: "a", -2: "b"], Thing(byNumber: [1: "a", -2: "b"])),
            ("byNumber", NSDictionary(dictionary: [1: "a"]), Thing(byNumber: [1: "a"])),
            (
                "json", ["a": [1.5, nil, true]] as [String: [Any?]],
                Thing(json: .object(["a": .array([.number("1.5"), .null, .bool(true)])]))
            ),
            ("json", JSONValue.number("1.50"), Thing(json: .number("1.50"))),
            ("animal", dog, Thing(animal: dog)), ("animals", [dog], Thing(animals: [dog])),
            (
                "thing", [Thing(int: 1), ["int": 2] as [String: Int]] as [Any],
                Thing(thing: [Thing(int: 1), Thing(int: 2)])
            ),
        ]
    }

    @Test(arguments: values.indices)
    func valueOfSupportedTypeIsImported(index: Int) throws {
        let (key, value, thing) = Self.values[index]
        #expect(try Thing(dictionary: [key: value]) == thing, "\(key): \(type(of: value))")
    }

    static var invalidValues: [(key: String, value: Any, message: String)] {
        [
            ("double", Double.nan, "invalidValue at record 1, $.double: expected a finite number, found nan"),
            (
                "double", -Double.infinity,
                "invalidValue at record 1, $.double: expected a finite number, found -inf"
            ),
            (
                "int", NSNumber(value: Float.infinity),
                "invalidValue at record 1, $.int: expected a finite number, found inf"
            ),
            (
                "decimal", Decimal.nan,
                "invalidValue at record 1, $.decimal: expected a finite number, found NaN"
            ),
            (
                "decimal", NSDecimalNumber.notANumber,
                "invalidValue at record 1, $.decimal: expected a finite number, found NaN"
            ),
            ("int", 1.5, "numberOutOfRange at record 1, $.int: expected an integer, found 1.5"),
            (
                "int8", UInt64.max,
                "numberOutOfRange at record 1, $.int8: expected an integer from -128 to 127, found 18446744073709551615"
            ),
            (
                "int", "a\"\n\u{1}",
                #"typeMismatch at record 1, $.int: expected an integer, found "a\"\n\u0001""#
            ),
            (
                "int", String(repeating: "é", count: 50),
                "typeMismatch at record 1, $.int: expected an integer, found \"\(String(repeating: "é", count: 19))…"
            ),
            ("int", ["a": 1], "typeMismatch at record 1, $.int: expected a value for Int, found '{'"),
            ("int", NSArray(), "typeMismatch at record 1, $.int: expected a value for Int, found '['"),
            ("int", date, "typeMismatch at record 1, $.int: expected a value for Int, found Date"),
            ("json", date, "typeMismatch at record 1, $.json: expected a value, found Date"),
            ("double", date, "typeMismatch at record 1, $.double: expected a value for Double, found Date"),
            ("animal", Thing(), "typeMismatch at record 1, $.animal: expected an object, found Thing"),
            (
                "numbers", [1, NSNull()] as [Any],
                "typeMismatch at record 1, $.numbers[1]: expected a value for Int, found null"
            ),
            (
                "numbers", [1, Int?.none],
                "typeMismatch at record 1, $.numbers[1]: expected a value for Int, found null"
            ),
            ("numbers", 5, "typeMismatch at record 1, $.numbers: expected an array, found 5"),
            ("numbers", true, "typeMismatch at record 1, $.numbers: expected an array, found true"),
            (
                "words", [1.5: "a"],
                "typeMismatch at record 1, $.words: expected an object with string or integer keys, found Dictionary<Double, String>"
            ),
            (
                "words", [AnyHashable(1): "a", AnyHashable("1"): "b"],
                "typeMismatch at record 1, $.words: expected an object with string or integer keys, found Dictionary<AnyHashable, String>"
            ),
            (
                "thing", [["int": "x"]],
                #"typeMismatch at record 1, $.thing[0].int: expected an integer, found "x""#
            ),
        ]
    }

    @Test(arguments: invalidValues.indices)
    func invalidValueErrorNamesPathAndValue(index: Int) throws {
        let (key, value, message) = Self.invalidValues[index]
        let error = #expect(throws: ImportError.self) { try Thing(dictionary: [key: value]) }
        #expect(error.map(render) == message)
    }

    @Importable
    struct Dynamic {
        var any: Any?
        var object: [String: Any] = [:]
        var array: [Any] = []
    }

    @Test func dynamicPropertyHoldsValuesOfAnyType() throws {
        let dynamic = try Dynamic(dictionary: [
            "any": Self.date, "object": ["a": Self.dog, "b": NSNumber(value: true), "c": NSNumber(value: 2)],
            "array": [Self.link, NSNull(), 1.0, ["x": Self.uuid]],
        ])
        #expect(dynamic.any as? Date == Self.date)
        #expect(dynamic.object["a"] as? Dog === Self.dog)
        #expect(dynamic.object["b"].map { type(of: $0) == Bool.self } == true)
        #expect(dynamic.object["c"].map { type(of: $0) == Int.self } == true)
        #expect(dynamic.array[0] as? URL == Self.link)
        #expect(dynamic.array[1] is NSNull)
        #expect(type(of: dynamic.array[2]) == Double.self)
        #expect((dynamic.array[3] as? [String: Any])?["x"] as? UUID == Self.uuid)
    }

    @Test func dynamicModelsOptionCreatesModelsInDynamicProperty() throws {
        var options = ImportOptions()
        options.dynamicModels["pet"] = Dog.self
        let dynamic = try Dynamic(
            dictionary: ["object": ["pet": ["name": "a"], "x": ["pet": [["name": "b"], Self.dog]]]],
            options: options)
        #expect((dynamic.object["pet"] as? Dog)?.name == "a")
        let pets = (dynamic.object["x"] as? [String: Any])?["pet"] as? [Any]
        #expect(pets?.map { ($0 as? Dog)?.name } == ["b", "d"])
    }

    @Test func permissiveCoercionMakesImplicitArrayOfInstance() throws {
        var options = ImportOptions()
        options.coercion = .permissive
        #expect(try Thing(dictionary: ["dates": Self.date], options: options) == Thing(dates: [Self.date]))
        #expect(try Thing(dictionary: ["animals": Self.dog], options: options) == Thing(animals: [Self.dog]))
    }

    @Test func mismatchedDateIsSkippedAndReported() throws {
        var options = ImportOptions()
        options.mismatches = .skipValue
        let importer = DictionaryImporter(of: Thing.self, options: options)
        var things: [Thing] = []
        let summary = try importer.collect(from: [["int": Self.date, "text": "a"]], into: &things)
        #expect(things == [Thing(text: "a")])
        #expect(
            summary.mismatches.map(\.rendition) == [
                "#1 typeMismatch at record 1, $[0].int: expected a value for Int, found Date"
            ])
    }
}
