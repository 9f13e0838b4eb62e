import Foundation
import StreamImport
import Testing

/// Values of any type, and models nested in them.
@Suite(.countsInstances) struct DynamicTests {
    /// A model that is compared by the description of its value.
    struct DescribedValue<Value: Importable>: Importable, Equatable {
        let text: String
        static func == (left: DescribedValue, right: DescribedValue) -> Bool { left.text == right.text }

        static var importPlan: ImportPlan {
            ImportPlan(DescribedValue.self) { fields in
                let value = fields.optional("value", Value.self)
                return { draft in DescribedValue(text: describe(draft[value])) }
            }
        }
    }

    private static func describe(_ value: Any?) -> String {
        switch value {
        case let value as DynamicValue: describe(value.value)
        case let value as [Any]: "[" + value.map(describe).joined(separator: " ") + "]"
        case let value as [String: Any]:
            "{"
                + value.sorted { $0.key < $1.key }.map { "\($0.key):\(describe($0.value))" }.joined(
                    separator: " ") + "}"
        case let value as User: "User(\(value.name.text) \(value.ids.last ?? 0) \(describe(value.more)))"
        case let value as NSNull: "\(type(of: value) == NSNull.self)"
        case let value?: "\(type(of: value))=\(value)"
        case nil: "nil"
        }
    }

    /// A model that exceeds the inline storage of an `Any`.
    @Importable
    struct User {
        var name: Tag
        var ids: [Int] = []
        var more: Any?
        @Ignored var padding = (1, 2, 3, 4)
    }

