import StreamImport
import Testing

/// Enums whose payloads contain the enum as a member.
struct RecursiveCaseTests {
    @Importable(discriminator: "kind")
    enum Node: Equatable, Sendable {
        case group(Group)
        case leaf(value: Int)
        case empty
    }

    @Importable
    struct Group: Equatable, Sendable {
        var children: [Node?] = []
        var byName: [String: Node?] = [:]
    }

    @Importable(discriminator: "kind")
    indirect enum Message: Equatable, Sendable {
        case quote(Quote)
        case text(body: String)
    }

    @Importable
    struct Quote: Equatable, Sendable {
        var by: String
        var quoted: Quoted?
        var parent: [Message]? = []
    }

    @Importable(discriminator: "kind")
    indirect enum Quoted: Equatable, Sendable {
        case quote(Quote)
        case text(body: String)
    }

    @Test func memberMayBeOptionalOfSameEnum() async throws {
        let text = """
            {"kind": "group", "children": [null, {"kind": "leaf", "value": 1}, {"kind": "group", "children": [null]}],
            "byName": {"a": null, "b": {"kind": "empty"}}}
            """
        let expected = Node.group(
            .init(
                children: [nil, .leaf(value: 1), .group(.init(children: [nil]))],
                byName: ["a": Node?.none, "b": .empty]))
        let outcome = try await importAllFrontEnds(to: Node.self, from: "[\(text)]")
        #expect(outcome.records == [expected])
        #expect(outcome.message == nil)
    }

    @Test func memberMayBeEnumWithSamePayload() async throws {
        let text = """
            {"kind": "quote", "by": "a", "quoted": {"kind": "quote", "by": "b", "quoted": {"kind": "text", "body": "c"}},
            "parent": [{"kind": "text", "body": "d"}]}
            """
        let inner = Quoted.quote(.init(by: "b", quoted: .text(body: "c")))
        let outcome = try await importAllFrontEnds(to: Message.self, from: "[\(text)]")
        #expect(outcome.records == [.quote(.init(by: "a", quoted: inner, parent: [.text(body: "d")]))])
        #expect(outcome.message == nil)
    }
}
