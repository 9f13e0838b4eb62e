import StreamImport
import Testing

/// Options that map additional keys to properties.
@Suite struct MappingTests {
    @Importable
    struct Line: Equatable {
        var from: Point
        var to: [Point]
        var x: Int?
    }

    @Test(
        arguments: [
            ("horizontal", nil, 9, 1), ("horizontal", Point.self, nil, 1), ("horizontal", Line.self, 9, nil),
            ("deep.h", nil, 7, 5), ("/deep/h", nil, 7, 5), ("deep.h", Point.self, nil, 5),
            ("list[1]", Point.self, nil, 6), (#"$["deep"].h"#, nil, 7, 5), (#"$["horizontal"]"#, nil, 9, 1),
        ] as [(String, (any Importable.Type)?, Int?, Int?)])
    func mappingAppliesToAllObjectsOfItsType(
        key: String, model: (any Importable.Type)?, line: Int?, point: Int?
    ) async throws {
        func object(_ member: String) -> String {
            #"{"horizontal":1,"deep":{"h":5},"list":[0,6,8]\#(member)}"#
        }
        let member = point == nil ? #","x":2"# : ""
        let text = """
            [{"from":\(object(member)),"to":[\(object(member)),\(object(member))],"horizontal":9,\
            "deep":{"h":7},"list":[]}]
            """
        let outcome = try await importAllVariants(to: Line.self, from: text) {
            $0.map(key, to: "x", of: model)
        }
        let expected = Point(x: point ?? 2)
        #expect(outcome.message == nil)
        #expect(outcome.records == [Line(from: expected, to: [expected, expected], x: line)])
    }

    /// A mapping for all types was applied to the labels of cases, and one for the enum was an error.
    @Test func mappingDoesNotApplyToLabels() async throws {
        let text = #"[{"type": "starCount", "n": 3, "count": 1}, {"type": "push", "n": "b", "ref": "a"}]"#
        for property in ["count", "ref"] {
            let outcome = try await importAllVariants(to: Event.self, from: text) {
                $0.map("n", to: property)
            }
            #expect(
                outcome.records == [
                    .starCount(count: 1, by: nil), .push(.init(ref: property == "ref" ? "b" : "a")),
                ])
            var options = ExportOptions()
            options.map("n", to: "count")
            let exported = try Event.starCount(count: 1, by: nil).jsonString(options: options)
            #expect(exported == #"{"type":"starCount","count":1,"weight":1.0}"#)
        }
    }