    @Test(arguments: [
        (#""a\u00e9""#, "String=aé"), ("true", "Bool=true"), ("false", "Bool=false"), ("0", "Int=0"),
        ("-12", "Int=-12"),
        ("9223372036854775807", "Int=9223372036854775807"),
        ("18446744073709551615", "UInt64=18446744073709551615"),
        ("18446744073709551616", "NSDecimal=18446744073709551616"),
        ("-9223372036854775809", "NSDecimal=-9223372036854775809"),
        ("1.0", "Double=1.0"), ("0.5", "Double=0.5"), ("1e3", "Double=1000.0"), ("1E-2", "Double=0.01"),
        ("-0.0", "Double=-0.0"),
        ("[]", "[]"), (#"[1,[true],{}]"#, "[Int=1 [Bool=true] {}]"),
        (#"{"a":{"b":null},"c":["x"]}"#, "{a:{b:true} c:[String=x]}"),
        ("null", "nil"),
    ])
    func dynamicValueHasMatchingSwiftType(json: String, text: String) async throws {
        let outcome = try await importAllVariants(
            to: DescribedValue<DynamicValue>.self, from: "[{\"value\":\(json)}]")
        #expect(outcome.message == nil)
        #expect(outcome.records?.map(\.text) == [text.replacing("NSDecimal", with: "\(Decimal.self)")])
    }

    @Test func outOfRangeNumberReportsPath() async throws {
        let outcome = try await importAllVariants(
            to: DescribedValue<DynamicValue>.self, from: #"[{"value":{"a":[1e400]}}]"#)
        #expect(outcome.error?.code == .numberOutOfRange)
        #expect(outcome.error?.path?.description == "$[0].value.a[0]")
    }

    @Test func dynamicObjectRejectsArray() async throws {
        let objects = try await importAllVariants(
            to: DescribedValue<[String: DynamicValue]>.self,
            from: #"[{"value":{"a":1,"b":[{"c":2}]}},{"value":[1]}]"#)
        #expect(objects.records?.map(\.text) == ["{a:Int=1 b:[{c:Int=2}]}"])
        #expect(
            objects.message
                == "typeMismatch at 1:43 (42), record 2, $[1].value: expected an object, found '['")
    }

    @Test func dynamicArrayRejectsObject() async throws {
        let arrays = try await importAllVariants(
            to: DescribedValue<[DynamicValue]>.self, from: #"[{"value":[1,"x",null,[2]]},{"value":{"a":1}}]"#)
        #expect(arrays.records?.map(\.text) == ["[Int=1 String=x true [Int=2]]"])
        #expect(arrays.error?.message == "expected an array, found '{'")
    }

    static let registerModels: @Sendable (inout ImportOptions) -> Void = {
        $0.dynamicModels["user"] = User.self
        $0.dynamicModels["more"] = User.self
        $0.dynamicModels["point"] = Point.self
    }

    @Test(arguments: [
        (#"{"user":{"name":"n","ids":[7]}}"#, "{user:User(n 7 nil)}"),
        (#"{"x":{"user":{"name":"n"},"y":{"name":1}}}"#, "{x:{user:User(n 0 nil) y:{name:Int=1}}}"),
        (
            #"{"user":[{"name":"n"},5,[{"ids":[1,2],"name":"m"}],null]}"#,
            "{user:[User(n 0 nil) Int=5 [User(m 2 nil)] true]}"
        ),
        (#"{"user":null,"point":{"x":1,"y":2}}"#, "{point:Point=Point(x: 1, y: Optional(2)) user:true}"),
        (#"{"user":"just a name"}"#, "{user:String=just a name}"),
        (
            #"{"user":{"name":"n","more":{"name":"m","more":[{"name":"o"}]}}}"#,
            "{user:User(n 0 User(m 0 [User(o 0 nil)]))}"
        ),
        (#"{"User":{"name":1},"\u0075ser":{"name":"n"}}"#, "{User:{name:Int=1} user:User(n 0 nil)}"),
        (#"{"user":{"name":"n"},"user":{"name":"m"}}"#, "{user:User(m 0 nil)}"),
    ])
    func objectOfRegisteredKeyBecomesModel(json: String, text: String) async throws {
        for _ in 0..<2 {
            let outcome = try await importAllVariants(
                to: DescribedValue<[String: DynamicValue]>.self,
                from: "[{\"value\":\(json)},{\"value\":\(json)}]",
                Self.registerModels)
            #expect(outcome.message == nil)
            #expect(outcome.records?.map(\.text) == [text, text])
            let any = try await importAllVariants(
                to: DescribedValue<DynamicValue>.self, from: "[{\"value\":\(json)}]", Self.registerModels)
            #expect(any.records?.map(\.text) == [text])
        }
    }

    @Test func dynamicPropertyUsesModelRegisteredForItsKey() async throws {
        let text = #"[{"value":{"name":"n"}},{"VALUE":[{"name":"m"},2]}]"#
        let any = try await importAllVariants(to: DescribedValue<DynamicValue>.self, from: text) {
            $0.dynamicModels["value"] = User.self
        }
        #expect(any.records?.map(\.text) == ["User(n 0 nil)", "[User(m 0 nil) Int=2]"])
        let arrays = try await importAllVariants(
            to: DescribedValue<[DynamicValue]>.self, from: #"[{"value":[{"name":"m"},2]}]"#
        ) {
            $0.dynamicModels["value"] = User.self
        }
        #expect(arrays.records?.map(\.text) == ["[User(m 0 nil) Int=2]"])
        let mapped = try await importAllVariants(
            to: DescribedValue<DynamicValue>.self, from: #"[{"a":{"user":{"name":"n"}}}]"#
        ) {
            $0.dynamicModels["user"] = User.self
            $0.map("a.user", to: "value")
        }
        #expect(mapped.records?.map(\.text) == ["User(n 0 nil)"])
    }

    @Test(arguments: [
        (
            #"{"user":{"ids":[1]}}"#,
            #"missingKeys at 1:19 (18), record 1, $[0].value.user: missing required key "name" of User"#
        ),
        (
            #"{"a":[{"user":{"name":"n","ids":[1,"x"]}}]}"#,
            #"typeMismatch at 1:46 (45), record 1, $[0].value.a[0].user.ids[1]: expected an integer, found "x""#
        ),
        (
            #"{"user":[{"name":"n"},{"name":"bad"}]}"#,
            #"invalidValue at 1:41 (40), record 1, $[0].value.user[1].name: "bad" was rejected: TagError()"#
        ),
    ])
    func errorInDynamicModelReportsLocationAndPath(json: String, message: String) async throws {
        let text = #"[{"value":\#(json)},{"value":{"user":{"name":"n"}}}]"#
        let outcome = try await importAllVariants(
            to: DescribedValue<[String: DynamicValue]>.self, from: text, Self.registerModels)
        #expect(outcome.message == message)
        for policy in [ErrorPolicy.skip(), .collect()] {
            let skipped = try await importAllVariants(
                to: DescribedValue<[String: DynamicValue]>.self, from: text
            ) {
                Self.registerModels(&$0)
                $0.errorPolicy = policy
            }
            #expect(skipped.records?.map(\.text) == ["{user:User(n 0 nil)}"])
        }
        let kept = try await importAllVariants(to: DescribedValue<[String: DynamicValue]>.self, from: text) {
            Self.registerModels(&$0)
            $0.mismatches = .skipValue
        }
        // If the nested model skips a value, the property keeps the nested model.
        let firstText = message.contains("ids") ? "{a:[{user:User(n 0 nil)}]}" : "nil"
        #expect(kept.records?.map(\.text) == [firstText, "{user:User(n 0 nil)}"])
    }

    @Test(arguments: [
        #"{"user":{"name":"n","more":{"a":["#, #"{"user":[{"name":"n"},{"name":"m","#,
        #"{"user":{"name":"n"},"x":tru"#,
    ])
    func truncatedDynamicValueIsReleased(json: String) throws {
        let outcome = try importAllChunkSizes(
            to: DescribedValue<DynamicValue>.self, from: Array("[{\"value\":\(json)".utf8),
            Self.registerModels)
        #expect(outcome.error?.category == .syntax)
    }

    @Test func mappedKeyAppliesToDynamicModel() async throws {
        let text = #"[{"value":{"user":{"login":"n"}}}]"#
        let outcome = try await importAllVariants(to: DescribedValue<[String: DynamicValue]>.self, from: text)
        {
            Self.registerModels(&$0)
            $0.map("login", to: "name", of: User.self)
        }
        #expect(outcome.records?.map(\.text) == ["{user:User(n 0 nil)}"])
    }

    @Test func mappingToUnknownPropertyOfDynamicModelReportsError() async throws {
        let text = #"[{"value":{"user":{"login":"n"}}}]"#
        let unknown = try await importAllVariants(to: DescribedValue<[String: DynamicValue]>.self, from: text)
        {
            Self.registerModels(&$0)
            $0.map("login", to: "nobody", of: User.self)
        }
        #expect(unknown.error?.code == .unknownProperty)
    }
}
