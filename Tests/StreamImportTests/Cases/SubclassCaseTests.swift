import StreamImport
import Testing

/// Classes whose subclasses are named by a discriminator.
struct SubclassCaseTests {
    @Test func discriminatorSelectsSubclass() async throws {
        let text = #"""
            [{"kind": "circle", "name": "a", "radius": 2}, {"side": 3, "name": "b", "kind": "Square"},
             {"name": "c", "kind": "figure"}]
            """#
        let outcome = try await importAllFrontEnds(to: Figure.self, from: text)
        #expect(
            outcome.records == [Circle(name: "a", radius: 2), Square(name: "b", side: 3), Figure(name: "c")])
        let circle = try await importAllFrontEnds(
            to: Circle.self, from: #"[{"kind": "square", "name": "a", "radius": 2}]"#)
        #expect(circle.records == [Circle(name: "a", radius: 2)])
    }

    @Test func updateKeepsObjectAndClass() throws {
        let circle = Circle(name: "a", radius: 1)
        let figure: Figure = circle
        try figure.update(from: #"{"radius": 3}"#)
        try figure.update(from: #"{"kind": "circle", "name": "b"}"#)
        #expect(circle == Circle(name: "b", radius: 3))
        let plain = Figure(name: "a")
        try plain.update(from: #"{"name": "c"}"#)
        try plain.update(from: #"{"kind": "figure", "name": "d"}"#)
        #expect(plain.name == "d")
        #expect(throws: ImportError.self) {
            try plain.update(from: #"{"kind": "circle", "name": "e", "radius": 1}"#)
        }
        #expect(plain.name == "d")
    }

    @Test func mergedPropertyKeepsObjectOfSameClass() throws {
        var options = ImportOptions()
        options.nestedObjects = .merge
        let circle = Circle(name: "a", radius: 1)
        var picture = Picture(main: circle, others: [], maybe: nil)
        try picture.update(from: #"{"main": {"radius": 2}}"#, options: options)
        #expect(picture.main === circle)
        #expect(circle.radius == 2)
        try picture.update(from: #"{"main": {"kind": "square", "name": "b", "side": 1}}"#, options: options)
        #expect(picture.main == Square(name: "b", side: 1))
    }

    @Test func instanceOfUnlistedSubclassIsNotExported() throws {
        let figure: Figure = Oval(name: "a", width: 1)
        let error = #expect(throws: ImportError.self) {
            try Picture(main: figure, others: [], maybe: nil).jsonString()
        }
        #expect(error?.message.contains("of a listed subclass, found Oval") == true)
        // The instance is updated by the plan of its own class.
        try figure.update(from: #"{"name": "b"}"#)
        #expect(figure.name == "b")
    }

    @Test func classWithCasesIsExportedAsInstanceOfItsSuperclass() throws {
        let holder = ThingHolder(thing: Device(name: "a", port: 1))
        #expect(try holder.jsonString() == #"{"thing":{"name":"a","port":1}}"#)
    }

    @Test func unknownSubclassIsNotAdvisedAsCase() throws {
        let error = #expect(throws: ImportError.self) {
            try Picture(json: #"{"main": {"kind": "oval"}, "others": []}"#)
        }
        #expect(error?.advice == "list the subclass with this name in 'subclasses'")
    }

    @Test func invalidSubclassesAreRejected() {
        #expect(throws: ImportError.self) { try WrongFigure(json: #"{"kind": "circle"}"#) }
    }
}

@Importable(discriminator: "kind", subclasses: [Circle.self, Square.self])
class Figure: Equatable {
    var name: String

    init(name: String) { self.name = name }

    static func == (left: Figure, right: Figure) -> Bool { left.isEqual(to: right) }

    func isEqual(to other: Figure) -> Bool { type(of: self) == type(of: other) && name == other.name }
}

@Importable
final class Circle: Figure {
    var radius: Double

    init(name: String, radius: Double) {
        self.radius = radius
        super.init(name: name)
    }

    override func isEqual(to other: Figure) -> Bool {
        super.isEqual(to: other) && radius == (other as? Circle)?.radius
    }
}

@Importable
final class Square: Figure {
    var side: Double

    init(name: String, side: Double) {
        self.side = side
        super.init(name: name)
    }

    override func isEqual(to other: Figure) -> Bool {
        super.isEqual(to: other) && side == (other as? Square)?.side
    }
}

/// A subclass that `Figure` does not list.
@Importable
final class Oval: Figure {
    var width: Double

    init(name: String, width: Double) {
        self.width = width
        super.init(name: name)
    }
}

@Importable
struct Picture: Equatable {
    var main: Figure
    var others: [Figure]
    var maybe: Figure?
}

@Importable(discriminator: "kind", subclasses: [Circle.self])
class WrongFigure {
    var name = ""
}

@Importable
class Thing {
    var name: String

    init(name: String) { self.name = name }
}

/// A class with cases, whose superclass has none.
@Importable(discriminator: "kind", subclasses: [Phone.self])
class Device: Thing {
    var port: Int

    init(name: String, port: Int) {
        self.port = port
        super.init(name: name)
    }
}

@Importable
final class Phone: Device {}

@Importable
struct ThingHolder {
    var thing: Thing
}
