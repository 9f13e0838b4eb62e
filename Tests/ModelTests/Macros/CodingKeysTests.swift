import Foundation
import StreamImport
import Testing

/// Models with an enum `CodingKeys`, compared with `JSONDecoder` and `JSONEncoder`.
@Suite struct CodingKeysTests {
    /// A declaration with texts for it.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Records an issue for each text with another result than that of `JSONDecoder`.
        let compare: @Sendable () throws -> Void

        /// - Parameters:
        ///   - texts: texts that both read with the same result. The first one sets all properties; an export of it has the
        ///     keys that `JSONEncoder` writes.
        ///   - errors: texts that neither reads.
        ///   - flexible: texts that only an import reads, by flexible matching, with the result of the first text.
        init<Model: Importable & Codable & Equatable>(
            _ type: Model.Type, _ texts: [String], errors: [String] = [], flexible: [String] = []
        ) {
            testDescription = "\(type)"
            compare = {
                let decoder = JSONDecoder()
                for text in texts {
                    let decoded = try decoder.decode(type, from: Data(text.utf8))
                    #expect(try type.init(json: text) == decoded, "\(text)")
                    let dictionary = try JSONSerialization.jsonObject(with: Data(text.utf8))
                    #expect(
                        try type.init(dictionary: dictionary as? [String: Any] ?? [:]) == decoded, "\(text)")
                }
                let model = try type.init(json: texts[0])
                for text in errors {
                    #expect(throws: DecodingError.self) { try decoder.decode(type, from: Data(text.utf8)) }
                    #expect(throws: ImportError.self, "\(text)") { try type.init(json: text) }
                }
                for text in flexible {
                    #expect((try? decoder.decode(type, from: Data(text.utf8))) != model, "\(text)")
                    #expect(try type.init(json: text) == model, "\(text)")
                }
                let exported = try JSONSerialization.jsonObject(with: model.jsonData()) as? [String: Any]
                let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(model))
                #expect(exported.map { Set($0.keys) } == (encoded as? [String: Any]).map { Set($0.keys) })
                #expect(try type.init(json: model.jsonString()) == model)
            }
        }
    }

    @Test(arguments: rows) func importReadsKeysOfDecoder(_ row: Row) throws { try row.compare() }

    static let rows: [Row] = [
        Row(
            Renamed.self, [#"{"title":"a"}"#, #"{"title":"a","name":"b"}"#],
            errors: [#"{"name":"a"}"#, #"{"Title":"a"}"#, "{}"]),
        Row(
            RenamedOptional.self,
            [#"{"title":"a"}"#, #"{"name":"a"}"#, #"{"TITLE":"a"}"#, #"{"title":null}"#]),
        Row(
            Inferred.self, [#"{"fullName":"a"}"#], errors: ["{}"],
            flexible: [#"{"full_name":"a"}"#, #"{"FULL-NAME":"a"}"#]),
        Row(InferredKeyType.self, [#"{"fullName":"a"}"#], flexible: [#"{"full_name":"a"}"#]),
        Row(
            Mixed.self, [#"{"ID":1,"login":"a"}"#], errors: [#"{"id":1,"login":"a"}"#],
            flexible: [#"{"ID":1,"Login":"a"}"#]),
        Row(Omitting.self, [#"{"id":1}"#, #"{"id":1,"note":"a","count":3,"isNew":true}"#]),
        Row(Swapped.self, [#"{"a":1,"b":2}"#], errors: [#"{"A":1,"b":2}"#]),
        Row(Taken.self, [#"{"id":"x"}"#, #"{"id":"x","identifier":3}"#], errors: [#"{"identifier":"x"}"#]),
        Row(
            Dotted.self, [#"{"a.b":1,"c[0]":2,"/d":3,"":4,"$.e":5,"f\"g":6}"#],
            errors: [#"{"a":{"b":1},"c":[2],"d":3,"e":5}"#]),
        Row(Snake.self, [#"{"created_at":"a"}"#], errors: [#"{"createdAt":"a"}"#, #"{"createdat":"a"}"#]),
        Row(OnlyCase.self, [#"{"URL":"a","url":"b"}"#, #"{"URL":"a"}"#]),
        Row(Escaped.self, [#"{"default":1,"cl\u0061ss":"a"}"#], errors: [#"{"default":1,"type":"a"}"#]),
        Row(Unicode.self, [#"{"größe":1,"名前":"a"}"#], errors: [#"{"size":1,"name":"a"}"#]),
        Row(
            Nested.self, [#"{"who":{"login_name":"a"},"all":[{"login_name":"b"}]}"#],
            errors: [#"{"who":{"login":"a"},"all":[]}"#]),
        Row(Several.self, [#"{"x":1,"y2":2,"z":3}"#], errors: [#"{"x":1,"y":2,"z":3}"#]),
        Row(Same.self, [#"{"name":"a"}"#], errors: [#"{"Name":"a"}"#]),
        Row(
            IntegerKeys.self, [#"{"a":1,"b":2}"#], errors: [#"{"1":1,"2":2}"#], flexible: [#"{"A":1,"b":2}"#]),
        Row(Generic<Int>.self, [#"{"items":[1,2]}"#], errors: [#"{"data":[1]}"#]),
        Row(Final.self, [#"{"n":1,"note":"a"}"#], errors: [#"{"number":1}"#]),
        Row(Open.self, [#"{"n":1}"#], errors: [#"{"number":1}"#]),
        Row(Private.self, [#"{"n":1,"t":[1.5]}"#], errors: [#"{"number":1,"tags":[]}"#]),
        Row(
            Wrapper.self,
            [#"{"user-id":1,"e-mail":null}"#, #"{"user-id":1}"#, #"{"user-id":1,"email":"a"}"#],
            errors: [#"{"userID":1}"#]),
    ]

    @Test func replacedNameIsUnknownKey() throws {
        var options = ImportOptions()
        options.unknownKeys = .rejectRecord
        #expect(throws: ImportError.self) {
            try Renamed(json: #"{"title":"a","name":"b"}"#, options: options)
        }
        #expect(try Omitting(json: #"{"id":1,"note":"a"}"#, options: options) == Omitting(id: 1))
        #expect(try WithExtras(json: #"{"title":"a","name":"b"}"#).extras == ["name": .string("b")])
    }

    @Test func missingKeyErrorNamesRawValue() {
        #expect { try Renamed(json: "{}") } throws: { "\($0)".contains(#""title""#) }
    }

    /// A declared key takes precedence over the raw value, which stays a key.
    @Test(arguments: [
        (#"{"title":"a"}"#, "a"), (#"{"full_name":"b"}"#, "b"), (#"{"title":"a","full_name":"b"}"#, "b"),
        (#"{"full_name":"b","title":"a"}"#, "b"), (#"{"name":"c","title":"a"}"#, "a"),
    ])
    func attributeTakesPrecedence(text: String, name: String) throws {
        let model = try WithAttribute(json: text)
        #expect(model.name == name)
        #expect(try model.jsonString() == #"{"full_name":"\#(name)"}"#)
    }

    /// A name in `only:`, `keys:` and in a mapping is that of the property.
    @Test func rulesForPropertiesUseTheirNames() throws {
        #expect(try Adjusted(json: #"{"t":"a","n":1,"old":2}"#) == Adjusted(title: "a", number: 2))
        #expect(try Adjusted(json: #"{"t":"a","n":1}"#) == Adjusted(title: "a", number: 0))
        var options = ImportOptions()
        options.map("label", to: "title", of: Adjusted.self)
        #expect(try Adjusted(json: #"{"label":"a"}"#, options: options).title == "a")
    }

    @Test func subclassHasKeysOfBothClasses() throws {
        let text = #"{"n":1,"b":"x"}"#
        let model = try Derived(json: text)
        #expect(model.number == 1)
        #expect(model.text == "x")
        #expect(try model.jsonString() == text)
        #expect(try JSONDecoder().decode(Derived.self, from: Data(text.utf8)).text == "x")
    }

    /// Codable gives each class a container of its own, so that both properties are read from one key.
    @Test func keyOfBothClassesIsAnError() throws {
        let error = #expect(throws: ImportError.self) { try SameKey(json: #"{"n":3}"#) }
        #expect(error?.code == .invalidPlan)
        #expect(error?.message == #"the key "n" matches both "number" and "n" of SameKey"#)
    }

    @Test func updateReadsRawValueAndKeepsPropertyThatIsOmitted() throws {
        var model = Omitting(id: 1, note: "kept")
        try model.update(from: ["id": 2, "note": "new"])
        #expect(model == Omitting(id: 2, note: "kept"))
    }
}

// MARK: - Declarations

@Importable
private struct Renamed: Codable, Equatable {
    var name: String
    enum CodingKeys: String, CodingKey { case name = "title" }
}

@Importable
private struct RenamedOptional: Codable, Equatable {
    var name: String?
    enum CodingKeys: String, CodingKey { case name = "title" }
}

@Importable
private struct Inferred: Codable, Equatable {
    var fullName: String
    enum CodingKeys: String, CodingKey { case fullName }
}

@Importable
private struct InferredKeyType: Codable, Equatable {
    var fullName: String
    enum CodingKeys: CodingKey { case fullName }
}

@Importable
private struct Mixed: Codable, Equatable {
    let id: Int
    let login: String
    enum CodingKeys: String, CodingKey { case id = "ID", login }
}

@Importable
private struct Omitting: Codable, Equatable {
    var id: Int
    var note = "none"
    var count: Int?
    var isNew = false
    enum CodingKeys: String, CodingKey { case id }
}

@Importable
private struct Swapped: Codable, Equatable {
    var a: Int
    var b: Int
    enum CodingKeys: String, CodingKey {
        case a = "b"
        case b = "a"
    }
}

@Importable
private struct Taken: Codable, Equatable {
    var id = 7
    var identifier: String
    enum CodingKeys: String, CodingKey { case identifier = "id" }
}

@Importable
private struct Dotted: Codable, Equatable {
    var a, b, c, d, e, f: Int
    enum CodingKeys: String, CodingKey {
        case a = "a.b"
        case b = "c[0]"
        case c = "/d"
        case d = ""
        case e = "$.e"
        case f = #"f"g"#
    }
}

@Importable
private struct Snake: Codable, Equatable {
    var createdAt: String
    enum CodingKeys: String, CodingKey { case createdAt = "created_at" }
}

@Importable
private struct OnlyCase: Codable, Equatable {
    var upper: String
    var url: String?
    enum CodingKeys: String, CodingKey { case upper = "URL", url = "url" }
}

@Importable
private struct Escaped: Codable, Equatable {
    var `default`: Int
    var type: String
    enum CodingKeys: String, CodingKey { case `default`, type = "class" }
}

@Importable
private struct Unicode: Codable, Equatable {
    var size: Int
    var name: String
    enum CodingKeys: String, CodingKey { case size = "gr\u{F6}\u{DF}e", name = "名前" }
}

@Importable
private struct Nested: Codable, Equatable {
    var owner: User
    var users: [User]
    enum CodingKeys: String, CodingKey { case owner = "who", users = "all" }

    @Importable
    fileprivate struct User: Codable, Equatable {
        var login: String
        private enum CodingKeys: String, CodingKey { case login = "login_name" }
    }
}

@Importable
private struct Several: Codable, Equatable {
    var x, y, z: Int
    enum CodingKeys: String, CodingKey { case x, y = "y2", z }
}

@Importable
private struct Same: Codable, Equatable {
    var name: String
    enum CodingKeys: String, CodingKey { case name = "name" }
}

@Importable
private struct IntegerKeys: Codable, Equatable {
    var a: Int
    var b: Int
    enum CodingKeys: Int, CodingKey { case a = 1, b }
}

@Importable
private struct Generic<Item: Importable & Codable & Equatable>: Codable, Equatable {
    var data: [Item]
    enum CodingKeys: String, CodingKey { case data = "items" }
}

@Importable
private final class Final: Codable, Equatable {
    let number: Int
    var note = "none"
    var cache: Int?
    enum CodingKeys: String, CodingKey { case number = "n", note }
    static func == (left: Final, right: Final) -> Bool {
        left.number == right.number && left.note == right.note && left.cache == right.cache
    }
}

@Importable
private class Open: Codable, Equatable {
    var number: Int
    enum CodingKeys: String, CodingKey { case number = "n" }
    static func == (left: Open, right: Open) -> Bool { left.number == right.number }
}

@Importable
private final class Derived: Open {
    var text = ""
    private enum CodingKeys: String, CodingKey { case text = "b" }
}

@Importable
private final class SameKey: Open {
    var n = 0
}

@Importable
private struct Private: Codable, Equatable {
    private var number: Int
    private var tags: [Double]
    private enum CodingKeys: String, CodingKey { case number = "n", tags = "t" }
}

@Importable
private struct Wrapper: Codable, Equatable {
    var userID: Int
    var email: String?
    enum CodingKeys: String, CodingKey {
        case userID = "user-id"
        case email = "e-mail"
    }
}

@Importable
private struct WithExtras {
    var name: String
    @Extras var extras: [String: JSONValue]
    enum CodingKeys: String, CodingKey { case name = "title" }
}

@Importable
private struct WithAttribute {
    @Key("full_name", "title") var name: String
    enum CodingKeys: String, CodingKey { case name = "title" }
}

@Importable(only: ["title"], keys: ["number": ["old"]])
private struct Adjusted: Equatable {
    var title: String
    var number = 0
    enum CodingKeys: String, CodingKey { case title = "t", number = "n" }
}
