import StreamImport
import Testing

/// Cases whose payload is the text of a value.
struct TextCaseTests {
    @Importable(discriminator: "type")
    enum Signed: Equatable, Sendable {
        case hook(JSONText)
        case ping
    }

    @Importable(discriminator: .firstFit)
    enum Setting: Equatable, Sendable {
        case count(Int)
        case other(JSONText)
    }

    @Test(arguments: [
        #"{"type": "hook", "a" : [1.0, "\u0041"]}"#, #"{"a" : [1.0, "\u0041"], "type": "hook"}"#,
    ])
    func payloadIsTextOfObjectWithDiscriminator(text: String) throws {
        let input = #"[{"type": "ping"}, \#(text), {"type": "ping"}]"#
        let events = try StreamImporter.objects(of: Signed.self, from: Array(input.utf8)).collect()
        #expect(events == [.ping, .hook(try JSONText(json: text)), .ping])
    }

    @Test(arguments: [#"{"type":"hook","a":[1.0]}"#, #"{"a":[1.0],"type":"hook"}"#])
    func textWithDiscriminatorIsExportedAlone(text: String) throws {
        #expect(try Signed.hook(JSONText(json: text)).jsonString() == text)
        #expect(try Signed(json: text).jsonString() == text)
    }

    @Importable(discriminator: "type")
    enum Quoted: Equatable, Sendable {
        case hook(Hook)

        @Importable
        struct Hook: Equatable, Sendable {
            var type: JSONText
            var id: Int
        }
    }

    @Test(arguments: [#"{"type": "h\u006fok", "id": 1}"#, #"{"id": 1, "type": "h\u006fok"}"#])
    func discriminatorAsTextKeepsItsEscapes(text: String) throws {
        #expect(try Quoted(json: text) == .hook(.init(type: JSONText(json: #""h\u006fok""#), id: 1)))
    }

    @Importable(discriminator: "type")
    enum Scalar: Equatable, Sendable {
        case count(Int)
    }

    @Test func scalarBesideDiscriminatorIsInvalid() {
        let error = #expect(throws: ImportError.self) { try Scalar(json: #"{"type": "count"}"#) }
        #expect(error?.code == .invalidPlan)
        #expect(error?.advice == "label the associated value, or name its key with 'content'")
    }

    @Test(arguments: [#""\u0041""#, "1.50", "true", "[1, {}]", #"{"a" : 1}"#])
    func textFitsAnyValue(text: String) throws {
        let settings = try StreamImporter.objects(of: [Setting].self, from: Array("[[7, \(text)]]".utf8))
            .collect()
        #expect(settings == [[.count(7), .other(try JSONText(json: text))]])
    }
}
