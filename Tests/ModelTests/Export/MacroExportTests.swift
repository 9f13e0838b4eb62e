import Foundation
import StreamImport
import Testing

/// Exports of models whose plans `@Importable` generates.
@Suite struct MacroExportTests {
    @Importable
    struct Event: Equatable, Codable {
        let id: UUID
        @Key("title", "name") var label: String
        @Key("place.city.name") var city: String?
        @Key("place.city.zip") var zip: String?
        @DateFormat(.unixMilliseconds) var sentAt: Date
        @DateFormat(.iso8601) var seconds: Double = 0
        var kind: Kind = .small
        var tags: Set<String> = []
        var parts: [Event] = []
        @Ignored var note = "note"

        @Importable
        enum Kind: String, Codable { case small, large }
    }

    private static func event(_ parts: [Event] = []) -> Event {
        var event = Event(
            id: UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8") ?? UUID(), label: "a",
            sentAt: Date(timeIntervalSince1970: 1.5))
        (event.city, event.seconds, event.kind) = ("Bonn", 0.25, .large)
        (event.tags, event.parts) = (["x"], parts)
        return event
    }

    @Test func structRoundTripsThroughTextAndDictionary() throws {
        let event = Self.event([Self.event()])
        let line = try exportedLine(Self.event())
        #expect(
            line == """
                {"id":"6BA7B810-9DAD-11D1-80B4-00C04FD430C8","title":"a","place":{"city":{"name":"Bonn"}},\
                "sentAt":1500,"seconds":"1970-01-01T00:00:00.25Z","kind":"large","tags":["x"],"parts":[]}
                """)
        #expect(try StreamImporter.objects(of: Event.self, from: exported([event])).collect() == [event])
        let data = try JSONSerialization.data(withJSONObject: event.dictionary())
        #expect(try StreamImporter.objects(of: Event.self, from: data).collect() == [event])
    }

    /// `@Importable` does not change the coding keys that the compiler generates.
    @Test func codableEncodingUsesPropertyNames() throws {
        let event = Self.event([Self.event()])
        let encoded = try JSONEncoder().encode(event)
        #expect(try JSONDecoder().decode(Event.self, from: encoded) == event)
        let object = try JSONSerialization.jsonObject(with: encoded) as? [String: Any]
        #expect(object?["label"] as? String == "a")
    }

    @Test func subclassExportsInheritedProperties() throws {
        let text =
            #"[{"name":"b","legs":4,"breed":"c","sheep":5,"pups":[{"name":"d","breed":"e"}]}]"#
        let shepherds = try StreamImporter.objects(of: Shepherd.self, from: text).collect()
        let line = try exportedLine(try #require(shepherds.first))
        #expect(
            line == """
                {"name":"b","legs":4,"breed":"c","sheep":5,"pups":[{"name":"d","legs":4,"breed":"e"}]}
                """)
        #expect(try StreamImporter.objects(of: Shepherd.self, from: line).collect() == shepherds)
    }

    /// The static type of both records is `Animal`.
    @Test func instanceIsExportedAsItsDynamicType() throws {
        let animals: [Animal] = [Animal(name: "a"), Dog(name: "b", breed: "c")]
        #expect(
            try exported(animals) == #"[{"name":"a","legs":4},{"name":"b","legs":4,"breed":"c"}]"#)
        #expect(try animals[1].dictionary()["breed"] as? String == "c")
        #expect(
            try StreamImporter.objects(of: Dog.self, from: exportedLine(animals[1])).collect() == [animals[1]]
        )
    }

    /// A model with dynamic properties and extras.
    @Importable
    struct Loose {
        var value: Any
        var list: [Any] = []
        var members: [String: Any]?
        @Extras var extras: [String: JSONValue]
    }

    @Test func dynamicPropertiesRoundTrip() throws {
        let text = #"[{"value":[1,null,{"a":1.5}],"list":["x"],"members":{"b":true},"more":1.50}]"#
        #expect(try exported(StreamImporter.objects(of: Loose.self, from: text).collect()) == text)
    }

    @Importable
    final class Tree: Equatable {
        var name: String
        var left: Tree?
        var right: Tree?

        static func == (first: Tree, second: Tree) -> Bool {
            first.name == second.name && first.left == second.left && first.right == second.right
        }
    }

    @Test func recursiveClassRoundTrips() throws {
        let text = #"[{"name":"a","left":{"name":"b","right":{"name":"c"}},"right":{"name":"d"}}]"#
        let trees = try StreamImporter.objects(of: Tree.self, from: text).collect()
        #expect(try exported(trees) == text)
    }

    @MainActor @Importable
    struct Screen {
        var title: String
    }

    @MainActor @Test func mainActorModelIsExportedOnMainActor() throws {
        #expect(try Screen(title: "a").dictionary() as? [String: String] == ["title": "a"])
    }
}
