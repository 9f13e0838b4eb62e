import JSONRecords
import StreamImport
import Testing

/// Values without a discriminator, inside each other and beside paths.
struct FirstFitTests {
    @Importable(discriminator: .firstFit)
    indirect enum Tree: Equatable, Sendable {
        case left(next: Tree, x: Number)
        case right(next: Tree, y: Number)
        case list([Tree])
        case leaf(Number)
    }

    /// A number that counts how often numbers are read.
    struct Number: ImportableScalar, Equatable, ExpressibleByIntegerLiteral {
        @TaskLocal static var readCount: Locked<Int>?
        let value: Int

        init(integerLiteral value: Int) { self.value = value }

        init(_ token: borrowing ImportToken) throws {
            Self.readCount?.withLock { $0 += 1 }
            value = try Int(token)
        }

        /// Returns the number of times that `body` reads a number.
        static func countReads(_ body: () throws -> Void) rethrows -> Int {
            let count = Locked(0)
            try $readCount.withValue(count, operation: body)
            return count.withLock { $0 }
        }
    }

    /// Returns a text whose objects fit the second case, which the first case shows only after the value inside.
    private static func text(depth: Int, leaf: String) -> String {
        String(repeating: #"{"next": "#, count: depth) + leaf + String(repeating: #", "y": 1}"#, count: depth)
    }

    /// Reading each value again for each case of the value around it would take 2 to the power of 12 steps.
    @Test func nestedValuesAreReadOnce() throws {
        let depth = 12
        var tree = Tree.leaf(7)
        for _ in 0..<depth { tree = .right(next: tree, y: 1) }
        let text = Self.text(depth: depth, leaf: "7")
        var trees: [Tree] = []
        let readCount = try Number.countReads { trees.append(try Tree(json: text)) }
        #expect(depth...10 * depth ~= readCount)
        let recordReadCount = try Number.countReads {
            trees += try StreamImporter.objects(of: Tree.self, from: Array("[\(text), 1, \(text)]".utf8))
                .collect()
        }
        #expect(trees == [tree, tree, .leaf(1), tree])
        #expect(recordReadCount <= 2 * readCount + 4)
    }

    @Test func errorsOfNestedValuesAreFoundOnce() throws {
        let depth = 12
        var error: ImportError?
        let readCount = Number.countReads {
            error = #expect(throws: ImportError.self) {
                try Tree(json: Self.text(depth: depth, leaf: #"{"z": 1}"#))
            }
        }
        #expect(readCount <= 10 * depth)
        #expect(error?.code == .unknownCase)
        let path = Array(repeating: "next", count: depth).joined(separator: ".")
        #expect(
            error?.message.hasPrefix(
                "the value fits no case of Tree (left at \(path): the value fits no case of Tree (left: missing"
            )
                == true)
        #expect((error?.cause as? ImportError)?.path?.description == "$.\(path)")
        #expect((error?.message.utf8.count ?? 0) < 2_000)
    }

    @Test func elementsAreReadForEachCaseOfTheListAroundThem() throws {
        let elements = (0..<20).map { Self.text(depth: 3, leaf: "\($0)") }.joined(separator: ",")
        let tree = try Tree(json: #"{"y": 1, "next": [\#(elements), []]}"#)
        let list = (0..<20).map { leaf in
            (0..<3).reduce(Tree.leaf(Number(integerLiteral: leaf))) { tree, _ in .right(next: tree, y: 1) }
        }
        #expect(tree == .right(next: .list(list + [.list([])]), y: 1))
    }

    // MARK: - Reasons

    @Importable
    struct Team: Equatable, Sendable {
        var lead: Person
        var members: [Person] = []
        var names: [String: Number] = [:]
    }

    @Importable
    struct Person: Equatable, Sendable {
        var name: String
        var age: Int?
    }

    @Importable(discriminator: .firstFit)
    enum Owner: Equatable, Sendable {
        case number(Int)
        case person(Person)
        case team(Team)
        case teams([Team])
        case inner(Inner)
    }

    @Importable(discriminator: .firstFit)
    enum Inner: Equatable, Sendable {
        case named(label: Tree)
        case flags(on: Bool)
    }

    @Importable
    struct Holder: Equatable, Sendable {
        var owners: [Owner]
    }

    /// The reasons had no paths, and were in the order of the cases.
    @Test(arguments: [
        (
            #"{"lead": {"name": "a"}, "members": [{"name": "b", "age": 1}, {"name": "c", "age": {}}]}"#,
            "team at members[1].age: expected a value for Int, found '{'; number: expected a value for Int, found '{'; "
                + "person: missing required key"
        ),
        (
            #"[{"lead": {"name": "a"}}, {"lead": {}}]"#,
            #"teams at [1].lead: missing required key "name" of Person; number: expected a value for Int, found '['"#
        ),
        (#"{"lead": {"name": "a"}, "names": {"a.b": "x"}}"#, #"team at names["a.b"]: "#),
        (
            #"{"label": {"next": {"next": 1, "x": "b"}, "x": 2}}"#,
            "inner at label.next.x: "
        ),
        (#"{"on": 3}"#, "inner at on: "),
    ])
    func deepestReasonIsFirst(_ value: String, _ reasons: String) async throws {
        let outcome = try await importAllFrontEnds(to: Holder.self, from: #"[{"owners": [1, \#(value)]}]"#)
        #expect(
            outcome.error?.message.hasPrefix("the value fits no case of Owner (\(reasons)") == true,
            "\(outcome.message ?? "")")
        #expect(outcome.error?.path?.description == "$[0].owners[1]")
    }

    // MARK: - Implicit arrays

    @Importable(discriminator: .firstFit)
    enum Loop: Equatable, Sendable {
        case detour(Detour)
        case point(x: Int, y: Int)
    }

    @Importable(discriminator: .firstFit)
    indirect enum Sparse: Equatable, Sendable {
        case list([Sparse?])
        case point(x: Int, y: Int)
    }

    @Importable(discriminator: .firstFit)
    enum Detour: Equatable, Sendable {
        case loops([Loop])
        case size(width: Int)
    }

    @Importable(discriminator: .firstFit)
    enum Pair: Equatable, Sendable {
        case first(v: Loop, z: Int)
        case second(v: Detour)
    }

    @Importable(discriminator: "type")
    indirect enum Named: Equatable, Sendable {
        case inner(Values)
        case leaf(id: Int)

        @Importable(discriminator: .firstFit)
        enum Values: Equatable, Sendable {
            case list([Named])
            case text(type: String)
        }
    }

    /// With implicit arrays, an object was read as the only element of an array of the same object, without end.
    @Test(arguments: [
        (#"{"x": 1, "y": 2}"#, Identifier.point(x: 1, y: 2)), (#"{"name": "a"}"#, .person(.init(name: "a"))),
        (#"[{"x": 1, "y": 2}]"#, .list([.point(x: 1, y: 2)])), ("{}", nil), ("[{}]", nil),
        ("[[{}, {}], {}]", nil), ("[[[[{}]]]]", nil), (#"{"x": {"y": {}}}"#, nil), ("[]", .list([])),
    ])
    func objectIsNoElementOfItself(_ text: String, _ identifier: Identifier?) async throws {
        let outcome = try await importAllFrontEnds(to: IdentifierHolder.self, from: #"[{"a": \#(text)}]"#) {
            $0.coercion = .permissive
        }
        #expect(outcome.records == (identifier.map { [IdentifierHolder(a: $0)] } ?? []))
        #expect(outcome.error?.code == (identifier == nil ? .unknownCase : nil))
    }

    @Test func outcomeInsideOpenSearchIsNotKept() throws {
        var options = ImportOptions()
        options.coercion = .permissive
        let point = #"{"x": 1, "y": 2}"#
        #expect(try Loop(json: point, options: options) == .point(x: 1, y: 2))
        #expect(try Sparse(json: point, options: options) == .point(x: 1, y: 2))
        #expect(try Detour(json: point, options: options) == .loops([.point(x: 1, y: 2)]))
        // Inside the first case, the value of `v` is a `Detour` only while it is read as a `Loop`.
        #expect(
            try Pair(json: #"{"v": \#(point)}"#, options: options)
                == .second(v: .loops([.point(x: 1, y: 2)])))
        #expect(
            try Named(json: #"{"type": "inner"}"#, options: options) == .inner(.text(type: "inner")))
    }

    @Importable
    struct Beside: Equatable, Sendable {
        var a: Identifier?
        @Key("a.name") var name: String?
        @Key("items[0]") var first: Identifier?
    }

    @Test(arguments: [
        (#"{"a": 3, "items": ["b", 1]}"#, Beside(a: .number(3), name: nil, first: .text("b"))),
        (
            #"{"a": {"name": "b"}, "items": [{"x": 1, "y": 2}]}"#,
            Beside(a: .person(.init(name: "b")), name: "b", first: .point(x: 1, y: 2))
        ),
        (#"{"a": [1], "items": []}"#, Beside(a: .list([.number(1)]), name: nil, first: nil)),
        (#"{"items": [[1, "b"]]}"#, Beside(a: nil, name: nil, first: .list([.number(1), .text("b")]))),
    ])
    func pathMayLeadIntoValue(_ text: String, _ beside: Beside) async throws {
        let outcome = try await importAllFrontEnds(to: Beside.self, from: "[\(text), \(text)]")
        #expect(outcome.records == [beside, beside])
        #expect(outcome.message == nil)
    }
}
