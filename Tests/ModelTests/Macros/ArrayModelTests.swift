import Foundation
import StreamImport
import Testing

/// Models whose properties are the elements of an array.
@Suite struct ArrayModelTests {
    @Importable(asArray: true)
    struct Point: Hashable, Sendable {
        static let origin = Point(x: 0, y: 0)

        var x, y: Double
        let dimensions = 2
        var name: String?
        @Ignored var note = ""
        var level = 1
    }

    @Importable(asArray: true, dates: ["day": .format("dd.MM.yyyy")])
    struct Track: Equatable, Sendable {
        var points: [Point]
        var day: Date?
        var inner: [Track] = []
    }

    @Importable(discriminator: .key)
    enum Shape: Equatable, Sendable { case dot(Point), line([Point]) }

    @Importable(discriminator: .firstFit)
    enum Position: Equatable, Sendable { case point(Point), pair([Int]), place(Place) }

    @Importable(discriminator: "type", content: "coordinates")
    enum Geometry: Equatable, Sendable { case point(Point), multiPoint([Point]) }

    @Importable
    struct Place: Equatable, Sendable {
        var id = 0
        var at: Point?
        var home: Point = .origin
        var points: [Point] = []
        var corners: Set<Point> = []
        var holes: [Point?] = []
        @Lenient var good: [Point] = []
        var byName: [String: Point] = [:]
        var track: Track?
        var shape: Shape?
        var positions: [Position] = []
        var geometry: Geometry?
        @Key("route[1].end") var end: Point?
        var any: JSONValue?
    }

    private static let a = Point(x: 1, y: 2)

