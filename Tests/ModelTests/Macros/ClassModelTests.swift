import Foundation
import Observation
import StreamImport
import Testing

/// Classes whose conformance the macro generates.
@Suite struct ClassModelTests {
    // MARK: - One class

    @Importable
    final class Node: Equatable, CustomStringConvertible {
        let name: String
        private(set) var children: [Node] = []
        var next: Node?
        let index: [String: Node]

        init(_ name: String, _ children: [Node] = [], next: Node? = nil, index: [String: Node] = [:]) {
            self.name = name
            self.children = children
            self.next = next
            self.index = index
        }

        static func == (left: Node, right: Node) -> Bool { left.description == right.description }

        var description: String {
            let index = index.map { "\($0): \($1)" }.sorted()
            return "\(name)\(children)\(index)" + (next.map { "->\($0)" } ?? "")
        }
    }

    @Test func recursiveFinalClassIsImported() async throws {
        let outcome = try await importAllVariants(
            to: Node.self,
            from: """
                [{"name":"a","children":[{"name":"b","index":{}},{"index":{"d":{"index":{},"name":"d"}},"name":"c"}],
                "index":{},"next":{"name":"e","index":{},"children":null}}]
                """)
        #expect(outcome.message == nil)
        #expect(
            outcome.records == [
                Node("a", [Node("b"), Node("c", index: ["d": Node("d")])], next: Node("e"))
            ])
    }

    @Importable
    final class Settings: Equatable {
        var volume = 5
        var name: String?

        static func == (left: Settings, right: Settings) -> Bool {
            (left.volume, left.name) == (right.volume, right.name)
        }
    }

    @Test func implicitInitializerIsKept() async throws {
        let settings = Settings()
        #expect(try await importAllVariants(to: Settings.self, from: "[{}]").records == [settings])
        settings.volume = 6
        settings.name = "a"
        #expect(
            try await importAllVariants(to: Settings.self, from: #"[{"name":"a","volume":6}]"#).records == [
                settings
            ])
    }

    @Importable
    final class Record: NSObject {
        var id: Int
        var note = ""

        override func isEqual(_ object: Any?) -> Bool {
            (object as? Record).map { $0.id == id && $0.note == note } ?? false
        }
    }

    @Test func subclassOfNonImportableClassIsImported() async throws {
        let outcome = try await importAllVariants(
            to: Record.self, from: #"[{"id":1,"note":"a","hash":5},{"id":2}]"#)
        #expect(outcome.records?.map(\.id) == [1, 2])
        #expect(outcome.records?.map(\.note) == ["a", ""])
    }

    @Observable @Importable
    final class Observed {
        @Key("full_name") var name: String
        @DateFormat(.unixSeconds) var start: Date?
        @Lenient var counts: [Int] = []
        @Ignored var visits = 3
        @Extras var extras: [String: JSONValue] = [:]
    }

    @Test func observableClassWithAttributesIsImported() throws {
        let observed = try Observed(
            json: #"{"full_name":"a","start":5,"counts":[1,"x"],"visits":4,"b":null}"#)
        try observed.update(from: #"{"full_name":"b"}"#)
        #expect(observed.name == "b")
        #expect(observed.start == Date(timeIntervalSince1970: 5))
        #expect((observed.counts, observed.visits) == ([1], 3))
        #expect(observed.extras == ["b": .null])
    }

    // MARK: - Hierarchies

    @Test(arguments: [
        (#"{"name":"a"}"#, "animal a 4"), (#"{"name":"a","legs":2,"breed":"x"}"#, "animal a 2"),
    ])
    func nonFinalClassIsImported(text: String, description: String) async throws {
        #expect(
            try await importAllVariants(to: Animal.self, from: text).records?.map(\.description) == [
                description
            ])
    }

    @Test func subclassImportsInheritedProperties() async throws {
        let text = #"[{"breed":"b","legs":3,"name":"a","sheep":9},{"name":"c","breed":"d"}]"#
        let dogs = try await importAllVariants(to: Dog.self, from: text)
        #expect(dogs.records?.map(\.description) == ["dog a 3 b", "dog c 4 d"])
        let shepherds = try await importAllVariants(
            to: Shepherd.self, from: #"[{"name":"a","breed":"b","sheep":9}]"#)
        #expect(shepherds.records?.map(\.description) == ["shepherd a 4 b 9 []"])
    }

    @Test func missingKeysOfAllClassesAreNamed() async throws {
        let outcome = try await importAllVariants(to: Shepherd.self, from: #"[{"legs":1}]"#)
        #expect(
            outcome.message == """
                missingKeys at 1:2 (1), record 1, $[0]: missing required keys "name", "breed", "sheep" of Shepherd
                """)
    }

    @Test func metatypeDeterminesImportedClass() throws {
        func first<Kind: Animal>(_ kind: Kind.Type) throws -> Animal? {
            let text = #"{"name":"a","breed":"b","sheep":1,"pups":[{"name":"c","breed":"d"}]}"#
            return try StreamImporter.objects(of: kind, from: text).collect().first
        }
        #expect(try first(Animal.self)?.description == "animal a 4")
        #expect(try first(Dog.self)?.description == "dog a 4 b")
        #expect(try first(Shepherd.self)?.description == "shepherd a 4 b 1 [dog c 4 d]")
    }

    @Importable
    class Shape {
        var name = "shape"

        @Importable
        class Circle: Shape {
            var radius: Double

            @Importable
            final class Dot: Circle {
                var color: String
            }
        }
    }

    @Test func subclassNestedInSuperclassIsImported() throws {
        func first<Kind: Shape>(_ kind: Kind.Type) throws -> Kind? {
            let text = #"{"name":"a","radius":0.5,"color":"red"}"#
            return try StreamImporter.objects(of: kind, from: text).collect().first
        }
        #expect(try first(Shape.self)?.name == "a")
        #expect(try first(Shape.Circle.self).map { "\($0.name) \($0.radius)" } == "a 0.5")
        #expect(
            try first(Shape.Circle.Dot.self).map { "\($0.name) \($0.radius) \($0.color)" } == "a 0.5 red")
    }

    @Importable
    class Box<Content: Importable & Equatable>: Equatable {
        var content: Content
        init(content: Content) { self.content = content }

        static func == (left: Box, right: Box) -> Bool { left.content == right.content }
    }

    @Importable
    class Crate<Item: Importable & Equatable>: Box<[Item]> {
        var weight: Double?
    }

    @Importable
    final class Letter: Box<String> {
        var stamps = 1
    }

    @Test func genericClassHierarchyIsImported() async throws {
        let boxes = try await importAllVariants(to: Box<Int>.self, from: #"[{"content":1}]"#)
        #expect(boxes.records?.map(\.content) == [1])
        let crates = try await importAllVariants(
            to: Crate<Bool>.self, from: #"[{"weight":1.5,"content":[true]}]"#)
        #expect(crates.records?.map(\.content) == [[true]])
        #expect(crates.records?.map(\.weight) == [1.5])
        let letters = try await importAllVariants(to: Letter.self, from: #"[{"content":"a","stamps":2}]"#)
        #expect(letters.records?.map { "\($0.content) \($0.stamps)" } == ["a 2"])
    }
}
