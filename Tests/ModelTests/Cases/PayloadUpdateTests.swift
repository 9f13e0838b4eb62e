import StreamImport
import Testing

/// Updates of values that are payloads: an update target reaches only the object that it belongs to.
struct PayloadUpdateTests {
    @Importable(discriminator: "type")
    enum Item: Equatable, Sendable {
        case part(Part)
        case maybe(Part?)
        case text(JSONText)
        case shape(Shape)
        case unknown(JSONValue)
    }

    @Importable
    struct Part: Equatable, Sendable {
        var name = "none"
        var size: Int?
    }

    @Importable(discriminator: .firstFit)
    enum Shape: Equatable, Sendable {
        case circle(radius: Int)
        case line(length: Int)
    }

    @Importable
    struct Root: Equatable, Sendable {
        var item: Item
        var child: Part
        var items: [Item] = []
    }

    private static let child = Part(name: "child", size: 1)
    private static let fork = JSONValue.object(["type": .string("fork")])

    @Test(arguments: [
        (Item.unknown(fork), #"{"type": "fork"}"#, Item.unknown(fork)),
        (.part(.init(name: "a", size: 2)), #"{"type": "fork"}"#, .unknown(fork)),
        (.part(.init(name: "a", size: 2)), #"{"name": "b"}"#, .part(.init(name: "b", size: 2))),
        (.unknown(fork), #"{"type": "part", "size": 3}"#, .part(.init(size: 3))),
        (.maybe(.init(name: "a", size: 2)), #"{"name": "b"}"#, .maybe(.init(name: "b", size: 2))),
        (.maybe(nil), #"{"size": 4, "type": "maybe"}"#, .maybe(.init(size: 4))),
        (
            .shape(.circle(radius: 1)), #"{"type": "shape", "length": 2}"#, .shape(.line(length: 2))
        ),
    ])
    func mergedPayloadLeavesTargetsOfSiblings(_ old: Item, _ text: String, _ item: Item) throws {
        for policy in [NestedObjectPolicy.merge, .mergeElements] {
            var options = ImportOptions()
            options.nestedObjects = policy
            let root = Root(item: old, child: Self.child, items: [old])
            let json =
                #"{"item": \#(text), "child": {"size": 5}, "items": [{"type": "fork"}, {"type": "fork"}]}"#
            let expected = Root(
                item: item, child: .init(name: "child", size: 5),
                items: [.unknown(Self.fork), .unknown(Self.fork)])
            var fromText = root
            try fromText.update(from: json, options: options)
            #expect(fromText == expected)
            var fromDictionary = root
            try fromDictionary.update(
                from: try #require(try dictionaries(in: "[\(json)]")?.first), options: options)
            #expect(fromDictionary == expected)
        }
    }

    @Test func textIsReplaced() throws {
        var item = Item.part(.init(name: "a"))
        try item.update(from: #"{"type": "text", "a": 1}"#)
        #expect(try item == .text(JSONText(json: #"{"type": "text", "a": 1}"#)))
        try item.update(from: #"{"type": "part"}"#)
        #expect(item == .part(.init()))
    }

    @Importable
    final class Box {
        var id: Int
        var item: Item?
        var child: Part?
    }

    /// A record that is found by its key leaves no target for the next record.
    @Test func recordsWithPayloadsUpdateKnownInstances() throws {
        var options = ImportOptions()
        options.nestedObjects = .merge
        let boxes = IdentityMap(\Box.id)
        let text = """
            [{"id": 1, "item": {"type": "fork"}}, {"id": 1, "item": {"type": "fork"}}, {"id": 2, "child": {"size": 1}},
            {"id": 2, "item": {"type": "part", "size": 1}}, {"id": 2, "item": {"name": "b"}, "child": {"name": "c"}}]
            """
        let records = try options.reusingInstances(in: boxes) { options in
            try StreamImporter.objects(of: Box.self, from: text, options: options).collect()
        }
        #expect(records[0] === records[1] && records[2] === records[4])
        #expect(records[0].item == .unknown(Self.fork))
        #expect(records[4].item == .part(.init(name: "b", size: 1)))
        #expect(records[4].child == .init(name: "c", size: 1))
    }

    // MARK: - Payloads that are enums

    @Importable
    struct Channel: Equatable, Sendable {
        var event: SlackEvent?
        var child: Part
        @Lenient var events: [SlackEvent] = []
    }

    /// A payload with an unknown discriminator takes no target, also if it is skipped.
    @Test(arguments: [
        (#"{"event": {"type": "message", "subtype": "zzz"}, "child": {"size": 5}}"#, SlackEvent?.none),
        (
            #"{"event": {"type": "message", "subtype": "bot"}, "child": {"size": 5}}"#,
            .message(.bot(name: "b"))
        ),
        (
            #"{"events": [{"type": "message", "subtype": "zzz"}, {"type": "message", "subtype": "plain", "text": "t"}], "child": {"size": 5}}"#,
            .message(.bot(name: "b"))
        ),
    ])
    func skippedPayloadLeavesTargetsOfSiblings(_ text: String, _ event: SlackEvent?) throws {
        var options = ImportOptions()
        options.nestedObjects = .mergeElements
        options.mismatches = .skipValue
        for old in [SlackEvent.message(.bot(name: "b")), .joined(channel: "c")] {
            let isUpdated = old != .joined(channel: "c") && event != nil
            var channel = Channel(event: old, child: Self.child, events: [old, old])
            try channel.update(from: text, options: options)
            #expect(channel.child == .init(name: "child", size: 5))
            if isUpdated { #expect(channel.event == event) }
        }
    }

    // MARK: - Order

    @Importable
    struct Counted: Equatable, Sendable, ImportOrdering {
        var id: Int
    }

    @Importable(discriminator: "type")
    enum Tick: Sendable {
        case counted(Counted)
        case other
    }

    /// A payload whose objects must be made in order is made on one thread.
    @Test func orderedPayloadIsMadeOnOneThread() throws {
        var options = ImportOptions()
        options.parallelism = .cores(2)
        options.segmentBytes = 1 << 10
        let text = "[" + (0..<2_000).map { #"{"type":"counted","id":\#($0)}"# }.joined(separator: ",") + "]"
        let summary = try StreamImporter.objects(of: Tick.self, from: text, options: options).forEach { _ in }
        #expect(summary.workerCount == 1 && summary.recordCount == 2_000)
    }
}