    /// The members of an object, and the place that it becomes.
    private static let places: [(String, Place)] = [
        (#""at":[1,2]"#, Place(at: a)),
        (#""at":[1,2,"n",3]"#, Place(at: Point(x: 1, y: 2, name: "n", level: 3))),
        (#""at":[1,2,null,null]"#, Place(at: a)),
        (#""at":["1",2.5,7]"#, Place(at: Point(x: 1, y: 2.5, name: "7"))),
        (
            #""at":[1,2,"\u0061é",3,4,[5,{"x":[6]}],{},"7",null,true]"#,
            Place(at: Point(x: 1, y: 2, name: "aé", level: 3))
        ),
        (#""at":null,"home":null"#, Place()),
        (#""home":[3,4]"#, Place(home: Point(x: 3, y: 4))),
        (
            #""points":[[1,2],[1,2,"b"]],"holes":[null,[1,2]]"#,
            Place(points: [a, Point(x: 1, y: 2, name: "b")], holes: [nil, a])
        ),
        (
            #""corners":[[1,2],[1,2]],"byName":{"b":[1,2],"c":[0,0]}"#,
            Place(corners: [a], byName: ["b": a, "c": .origin])
        ),
        (#""good":[[1,2],[],5,["x",1],{"x":1},[0,0]]"#, Place(good: [a, .origin])),
        (#""shape":{"dot":[1,2]}"#, Place(shape: .dot(a))),
        (#""shape":{"line":[[1,2]]}"#, Place(shape: .line([a]))),
        (#""geometry":{"type":"Point","coordinates":[1,2]}"#, Place(geometry: .point(a))),
        (#""geometry":{"coordinates":[[1,2]],"type":"MultiPoint"}"#, Place(geometry: .multiPoint([a]))),
        (
            #""positions":[[1,2],[3],{"id":4,"at":[1,2]}]"#,
            Place(positions: [.point(a), .pair([3]), .place(Place(id: 4, at: a))])
        ),
        (#""route":[0,{"end":[1,2]}]"#, Place(end: a)),
        (#""any":[1]"#, Place(any: .array([.number("1")]))),
        (
            #""track":[[[1,2]],"24.12.2020",[[[],null],[[[0,0]]]]]"#,
            Place(
                track: Track(
                    points: [a], day: Date(timeIntervalSince1970: 1_608_768_000),
                    inner: [Track(points: []), Track(points: [.origin])]))
        ),
    ]

    @Test(arguments: places)
    func arrayInPropertyBecomesModel(members: String, place: Place) async throws {
        let outcome = try await importAllFrontEnds(to: Place.self, from: "[{\(members)},{}]")
        #expect(outcome.records == [place, Place()])
        #expect(outcome.message == nil)
    }

    @Test(arguments: [
        (
            #""at":[1]"#,
            #"missingKeys at 1:8 (7), record 1, $[0].at: missing required element [1] "y" of Point"#
        ),
        (
            #""at":[null]"#,
            #"missingKeys at 1:8 (7), record 1, $[0].at: missing required elements [0] "x" (null), [1] "y" of Point"#
        ),
        (#""at":[1,"b"]"#, #"typeMismatch at 1:11 (10), record 1, $[0].at[1]: expected a number, found "b""#),
        (
            #""at":[1,2,[]]"#,
            "typeMismatch at 1:13 (12), record 1, $[0].at[2]: expected a value for String, found '['"
        ),
        (#""at":{"x":1}"#, "typeMismatch at 1:8 (7), record 1, $[0].at: expected an array, found '{'"),
        (#""at":5"#, "typeMismatch at 1:8 (7), record 1, $[0].at: expected an array, found 5"),
        (
            #""points":[[1,2],null]"#,
            "typeMismatch at 1:19 (18), record 1, $[0].points[1]: expected an array, found null"
        ),
        (
            #""track":[[[1,2],[3,true,[4]]]]"#,
            "typeMismatch at 1:27 (26), record 1, $[0].track[0][1][2]: expected a value for String, found '['"
        ),
        (
            #""geometry":{"type":"Point","coordinates":[1]}"#,
            #"missingKeys at 1:44 (43), record 1, $[0].geometry.coordinates: missing required element [1] "y" of Point"#
        ),
        (
            #""byName":{"b":[1,2,{}]}"#,
            "typeMismatch at 1:22 (21), record 1, $[0].byName.b[2]: expected a value for String, found '{'"
        ),
    ])
    func valueThatIsNoSuchArrayReportsItsPath(members: String, message: String) async throws {
        let outcome = try await importAllFrontEnds(to: Place.self, from: "[{\(members)}]")
        #expect(outcome.message == message)
    }

    @Test(arguments: ["[[1,2],[3,4,\"b\"]]", "[1,2]\n[3,4,\"b\"]\n"])
    func recordsMayBeArrays(text: String) async throws {
        let outcome = try await importAllVariants(to: Point.self, from: text) {
            $0.format = text.hasPrefix("[[") ? .automatic : .lines
        }
        #expect(outcome.records == [Self.a, Point(x: 3, y: 4, name: "b")])
        #expect(outcome.message == nil)
    }

    @Test func recordsAtPathMayBeArrays() async throws {
        let outcome = try await importAllVariants(
            to: Point.self, from: #"{"n":2,"rows":[[1,2],[3]]}"#, at: "rows")
        #expect(
            outcome.message
                == #"missingKeys at 1:22 (21), record 2, $.rows[1]: missing required element [1] "y" of Point"#
        )
        #expect(try Point(json: "[1,2]") == Self.a)
        #expect(
            expectError(.typeMismatch) { try Point(json: "{}") }?.message == "expected an array, found '{'")
        #expect(
            expectError(.typeMismatch) { try Point(dictionary: ["x": 1, "y": 2]) }?.message
                .hasPrefix("expected an array, found") == true)
    }

    // MARK: - Policies

    /// The message of the outcome of a place with a policy, its mismatches and its unknown keys.
    private func facts(
        _ members: String, _ configure: (inout ImportOptions) -> Void
    ) async throws -> [String] {
        let outcome = try await importAllFrontEnds(to: Place.self, from: "[{\(members)}]", configure)
        return [outcome.message].compactMap(\.self) + outcome.mismatches + outcome.unknownKeys
    }

    @Test func elementsAfterLastPropertyAreUnknownKeys() async throws {
        let members = #""at":[1,2,"b",3,4,[5],{"a":6}],"points":[[1,2,null,null,5]]"#
        #expect(try await facts(members) { $0.unknownKeys = .ignore } == [])
        #expect(try await facts(members) { $0.unknownKeys = .report } == ["$[4]", "$[5]", "$[6]"])
        #expect(
            try await facts(members) { $0.unknownKeys = .rejectRecord }
                == ["unknownKey at 1:19 (18), record 1, $[0].at[4]: unknown element [4] of Point"])
        #expect(
            try await facts(#""at":[1,2,"b",3,[4]]"#) { $0.unknownKeys = .rejectRecord }
                == ["unknownKey at 1:19 (18), record 1, $[0].at[4]: unknown element [4] of Point"])
        // The next case has room for the elements.
        let outcome = try await importAllFrontEnds(to: Place.self, from: #"[{"positions":[[1,2,3,4,5]]}]"#) {
            $0.unknownKeys = .rejectRecord
        }
        #expect(outcome.records == [Place(positions: [.pair([1, 2, 3, 4, 5])])])
    }

    @Test func skippedMismatchKeepsOtherElements() async throws {
        let text = #"[{"at":[1,2,[],3],"home":[1],"points":[[1,2,"b","many"]]}]"#
        let outcome = try await importAllFrontEnds(to: Place.self, from: text) { $0.mismatches = .skipValue }
        #expect(
            outcome.records == [
                Place(at: Point(x: 1, y: 2, level: 3), points: [Point(x: 1, y: 2, name: "b")])
            ])
        #expect(
            outcome.mismatches == [
                "#1 typeMismatch at 1:13 (12), record 1, $[0].at[2]: expected a value for String, found '['",
                #"#1 missingKeys at 1:26 (25), record 1, $[0].home: missing required element [1] "y" of Point"#,
                #"#1 typeMismatch at 1:49 (48), record 1, $[0].points[0][3]: expected an integer, found "many""#,
            ])
    }

    @Test func nullPolicyAppliesToElements() async throws {
        let messages = try await facts(#""at":[1,2,"b",null]"#) { $0.nulls = .mismatch }
        #expect(
            messages == [
                "typeMismatch at 1:17 (16), record 1, $[0].at[3]: expected a value for Int, found null"
            ])
    }

    @Test func transformReplacesElement() async throws {
        let outcome = try await importAllFrontEnds(
            to: Place.self, from: #"[{"at":[1,2,"b",3,4],"points":[["1",2,null],[3,4,"c"]]}]"#
        ) {
            $0.transform(Double.self) { value in (value as? Int).map { Double($0 + 10) } ?? value }
        }
        #expect(
            outcome.records == [
                Place(
                    at: Point(x: 11, y: 12, name: "b", level: 3),
                    points: [Point(x: 1, y: 12), Point(x: 13, y: 14, name: "c")])
            ])
    }

    // MARK: - Updates and hooks

    @Test func updateChangesElementsThatArePresent() throws {
        var point = Point(x: 1, y: 2, name: "b", level: 3)
        try point.update(from: "[5,null,null]", options: .ignoringNulls)
        #expect(point == Point(x: 5, y: 2, name: "b", level: 3))
        try point.update(from: "[]")
        try point.update(from: "[6,7,null]")
        #expect(point == Point(x: 6, y: 7, level: 3))
        expectError(.typeMismatch) { try point.update(from: ["x": 1]) }
        expectError(.typeMismatch) { try point.update(from: "{}") }
        expectError(.missingKeys) { try point.update(from: "[null]") }
        #expect(point == Point(x: 6, y: 7, level: 3))
    }

    @Test(arguments: [NestedObjectPolicy.replace, .merge, .mergeElements])
    func nestedModelIsUpdatedLikeObject(policy: NestedObjectPolicy) throws {
        let old = Place(
            at: Self.a, points: [Self.a], track: Track(points: [Self.a, Self.a]), shape: .dot(Self.a))
        func updated(_ text: String) throws -> Place {
            var (place, options) = (old, ImportOptions())
            options.nestedObjects = policy
            try place.update(from: text, options: options)
            var other = old
            let dictionary = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            try other.update(from: #require(dictionary), options: options)
            #expect(place == other)
            return place
        }
        var expected = old
        expected.at?.x = 5
        expected.shape = .dot(Point(x: 5, y: 2))
        guard policy != .replace else {
            expectError(.missingKeys) { try updated(#"{"at":[5]}"#) }
            return
        }
        #expect(try updated(#"{"at":[5],"shape":{"dot":[5]}}"#) == expected)
        let text = #"{"points":[[5]],"track":[[[1,5],[6]]]}"#
        guard policy == .mergeElements else {
            expectError(.missingKeys) { try updated(text) }
            return
        }
        expected = old
        expected.points[0].x = 5
        expected.track?.points = [Point(x: 1, y: 5), Point(x: 6, y: 2)]
        #expect(try updated(text) == expected)
    }

    @Importable(asArray: true)
    final class Member: ImportValidating, @unchecked Sendable {
        var id: Int
        var name: String?
        var friend: Member?

        struct IsNameless: Error {}

        func validate() throws {
            if name == "" { throw IsNameless() }
        }
    }

    @Test(arguments: [1, 5, 1000])
    func identifiedInstanceIsReused(chunkBytes: Int) throws {
        var options = ImportOptions()
        options.chunkBytes = chunkBytes
        for policy in [NestedObjectPolicy.replace, .merge] {
            let members = IdentityMap(\Member.id)
            options.nestedObjects = policy
            options.reuseInstances(in: members)
            let records = try StreamImporter.objects(
                of: Member.self, from: #"[[1,"a"],[2,"b",[1,"c",[2]]],[1,null,[2,"d"],4]]"#, options: options
            ).collect()
            #expect(records.map(\.name) == [nil, "d", nil])
            #expect(records[0] === records[2] && records[1].friend === records[0] && members.count == 2)
            records[0].friend = nil
            let error = expectError(.rejectedByModel) {
                try StreamImporter.objects(of: Member.self, from: #"[[1,""]]"#, options: options).collect()
            }
            #expect(error?.path?.description == "$[0]" && error?.cause is Member.IsNameless)
        }
    }

    // MARK: - Exports

    @Test func exportedArrayIsImportedAsEqualModel() throws {
        let places = [Place()] + Self.places.map(\.1)
        let texts = try places.map { try $0.jsonString() }
        #expect(try [Place](json: texts.joined(separator: "\n")) == places)
        #expect(try [Place](dictionaries: places.dictionaries()) == places)
    }

    @Test func exportOmitsNilAtEndAndWritesOtherNils() throws {
        #expect(try Self.a.jsonString() == "[1.0,2.0,null,1]")
        #expect(try Track(points: [Self.a]).jsonString() == "[[[1.0,2.0,null,1]],null,[]]")
        var options = ExportOptions()
        options.nils = .write
        let member = try Member(json: "[1]")
        #expect(try member.jsonString() == "[1]")
        #expect(try member.jsonString(options: options) == "[1,null,null]")
        expectError(.typeMismatch) { try Self.a.dictionary() }
    }
}

extension ImportOptions {
    fileprivate static var ignoringNulls: ImportOptions {
        var options = ImportOptions()
        options.nulls = .ignore
        return options
    }
}