    static let scenarios = [
        ImportScenario(
            "a mapping takes precedence over the keys of the plan", Point.self,
            #"[{"x":1,"y":2},{"y":2,"x":1},{"Y":3,"x":1},{"x":4}]"#,
            records: [Point(x: 2), Point(x: 2), Point(x: 1, y: 3), Point(x: 4)]
        ) { $0.map("y", to: "x") },
        ImportScenario(
            "several keys map to one property", Point.self, #"[{"a":1},{"b":2},{"a":1,"b":2},{"c":3}]"#,
            records: [1, 2, 2, 3].map { Point(x: $0) }
        ) { for key in ["a", "b", "c"] { $0.map(key, to: "x", of: Point.self) } },
        ImportScenario(
            "an ignored key is not mapped", Point.self, #"[{"a":1,"x":2}]"#, records: [Point(x: 2)]
        ) {
            $0.map("a", to: "x")
            $0.ignore("a")
        },
        ImportScenario(
            "the mapping of a type overrides an earlier mapping of all types", Line.self,
            #"[{"from":{"x":1,"k":5},"to":[],"k":6}]"#,
            records: [Line(from: Point(x: 1, y: 5), to: [], x: 6)]
        ) {
            $0.map("k", to: "x")
            $0.map("k", to: "y", of: Point.self)
        },
        ImportScenario(
            "the mapping of a type overrides a later mapping of all types", Line.self,
            #"[{"from":{"x":1,"k":5},"to":[],"k":6}]"#,
            records: [Line(from: Point(x: 1, y: 5), to: [], x: 6)]
        ) {
            $0.map("k", to: "y", of: Point.self)
            $0.map("k", to: "x")
        },
        ImportScenario(
            "the mapping of a type overrides that of the same path in another notation", Line.self,
            #"[{"from":{"x":1,"list":[5]},"to":[],"list":[6]}]"#,
            records: [Line(from: Point(x: 1, y: 5), to: [], x: 6)]
        ) {
            $0.map("list[0]", to: "x")
            $0.map("/list/0", to: "y", of: Point.self)
        },
        ImportScenario(
            "a key may be mapped twice to the same property", Point.self, #"[{"a":1}]"#,
            records: [Point(x: 1)]
        ) {
            $0.map("a", to: "x")
            $0.map("/a", to: "x")
        },
        ImportScenario(
            "a key in brackets is not a path", Point.self, #"[{"a":{"b":1}},{"a.b":2},{"x":3}]"#, records: [],
            error: #"missingKeys at 1:2 (1), record 1, $[0]: missing required key "x" of Point"#
        ) { $0.map(#"$["a.b"]"#, to: "x") },
        ImportScenario(
            "a key with a dot leads into its value", Point.self, #"[{"a.b":{"c.d":1}},{"x":3}]"#,
            records: [Point(x: 1), Point(x: 3)]
        ) { $0.map(#"$["a.b"]["c.d"]"#, to: "x") },
        ImportScenario(
            "keys that differ in composition are two keys", Point.self, #"[{"\u00e9":1,"e\u0301":2}]"#,
            records: [Point(x: 1, y: 2)]
        ) {
            $0.map("\u{E9}", to: "x")
            $0.map("e\u{301}", to: "y")
        },
        ImportScenario(
            "paths that differ in composition are two paths", Point.self,
            #"[{"\u00e9":{"a":1},"e\u0301":{"b":2}}]"#, records: [Point(x: 1, y: 2)]
        ) {
            $0.map("\u{E9}.a", to: "x")
            $0.map("e\u{301}.b", to: "y")
        },
        ImportScenario(
            "a key in brackets is not the path with its name", Point.self,
            #"[{"a.b":1,"a":{"b":2}},{"x":3,"a.b":4}]"#,
            records: [Point(x: 2, y: 1), Point(x: 3, y: 4)]
        ) {
            $0.map("a.b", to: "x")
            $0.map(#"$["a.b"]"#, to: "y")
        },
        ImportScenario(
            "a mapping of all types to an unknown property is ignored", Point.self, #"[{"x":1}]"#,
            records: [Point(x: 1)]
        ) { $0.map("key", to: "nobody") },
    ]

    @Test(arguments: scenarios)
    func importHasExpectedOutcome(_ scenario: ImportScenario) async throws { try await scenario.check() }

    /// The compiled plan of another composition was reused.
    @Test func laterImportMapsKeyInAnotherComposition() throws {
        for key in ["\u{E9}", "e\u{301}", "\u{E9}"] {
            var options = ImportOptions()
            options.map(key, to: "x")
            #expect(try [Point](json: "[{\"\(key)\":2}]", options: options) == [Point(x: 2)])
        }
    }

    @Test(arguments: ["a..b", "a[", "$", "", "*", "a[*].b", "/a~"])
    func malformedKeyIsAnError(key: String) async throws {
        let spelling = key == "$" ? "$.$" : "$[\"\(key)\"]"
        let advice =
            "use a path such as photos[0].url, or write the key as \(key == "/a~" ? "$./a~" : spelling)"
        for change in [
            { $0.map(key, to: "x") }, { $0.map(key, to: "x", of: Point.self) }, { $0.ignore(key) },
        ] as [@Sendable (inout ImportOptions) -> Void] {
            let outcome = try await importAllFrontEnds(to: Point.self, from: #"[{"x":1}]"#, change)
            #expect(outcome.message == "invalidPath at : invalid path \(key.debugDescription)")
            #expect(outcome.error?.advice == advice)
        }
        var options = ExportOptions()
        options.map(key, to: "x")
        let error = try #require(throws: ImportError.self) { try Point(x: 1).jsonString(options: options) }
        #expect(error.code == .invalidPath)
    }

    @Test(
        arguments: [
            ("z", Point.self, "Point"), ("X", Point.self, "Point"), ("z", Line.self, "Line"),
            ("x", Int.self, "Int"),
            ("x", [Point].self, "Array<Point>"), ("a", Bag.self, "Bag"), ("extras", Bag.self, "Bag"),
        ] as [(String, any Importable.Type, String)])
    func mappingToUnknownPropertyIsAnError(property: String, model: any Importable.Type, name: String)
        async throws
    {
        for text in [#"[{"from":{"x":1},"to":[]}]"#, "[]", "[5"] {
            let outcome = try await importAllVariants(to: Line.self, from: text) {
                $0.map("key", to: property, of: model)
                $0.errorPolicy = .skip()
            }
            #expect(outcome.records == [])
            #expect(
                outcome.message
                    == #"unknownProperty at : unknown property "\#(property)" of \#(name)"#)
            #expect(outcome.error?.advice == "use the name of a property in the type's plan")
        }
    }

    struct Bag: Importable {
        static let importPlan = ImportPlan(Bag.self) { fields in
            let extras = fields.extras("extras")
            return { draft in
                _ = draft[extras]
                return Bag()
            }
        }
    }

    @Test(
        arguments: [
            ("a", Point.self, "a", Point.self), ("a", nil, "a", nil), ("a.b", Point.self, "/a/b", Point.self),
            ("x", nil, "x", nil),
        ] as [(String, (any Importable.Type)?, String, (any Importable.Type)?)])
    func keyMappedToTwoPropertiesIsAnError(
        first: String, firstModel: (any Importable.Type)?, second: String, secondModel: (any Importable.Type)?
    ) async throws {
        for text in [#"[{"from":{"x":1},"to":[]}]"#, "[]", "[5"] {
            let outcome = try await importAllVariants(to: Line.self, from: text) {
                $0.map(first, to: "x", of: firstModel)
                $0.map(second, to: "y", of: secondModel)
            }
            #expect(outcome.records == [])
            #expect(outcome.error?.code == .ambiguousMapping)
            #expect(
                outcome.error?.message
                    == "the key \(second.debugDescription) is mapped to \"x\" and \"y\" of Point")
        }
    }
}
