import StreamImport
import Testing

/// The first member of an object whose case is not known, in texts that are read in chunks of all sizes.
struct LeadingMemberTests {
    @Importable(discriminator: "type")
    enum Item: Equatable, Sendable {
        case push(Push)
        case ping
        case typed(Typed)
    }

    @Importable
    struct Push: Equatable, Sendable {
        var ref: String
    }

    /// A payload that has the discriminator as a property.
    @Importable
    struct Typed: Equatable, Sendable {
        var type: Kind?
        var id: Int
    }

    /// A case with a name that is not a value of the payload's property.
    @Importable(discriminator: "type")
    enum Alias: Equatable, Sendable {
        @Key("other", "third") case typed(Typed)
    }

    @Importable
    enum Kind: String, Sendable {
        case typed, other
    }

    private static let push = Item.push(.init(ref: "a"))

    @Test(arguments: [
        (#"{"type": "push", "ref": "a"}"#, push),
        (#"{"t\u0079pe": "push", "ref": "a"}"#, push),
        (#"{"type": "p\u0075sh", "ref": "a"}"#, push),
        (#"{"Type": "PUSH", "ref": "a"}"#, push),
        (#"{"type": "push", "type": "ping", "ref": "a"}"#, push),
        (#"{"type": "push", "ref": "a", "Type": "ping"}"#, push),
        (#"{"type": "ping"}"#, .ping),
        (#"{"type": "typed", "id": 1}"#, .typed(.init(type: .typed, id: 1))),
        (#"{"id": 1, "type": "typed"}"#, .typed(.init(type: .typed, id: 1))),
        (#"{"id": 1, "type": "push", "ref": "a"}"#, push),
        (#"{"id": 1, "type": "push", "r\u0065f": "a"}"#, push),
        (#"{"id": 1, "type": "push", "x": {"ref": "b"}, "type": null, "ref": "a"}"#, push),
        (#"{"x": {"type": "ping"}, "type": "push", "y": 1, "ref": "a"}"#, push),
        (#"{"ref": "a", "type": "push", "y": [{"type": "ping"}]}"#, push),
    ])
    func firstDiscriminatorSelectsCase(_ text: String, _ item: Item) async throws {
        // The second object of a case takes another way than the first one.
        let outcome = try await importAllVariants(to: Item.self, from: "[\(text), \(text), \(text)]")
        #expect(outcome.records == [item, item, item])
        #expect(outcome.message == nil)
    }

    @Test(arguments: [
        ("{}", "missingKeys", "$[1]"), (#"{"type": null}"#, "missingKeys", "$[1]"),
        (#"{"type": null, "type": "push"}"#, "missingKeys", "$[1]"),
        (#"{"type": []}"#, "missingKeys", "$[1]"), (#"{"type": {"a": 1}}"#, "missingKeys", "$[1]"),
        (#"{"type": true}"#, "unknownCase", "$[1].type"), (#"{"type": 1}"#, "unknownCase", "$[1].type"),
        (#"{"type": "pull"}"#, "unknownCase", "$[1].type"), (#"{"type": "push"}"#, "missingKeys", "$[1]"),
        (#"{"type": "push", "ref": []}"#, "typeMismatch", "$[1].ref"),
        (#"{"type": "\ud800"}"#, "unknownCase", "$[1].type"),
        (#"{"id": 1, "type": "push", "ref": []}"#, "typeMismatch", "$[1].ref"),
        (#"{"id": 1, "type": {}, "ref": "a"}"#, "missingKeys", "$[1]"),
        (#"{"id": 1, "type": "pull", "ref": "a"}"#, "unknownCase", "$[1].type"),
        (#"{"id": 1, "type": "push", "ref""#, "unexpectedEnd", "$[1].ref"),
        (#"{"id": 1, "type": "push", "ref":"#, "unexpectedEnd", "$[1].ref"),
        (#"{"type""#, "unexpectedEnd", "$[1].type"), (#"{"type":"#, "unexpectedEnd", "$[1].type"),
        (#"{"type" "a"}"#, "unexpectedToken", "$[1].type"), ("{", "unexpectedEnd", "$[1]"),
    ])
    func errorHasPathOfFirstMember(_ text: String, _ code: String, _ path: String) async throws {
        let outcome = try await importAllVariants(
            to: Item.self, from: #"[{"type": "push", "ref": "a"}, "# + text + (text.hasSuffix("}") ? "]" : "")
        )
        #expect(outcome.records == [Self.push])
        #expect(outcome.message?.hasPrefix("\(code) at ") == true, "\(outcome.message ?? "")")
        #expect(outcome.message?.contains("record 2, \(path):") == true, "\(outcome.message ?? "")")
    }

    /// A line that is cut in its first members does not affect the next line.
    @Test(arguments: [
        "{", #"{"type""#, #"{"type":"#, #"{"type":"pu"#, #"{"type":"push","#, #"{"ref":"#,
        #"{"id":1,"type""#, #"{"id":1,"type":"push""#, #"{"id":1,"type":"push","ref""#,
        #"{"id":1,"type":"push","ref":"#, #"{"id":1,"type":"push","ref":"a""#,
    ])
    func lineAfterCutLineIsRead(_ line: String) throws {
        var options = ImportOptions()
        options.format = .lines
        options.errorPolicy = .collect(limit: 10)
        let good = #"{"type": "push", "ref": "a"}"#
        var records: [Item] = []
        let summary = try StreamImporter.objects(
            of: Item.self, from: [good, line, good, line].joined(separator: "\n"), options: options
        ).forEach { records.append($0) }
        #expect(records == [Self.push, Self.push])
        #expect(summary.rejectedRecords.map(\.number) == [2, 4])
    }

    @Test func discriminatorThatDoesNotFitItsPropertyIsSkipped() throws {
        var options = ImportOptions()
        options.mismatches = .skipValue
        let text = #"[{"type": "third", "id": 1}, {"type": "third", "id": 2}, {"type": "other", "id": 3}]"#
        var records: [Alias] = []
        let summary = try StreamImporter.objects(of: Alias.self, from: text, options: options).forEach {
            records.append($0)
        }
        #expect(
            records == [
                .typed(.init(type: nil, id: 1)), .typed(.init(type: nil, id: 2)),
                .typed(.init(type: .other, id: 3)),
            ])
        #expect(summary.mismatches.map(\.error.location?.offset) == [10, 38])
    }
}
