import Foundation
import JSONRecords
import StreamImport
import Testing

/// Updates of instances of subclasses, whose plans are compiled on first use.
@Suite struct SubclassPlanTests {
    @Importable
    class Shape: @unchecked Sendable {
        var id = 0
        var name: String?
    }

    @Importable
    class Circle: Shape, @unchecked Sendable {
        var radius = 0
    }

    @Importable
    struct Size: ImportValidating, Equatable {
        var width = 0

        func validate() throws {}
    }

    @Importable
    final class Drawing: @unchecked Sendable {
        var main: Shape?
        var size: Size?
    }

    /// A new object was made, and the next validated object at the same depth was treated as an update of that object.
    @Test(arguments: NestedObjectPolicy.allCases, [true, false])
    func subclassWithoutHooksIsUpdated(policy: NestedObjectPolicy, isText: Bool) throws {
        let circle = try Circle(dictionary: ["id": 1, "name": "r"])
        let shapes = IdentityMap(\Shape.id, [circle])
        var options = ImportOptions()
        options.nestedObjects = policy
        options.reuseInstances(in: shapes)
        let text = #"[{"main":{"id":1,"radius":5},"size":{"width":2}},{"size":{"width":3},"main":{"id":1}}]"#
        let drawings =
            isText
            ? try [Drawing](json: text, options: options)
            : try [Drawing](dictionaries: try #require(try dictionaries(in: text)), options: options)
        #expect(drawings.map(\.size) == [Size(width: 2), Size(width: 3)])
        #expect(drawings[0].main === circle && drawings[1].main === circle && shapes[1] === circle)
        #expect(circle.radius == 5 && circle.name == "r")
    }

    /// The names of inherited properties were looked up without a lock.
    @Test func inheritedPropertiesAreLookedUpConcurrently() {
        let options = {
            var options = ImportOptions()
            options.reuseInstances(of: Circle.self) { values in
                _ = try (values[\Shape.id], values[\Circle.radius], values[\Shape.name])
                return nil
            }
            return options
        }()
        // The importer retains its plan, which caches the names.
        let importer = DictionaryImporter(of: Circle.self, options: options)
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            #expect((try? importer.object(from: ["id": number, "radius": 2]))?.id == number)
        }
    }

    class Square: Shape, @unchecked Sendable {
        override class var importPlan: ImportPlan {
            ImportPlan(Square.self) { _ in
                ModelOperations(
                    make: { _ in fatalError("not made") }, update: { $1 }, decompose: { _, _ in },
                    properties: { [:] })
            }
        }
    }

    /// A class that returns the plan of a class that it does not inherit from.
    final class Oval: Shape, @unchecked Sendable {
        override class var importPlan: ImportPlan { Square.importPlan }
    }

    /// A class whose plan declares a property twice.
    final class Broken: Shape, @unchecked Sendable {
        override class var importPlan: ImportPlan {
            ImportPlan(Broken.self) { fields in
                _ = fields.optional("a", Int.self)
                _ = fields.optional("a", Int.self)
                return ModelOperations(
                    make: { _ in fatalError("not made") }, update: { $1 }, decompose: { _, _ in },
                    properties: { [:] })
            }
        }
    }

    /// The functions of one class were called with an instance of another class, or the object was read as an instance
    /// of the superclass, and the members of the subclass were lost.
    @Test(arguments: [
        (Oval() as Shape, "expected a plan for Oval, found the plan for Square"),
        (Broken(), #"duplicate property "a" of Broken"#),
    ])
    func errorInPlanOfSubclassRejectsRecord(shape: Shape, message: String) throws {
        var (merging, reusing) = (ImportOptions(), ImportOptions())
        merging.nestedObjects = .merge
        reusing.reuseInstances(of: Shape.self) { _ in shape }
        let drawing = try Drawing(dictionary: [:])
        drawing.main = shape
        for (path, update) in [
            ([], { try shape.update(from: #"{"name":"x"}"#) }),
            ([], { try shape.update(from: ["name": "x"]) }),
            ([.key("main")], { try drawing.update(from: #"{"main":{"name":"x"}}"#, options: merging) }),
            ([.key("main")], { try drawing.update(from: ["main": ["name": "x"]], options: merging) }),
            ([], { _ = try Shape(json: #"{"name":"x"}"#, options: reusing) }),
        ] as [([JSONPath.Component], () throws -> Void)] {
            let error = #expect(throws: ImportError.self) { try update() }
            #expect(error?.code == .invalidPlan && error?.message == message)
            #expect(path.isEmpty || error?.path?.components == path)
            #expect(shape.name == nil)
        }
    }

    @Importable
    struct Point { var x = 0 }

    @Importable
    final class Watched: Shape, ImportIntercepting, @unchecked Sendable {
        var point: Point?

        static func intercept(_ member: ImportedMember) throws -> MemberDecision {
            seen.withLock { $0.append(member.key) }
            return .keep
        }

        static let seen = Locked<[String]>([])
    }

    /// If a dictionary was replayed in the order of its keys, the hook of the subclass received its members twice.
    @Test func hookOfSubclassReceivesEachMemberOnce() throws {
        for _ in 0..<4 {
            Watched.seen.withLock { $0 = [] }
            let (drawing, watched) = (try Drawing(dictionary: [:]), try Watched(dictionary: [:]))
            drawing.main = watched
            var options = ImportOptions()
            options.nestedObjects = .merge
            #expect(throws: ImportError.self) {
                try drawing.update(
                    from: ["main": ["id": 1, "name": "n", "point": ["x": "x y"]] as [String: Any]],
                    options: options)
            }
            #expect(Watched.seen.withLock { $0 } == ["id", "name", "point"])
        }
    }
}
