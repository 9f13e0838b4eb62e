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

    /// An object could become an instance of another class only in name: the discriminator was not compared.
    @Test(arguments: ["square", "Figure", "oval"])
    func discriminatorOfAnotherClassIsAnError(kind: String) throws {
        let circle = Circle(name: "a", radius: 1)
        let figure: Figure = circle
        let text = #"{"name": "b", "kind": "\#(kind)", "radius": 2}"#
        for oval in [figure, Oval(name: "a", width: 1)] {
            let errors = [
                #expect(throws: ImportError.self) { try oval.update(from: text) },
                #expect(throws: ImportError.self) {
                    try oval.update(from: ["name": "b", "kind": kind, "radius": 2])
                },
            ]
            #expect(errors.map(\.?.code) == [.unknownCase, .unknownCase])
            #expect(errors.map(\.?.path?.description) == ["$.kind", "$.kind"])
            #expect(errors[0]?.location?.offset == 22)
            #expect(oval.name == "a")
            guard kind != "oval" else { continue }
            let message = "expected \(type(of: oval)), the class of the updated object, found \"\(kind)\""
            #expect(errors.map(\.?.message) == [message, message])
        }
        #expect(circle == Circle(name: "a", radius: 1))
    }

    @Importable(discriminator: "type")
    enum Content: Equatable {
        case text(value: String)
        case size(value: Int)
    }

    /// A class whose only case has an enum as its payload.
    final class Box: Importable {
        let content: Content

        init(_ content: Content) { self.content = content }

        static var importPlan: ImportPlan {
            ImportPlan(
                Box.self, discriminator: "kind",
                cases: [ImportCase("box", payload: Content.self, wrap: { Box($0) }, unwrap: { $0.content })],
                index: { _ in 0 })
        }
    }

    @Importable
    struct Shelf { var box: Box }

    /// The enum was read as a reference to an object.
    @Test func anotherCaseOfEnumInClassReplacesIt() throws {
        var shelf = Shelf(box: Box(.text(value: "a")))
        var options = ImportOptions()
        options.nestedObjects = .merge
        try shelf.update(from: #"{"box": {"kind": "box", "type": "size", "value": 1}}"#, options: options)
        #expect(shelf.box.content == .size(value: 1))
    }

    /// The update had no effect, because its result was another object.
    @Test func objectMadeFromPayloadIsNotUpdatable() throws {
        let box = Box(.text(value: "a"))
        let json = #"{"kind": "box", "type": "size", "value": 1}"#
        let updates: [() throws -> ImportSummary] = [
            { try box.update(from: json) },
            { try box.update(from: ["kind": "box", "type": "size", "value": 1]) },
        ]
        for update in updates {
            let error = #expect(throws: ImportError.self) { try update() }
            #expect(error?.code == .invalidPlan)
            #expect(error?.message.hasSuffix("the plan of Box has made another object") == true)
        }
        #expect(box.content == .text(value: "a"))
    }

    @Test func discriminatorOfClassBelowIsAnError() throws {
        let branch = Branch(name: "a", length: 1)
        let root: Root = branch
        let error = #expect(throws: ImportError.self) {
            try root.update(from: #"{"kind": "branch", "sort": "twig", "name": "b", "length": 2}"#)
        }
        #expect(error?.code == .unknownCase && error?.path?.description == "$.sort")
        #expect(branch.name == "a" && branch.length == 1)
        try root.update(from: #"{"kind": "branch", "sort": "branch", "length": 2}"#)
        try root.update(from: #"{"name": "b"}"#)
        #expect(branch.name == "b" && branch.length == 2)
    }

    @Test func instanceOfUnlistedSubclassIsUpdatedByItsPlan() throws {
        let oval = Oval(name: "a", width: 1)
        let figure: Figure = oval
        try figure.update(from: #"{"width": 2}"#)
        try figure.update(from: ["name": "b"])
        #expect(oval.width == 2 && oval.name == "b")
        var options = ImportOptions()
        options.nestedObjects = .merge
        var picture = Picture(main: figure, others: [], maybe: nil)
        try picture.update(from: #"{"main": {"width": 3}}"#, options: options)
        #expect(picture.main === oval && oval.width == 3)
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

    @Test func genericClassListsSubclassOfSpecialization() throws {
        let crates = try [Crate<Int>](json: #"[{"kind": "intCrate", "value": 1, "name": "a"}]"#)
        #expect((crates.first as? IntCrate)?.name == "a")
        #expect(throws: ImportError.self) { try [Crate<String>](json: "[]") }
    }

    @Test func invalidSubclassesAreRejected() {
        let error = #expect(throws: ImportError.self) { try WrongFigure(json: #"{"kind": "circle"}"#) }
        #expect(error?.message == "expected a subclass of WrongFigure, found Circle")
        let inherited = #expect(throws: ImportError.self) { try Marked(json: #"{"kind": "unmarked"}"#) }
        #expect(inherited?.advice == "mark Unmarked with @Importable")
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

/// A class whose plan lists another class, which the macro would not accept.
final class WrongFigure: Importable {
    static let importPlan = ImportPlan(WrongFigure.self) { _ in { _ in WrongFigure() } }
        .withSubclasses([Circle.self], discriminator: "kind")
}

@Importable(discriminator: "kind", subclasses: [IntCrate.self])
class Crate<Value: Importable> {
    var value: Value
}

@Importable
final class IntCrate: Crate<Int> {
    var name: String
}

@Importable(discriminator: "kind", subclasses: [Unmarked.self])
class Marked {
    var name = ""
}

class Unmarked: Marked {}

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

@Importable(discriminator: "kind", subclasses: [Branch.self])
class Root {
    var name: String

    init(name: String) { self.name = name }
}

/// A class with cases, which is a case of its superclass.
@Importable(discriminator: "sort", subclasses: [Twig.self])
class Branch: Root {
    var length: Int

    init(name: String, length: Int) {
        self.length = length
        super.init(name: name)
    }
}

@Importable
final class Twig: Branch {}

@Importable
struct ThingHolder {
    var thing: Thing
}
