import StreamImport
import Testing

/// If a property has the type of a superclass, an update uses the plan of the class of the object in the property.
@Suite struct SubclassUpdateTests {
    @Importable
    class Shape: @unchecked Sendable {
        var id = 0
        var name: String?
    }

    @Importable
    class Circle: Shape, @unchecked Sendable {
        var radius = 0.0
        var center: Spot?
        var inner: Shape?
    }

    @Importable
    final class Ring: Circle, @unchecked Sendable {
        var width = 0.0
        @Extras var extras: [String: JSONValue]
    }

    /// A class with the plan of its superclass.
    final class Plain: Shape, @unchecked Sendable {}

    @Importable
    struct Spot: Equatable { var x = 0, y = 0 }

    @Importable
    final class Drawing {
        var title: String?
        var main: Shape?
        var shapes: [Shape] = []
        var grid: [[Shape]] = []
    }

    private func ring() throws -> Ring {
        try Ring(dictionary: ["id": 1, "name": "r", "radius": 2, "width": 0.5, "center": ["x": 3]])
    }

    /// Returns an update from a text, and the same update from a dictionary.
    private func updates(
        _ text: String, _ nested: NestedObjectPolicy, _ configure: (inout ImportOptions) -> Void = { _ in }
    ) throws -> [(Drawing) throws -> ImportSummary] {
        var options = ImportOptions()
        options.nestedObjects = nested
        configure(&options)
        let dictionary = try #require(try dictionaries(in: "[\(text)]")).first ?? [:]
        return [
            { [options] in try $0.update(from: text, options: options) },
            { [options] in try $0.update(from: dictionary, options: options) },
        ]
    }

    @Test(arguments: [NestedObjectPolicy.merge, .mergeElements])
    func objectOfPropertyIsUpdatedByItsClass(policy: NestedObjectPolicy) throws {
        for update in try updates(
            #"{"title":"t","main":{"radius":5,"center":{"y":7},"width":1,"extra":true,"inner":{"radius":8}}}"#,
            policy)
        {
            let (drawing, ring, inner) = (
                try Drawing(dictionary: [:]), try ring(), try Circle(dictionary: [:])
            )
            drawing.main = ring
            ring.inner = inner
            _ = try update(drawing)
            #expect(drawing.main === ring && ring.inner === inner && inner.radius == 8)
            #expect(
                ring.name == "r" && ring.radius == 5 && ring.width == 1 && ring.center == Spot(x: 3, y: 7))
            #expect(ring.extras == ["extra": .bool(true)])
        }
    }

    @Test func elementsAreUpdatedByTheirClasses() throws {
        for update in try updates(
            #"{"shapes":[{"name":"a"},{"radius":5},{"radius":6,"name":"c"}],"grid":[[],[{},{"width":9}]]}"#,
            .mergeElements)
        {
            let drawing = try Drawing(dictionary: [:])
            let (circle, ring) = (try Circle(dictionary: ["name": "b"]), try ring())
            drawing.shapes = [try Shape(dictionary: [:]), circle]
            drawing.grid = [[], [try Shape(dictionary: [:]), ring]]
            _ = try update(drawing)
            #expect(drawing.shapes.map(\.name) == ["a", "b", "c"] && drawing.shapes[1] === circle)
            #expect(circle.radius == 5 && !(drawing.shapes[2] is Circle))
            #expect(drawing.grid[1][1] === ring && ring.width == 9)
        }
    }

    @Test func errorLeavesSubclassInstanceUnchanged() throws {
        for update in try updates(#"{"main":{"radius":5,"width":1,"z":0},"title":[]}"#, .merge) {
            let (drawing, ring) = (try Drawing(dictionary: [:]), try ring())
            drawing.main = ring
            #expect(throws: ImportError.self) { try update(drawing) }
            #expect(ring.radius == 2 && ring.width == 0.5 && ring.extras == [:])
        }
    }

    @Test func unknownKeyIsReportedForSubclass() throws {
        for update in try updates(#"{"main":{"radius":5,"z":1}}"#, .merge, { $0.unknownKeys = .report }) {
            let (drawing, circle) = (try Drawing(dictionary: [:]), try Circle(dictionary: [:]))
            drawing.main = circle
            #expect(try update(drawing).unknownKeys.map { "\($0.type).\($0.key)" } == ["Circle.z"])
            #expect(circle.radius == 5)
        }
    }

    @Test func subclassWithoutPlanIsUpdatedAsItsSuperclass() throws {
        for update in try updates(#"{"main":{"name":"n","radius":5}}"#, .merge) {
            let (drawing, plain) = (try Drawing(dictionary: [:]), Plain())
            drawing.main = plain
            _ = try update(drawing)
            #expect(drawing.main === plain && plain.name == "n" && plain.id == 0)
        }
    }

    // MARK: - Instances from a map

    private static let text =
        #"[{"id":1,"radius":5},{"id":2,"radius":6},{"radius":7,"id":1,"center":{"y":4}}]"#

    @Test(arguments: NestedObjectPolicy.allCases)
    func instanceOfIdentityMapIsUpdatedByItsClass(policy: NestedObjectPolicy) async throws {
        for isText in [true, false] {
            let ring = try ring()
            let shapes = IdentityMap(\Shape.id, [ring])
            let records = try self.shapes(isText, policy) { $0.reuseInstances(in: shapes) }
            #expect(
                records[0] === ring && records[2] === ring && shapes[1] === ring && shapes[2] === records[1])
            #expect(ring.radius == 7 && ring.name == "r" && !(records[1] is Circle))
            #expect(ring.center == (policy == .replace ? Spot(y: 4) : Spot(x: 3, y: 4)))
        }
    }

    @Test(arguments: NestedObjectPolicy.allCases)
    func instanceOfClosureIsUpdatedByItsClass(policy: NestedObjectPolicy) async throws {
        for isText in [true, false] {
            let ring = try ring()
            let records = try shapes(isText, policy) {
                $0.reuseInstances(of: Shape.self) { values in try values[\Shape.id] == 1 ? ring : nil }
            }
            #expect(records[0] === ring && records[2] === ring && ring.radius == 7)
            #expect(!(records[1] is Circle))
        }
    }

    private func shapes(
        _ isText: Bool, _ nested: NestedObjectPolicy, _ configure: (inout ImportOptions) -> Void
    ) throws -> [Shape] {
        var options = ImportOptions()
        options.nestedObjects = nested
        configure(&options)
        guard !isText else { return try [Shape](json: Self.text, options: options) }
        return try [Shape](dictionaries: try #require(try dictionaries(in: Self.text)), options: options)
    }
}
