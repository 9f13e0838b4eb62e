import Foundation
import StreamImport
import Testing

/// Properties whose values are not members of their objects, but stand around them.
@Suite struct FieldSourceTests {
    /// A model with its name.
    @Importable
    struct Named<Name: Importable & Equatable & Sendable>: Equatable {
        @Key(from: .memberName) let name: Name
        var age = 0

        init(_ name: Name, age: Int = 0) { (self.name, self.age) = (name, age) }
    }

    @Importable
    struct MaybeNamed: Equatable {
        @Key(from: .memberName) var name: String?
        var age = 0
    }

    @Importable
    enum Color: String, ImportableKey { case red, green }

    @Importable
    struct Team: Equatable {
        var users: [String: Named<String>] = [:]
        var ranks: [Int: Named<Int>] = [:]
        var colors: [Color: Named<Color>]?
        var ids: [UUID: Named<UUID>] = [:]
        var groups: [String: [String: Named<String>]] = [:]
        var lead: MaybeNamed?
        var others: [MaybeNamed] = []
    }

    // MARK: - Names

    /// Requires that the only record of a text at `users.*` has a name.
    private func expect<Name: Importable & Equatable & Sendable>(
        _ name: Name, for key: String, sourceLocation: Testing.SourceLocation = #_sourceLocation,
        _ configure: (inout ImportOptions) -> Void = { _ in }
    ) async throws {
        let outcome = try await importAllVariants(
            to: Named<Name>.self, from: #"{"users":{"\#(key)":{"age":1}}}"#, at: "users.*",
            sourceLocation: sourceLocation, configure)
        #expect(outcome.records == [Named(name, age: 1)], sourceLocation: sourceLocation)
        #expect(outcome.message == nil, sourceLocation: sourceLocation)
    }

    @Test func memberNameOfRecordHasTypeOfProperty() async throws {
        try await expect("ann", for: "ann")
        try await expect("a\"é.\n", for: #"a\"\u00e9.\n"#)
        try await expect("", for: "")
        try await expect(-12, for: "-12") { $0.coercion = .strict }
        try await expect(UInt64.max, for: "\(UInt64.max)") { $0.coercion = .strict }
        try await expect(Color.green, for: "green")
        try await expect(
            UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
            for: "00000000-0000-0000-0000-000000000001")
        try await expect(Date(timeIntervalSince1970: 86_400), for: "86400") { $0.dates = .unixSeconds }
        try await expect(Date(timeIntervalSince1970: 86_400), for: "1970-01-02T00:00:00Z")
        try await expect(1.5, for: "1.5")
        try await expect(JSONValue.string("x"), for: "x")
    }

    @Test(arguments: [
        (#"{"users":{"ann":{"age":1},"bob":{}}}"#, "users.*", ["ann", "bob"]),
        (#"{"a":{"ann":{}},"b":{"bob":{},"cyd":{}}}"#, "*.*", ["ann", "bob", "cyd"]),
        (#"{"data":{"user":{}}}"#, "data.user", ["user"]),
        (#"{"users":[{},{}]}"#, "users.*", [nil, nil]), (#"{"users":[{}]}"#, "users", [nil]),
        (#"[{}]"#, "", [nil]), ("{}\n{}", "", [nil, nil]), ("{}", "", [nil]),
    ])
    func onlyMembersHaveNames(text: String, path: String, names: [String?]) async throws {
        let outcome = try await importAllVariants(
            to: MaybeNamed.self, from: text, at: path.isEmpty ? JSONPath() : JSONPath(path))
        #expect(outcome.records?.map(\.name) == names && outcome.message == nil)
    }

    @Test func valuesInRecordHaveNames() async throws {
        let id = "0A000000-0000-0000-0000-00000000000B"
        let text = """
            [{"users":{"ann":{"age":1},"bob":{}},"ranks":{"1":{},"-7":{"age":2}},"colors":{"red":{}},\
            "ids":{"\(id)":{}},"groups":{"g":{"x":{}}},"lead":{"age":3},"others":[{},{"age":4}]}]
            """
        let outcome = try await importAllFrontEnds(to: Team.self, from: text)
        let uuid = try #require(UUID(uuidString: id))
        let team = Team(
            users: ["ann": Named("ann", age: 1), "bob": Named("bob")],
            ranks: [1: Named(1), -7: Named(-7, age: 2)], colors: [.red: Named(.red)],
            ids: [uuid: Named(uuid)],
            groups: ["g": ["x": Named("x")]], lead: MaybeNamed(name: "lead", age: 3),
            others: [MaybeNamed(), MaybeNamed(age: 4)])
        #expect(outcome.records == [team] && outcome.message == nil)
    }

    @Test(arguments: [
        (
            #"{"r":[{"age":1}]}"#, "r",
            #"missingKeys at 1:7 (6), record 1, $.r[0]: missing required key "name" (the name of the member) of Named<Int>"#
        ),
        (
            #"{"r":{"x":{}}}"#, "r.*",
            #"typeMismatch at 1:11 (10), record 1, $.r.x: expected an integer, found "x""#
        ),
        (
            #"{"r":{"9223372036854775808":{}}}"#, "r.*",
            #"numberOutOfRange at 1:29 (28), record 1, $.r.9223372036854775808: expected an integer from -9223372036854775808 to 9223372036854775807, found "9223372036854775808""#
        ),
    ])
    func nameThatDoesNotFitRejectsRecord(text: String, path: String, message: String) async throws {
        let outcome = try await importAllVariants(to: Named<Int>.self, from: text, at: JSONPath(path))
        #expect(outcome.message == message)
    }

    @Test func nameThatDoesNotFitIsSkippedWithItsValue() async throws {
        let outcome = try await importAllFrontEnds(
            to: Team.self,
            from: #"[{"others":[{"age":5}],"ranks":{"1":{}},"users":{"a":{}}}]"#
        ) { $0.mismatches = .skipValue }
        #expect(outcome.records?.first?.ranks == [1: Named(1)])
        let records = try await importAllFrontEnds(
            to: Holder.self,
            from: #"[{"list":[{"age":1,"tags":[{}]}],"named":{"age":[1,{"age":2}]},"id":7}]"#
        ) { $0.mismatches = .skipValue }
        #expect(records.records == [Holder(id: 7)])
        #expect(
            records.mismatches == [
                #"#1 missingKeys at 1:11 (10), record 1, $[0].list[0]: missing required key "name" (the name of the member) of Named<String>"#,
                #"#1 typeMismatch at 1:42 (41), record 1, $[0].named: expected an integer, found "named""#,
            ])
    }

    @Importable
    struct Holder: Equatable {
        @Lenient var list: [Named<String>] = []
        var named: Named<Int>?
        var id = 0
    }

    /// A model whose property has the name of the member as one of its own, and that contains itself.
    @Importable
    final class Region: Equatable {
        @Key(from: .memberName) var name: String?
        var mainPart: Region?
        var parts: [String: Region] = [:]

        static func == (left: Region, right: Region) -> Bool { left.description == right.description }

        var description: String {
            "\(name ?? "nil")(\(mainPart?.description ?? "")\(parts.values.map(\.description).joined()))"
        }
    }

    @Test(arguments: [0, 1, 2, 1000])
    func nameIsSpelledLikeKeyBeyondCacheLimit(limit: Int) async throws {
        let text = #"""
            [{"MAINPART":{"main_part":{"Main-Part":{}},"x":{"y":[1]}}},{"mainpart":{"parts":{"MAIN":{"MAINpart":{}}}}},
            {"z":1,"mainPart":{"mAINPART":{}}},{"MainPart":{"MAINPART":null}},{"mainparT":{"\u004dainPart":{}},"w":{}}]
            """#
        let outcome = try await importAllVariants(to: Region.self, from: text) {
            $0.maximumCachedSpellings = limit
        }
        #expect(
            outcome.records?.map(\.description) == [
                "nil(MAINPART(main_part(Main-Part())))", "nil(mainpart(MAIN(MAINpart())))",
                "nil(mainPart(mAINPART()))", "nil(MainPart())", "nil(mainparT(MainPart()))",
            ])
        #expect(outcome.message == nil)
    }

    // MARK: - Members around the record

    @Importable
    struct Vulnerability: Equatable {
        @Key(from: .enclosing("target")) var target: String
        @Key(from: .enclosing("meta.run")) var run: Int?
        @Key(from: .memberName) var name: String?
        var id: Int
    }

    @Test(arguments: [
        (
            #"{"meta":{"run":7},"results":[{"target":"a","vulns":[{"id":1},{"id":2}]},{"target":"b","vulns":[{"id":3}]}]}"#,
            "results[*].vulns", ["a 7 1", "a 7 2", "b 7 3"]
        ),
        // The innermost object counts, and a member belongs to the objects after it.
        (
            #"{"target":"x","results":[{"vulns":[{"id":1}]},{"target":"b","vulns":[{"id":2}]},{"vulns":[{"id":3}]}]}"#,
            "results[*].vulns", ["x nil 1", "b nil 2", "x nil 3"]
        ),
        (#"{"target":"a\u00e9\n","meta":{"run":"12"},"v":[{"id":1}]}"#, "v", ["aé\n 12 1"]),
        (#"{"target":5,"meta":{"run":null},"v":[{"id":1}]}"#, "v", ["5 nil 1"]),
        (#"{"target":"t","v":{"x":{"id":1},"y":{"id":2}}}"#, "v.*", ["t nil 1 x", "t nil 2 y"]),
    ])
    func recordHasMembersOfObjectsAroundIt(text: String, path: String, records: [String]) async throws {
        let outcome = try await importAllVariants(to: Vulnerability.self, from: text, at: JSONPath(path))
        #expect(
            outcome.records?.map {
                "\($0.target) \($0.run.map { "\($0)" } ?? "nil") \($0.id)" + ($0.name.map { " \($0)" } ?? "")
            } == records)
        #expect(outcome.message == nil)
    }

    @Test func linesHaveMembersOfTheirOwnEnvelopes() async throws {
        let lines = [#"{"target":"a","meta":{"run":1},"v":[{"id":1}]}"#, #"{"target":"b","v":[{"id":2}]}"#]
        let outcome = try await importAllVariants(
            to: Vulnerability.self, from: lines.joined(separator: "\n"), at: "v"
        ) { $0.format = .lines }
        let records = [Vulnerability(target: "a", run: 1, id: 1), Vulnerability(target: "b", id: 2)]
        #expect(outcome.records == records && outcome.message == nil)
    }

    @Test(arguments: [
        (
            #"{"v":[{"id":1}]}"#, "v",
            #"missingKeys at 1:7 (6), record 1, $.v[0]: missing required key "target" (around the record) of Vulnerability"#
        ),
        (
            #"[{"id":1,"target":"a"}]"#, "",
            #"missingKeys at 1:2 (1), record 1, $[0]: missing required key "target" (around the record) of Vulnerability"#
        ),
        (
            #"{"target":null,"v":[{"id":1}]}"#, "v",
            #"missingKeys at 1:21 (20), record 1, $.v[0]: missing required key "target" (around the record) (null) of Vulnerability"#
        ),
        (
            #"{"target":"a","meta":{"run":"x"},"v":[{"id":1}]}"#, "v",
            #"typeMismatch at 1:39 (38), record 1, $.v[0]: expected an integer, found "x""#
        ),
        (
            #"{"target":"a","meta":{"run":[1]},"v":[{"id":1}]}"#, "v",
            "typeMismatch at 1:39 (38), record 1, $.v[0]: expected a value for Int, found '['"
        ),
        (
            #"{"v":[],"target":"a"}"#, "v", nil
        ),
        (
            #"{"target":"a","v":[{"id":1}],"meta":{"run":1}}"#, "v",
            "pathNotFound at 1:44 (43), $.meta.run: expected $.meta.run before its records, found it after them"
        ),
    ])
    func memberAroundRecordIsChecked(text: String, path: String, message: String?) async throws {
        let outcome = try await importAllVariants(
            to: Vulnerability.self, from: text, at: path.isEmpty ? JSONPath() : JSONPath(path))
        #expect(outcome.message == message)
    }

    /// A type that is not a scalar, in objects at any depth of the record.
    @Importable
    struct Deep: Equatable {
        @Importable
        struct Part: Equatable {
            @Key(from: .enclosing("tags")) var tags: [String]
            @Key(from: .enclosing("size")) var size: JSONValue?
        }

        var parts: [Part] = []
    }

    @Test func valuesInRecordHaveMembersAroundRecord() async throws {
        let text = #"{"tags":["a","b"],"size":{"w":1,"h":[true,null]},"r":[{"parts":[{},{}]}]}"#
        let outcome = try await importAllVariants(to: Deep.self, from: text, at: "r")
        let size = JSONValue.object(["w": .number("1"), "h": .array([.bool(true), .null])])
        let part = Deep.Part(tags: ["a", "b"], size: size)
        #expect(outcome.records == [Deep(parts: [part, part])] && outcome.message == nil)
    }

    @Importable
    struct WithMeta: Equatable {
        @Key(from: .enclosing("meta")) var meta: JSONText
    }

    @Test func memberAroundRecordHasLimitsOfImport() async throws {
        let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        let text = #"{"meta":\#(deep),"rows":[{}]}"#
        let outcome = try await importAllVariants(to: WithMeta.self, from: text, at: "rows") {
            $0.maximumDepth = 2000
        }
        #expect(outcome.records?.map(\.meta.text) == [deep])
        #expect(outcome.message == nil)
        let message = try await importAllVariants(to: WithMeta.self, from: text, at: "rows").message
        #expect(message?.hasPrefix("tooDeep at 1:") == true)
        // The options of the call determine how the text is read, not those of a path.
        var (options, found) = (ImportOptions(), [String]())
        (options.maximumDepth, options.unpairedSurrogates) = (2000, .replace)
        try StreamImporter.read(#"{"meta":["\ud800",\#(deep)],"rows":[{}]}"#, options: options) {
            $0.each(WithMeta.self, at: "rows") { found.append($0.meta.text) }
        }
        #expect(found == ["[\"\u{FFFD}\",\(deep)]"])
    }

    @Test func threadsReadMembersAroundRecords() async throws {
        let records = (1...200).map { "{\"id\":\($0),\"x\":[\"a\"]}" }.joined(separator: ",\n")
        let text = "{\"target\":\"t\",\"meta\":{\"run\":3},\"v\":[\(records)],\"end\":1}"
        var options = ImportOptions()
        (options.parallelism, options.segmentBytes) = (.cores(3), 100)
        var found: [Vulnerability] = []
        let input = StreamImporter.objects(of: Vulnerability.self, from: text, at: "v", options: options)
        let summary = try input.forEach { found.append($0) }
        #expect(summary.workerCount > 1)
        #expect(found == (1...200).map { Vulnerability(target: "t", run: 3, id: $0) })
        let late = "{\"target\":\"t\",\"v\":[\(records)],\"meta\":{\"run\":3}}"
        expectError(.pathNotFound) {
            try StreamImporter.objects(of: Vulnerability.self, from: late, at: "v", options: options)
                .collect()
        }
    }

    @Test func selectionsOfEnvelopeHaveSources() throws {
        let text = #"{"target":"t","v":[{"id":1}],"users":{"ann":{}},"lead":{}}"#
        var found: [String] = []
        try StreamImporter.read(text) {
            $0.each(Vulnerability.self, at: "v") { found.append($0.target) }
            $0.each(MaybeNamed.self, at: "users.*") { found.append($0.name ?? "nil") }
            $0.value(MaybeNamed.self, at: "lead") { found.append($0.name ?? "nil") }
        }
        #expect(found == ["t", "ann", "lead"])
    }

    @Test func sourcesAreMissingWithoutEnvelope() throws {
        #expect(try MaybeNamed(json: "{}") == MaybeNamed() && MaybeNamed(dictionary: [:]) == MaybeNamed())
        expectError(.missingKeys) { try Vulnerability(dictionary: ["id": 1, "target": "a"]) }
        expectError(.missingKeys) { try Vulnerability(json: #"{"id":1,"target":"a"}"#) }
    }

    // MARK: - Other features

    @Importable(discriminator: "type")
    enum Event: Equatable {
        case push(Named<String>)
        case tag(MaybeNamed)
    }

    @Test func payloadHasNameOfItsObject() async throws {
        let text = """
            {"e":{"a":{"type":"push","age":1},"b":{"age":2,"type":"push"},"c":{"age":3,"x":[{}],"type":"tag","y":{}}}}
            """
        let outcome = try await importAllVariants(to: Event.self, from: text, at: "e.*")
        #expect(
            outcome.records == [
                .push(Named("a", age: 1)), .push(Named("b", age: 2)), .tag(MaybeNamed(name: "c", age: 3)),
            ])
        let mapped = try await importAllFrontEnds(
            to: [String: Event].self, from: "[\(text.dropFirst(5).dropLast(1))]")
        #expect(mapped.records?.first?["b"] == .push(Named("b", age: 2)) && mapped.message == nil)
    }

    @Importable(discriminator: .firstFit)
    enum Value: Equatable {
        case numbered(Named<Int>)
        case named(MaybeNamed)
    }

    @Test func nameThatDoesNotFitSelectsNextCase() async throws {
        let outcome = try await importAllFrontEnds(
            to: [String: Value].self, from: #"[{"12":{"age":1},"x":{"age":2}}]"#)
        let values = ["12": Value.numbered(Named(12, age: 1)), "x": .named(MaybeNamed(name: "x", age: 2))]
        #expect(outcome.records == [values] && outcome.message == nil)
    }

    @Importable(discriminator: "kind", subclasses: [Cat.self])
    class Pet: Equatable {
        @Key(from: .memberName) var name: String
        static func == (left: Pet, right: Pet) -> Bool { left.description == right.description }
        var description: String { "\(type(of: self)) \(name)" }
    }

    @Importable
    final class Cat: Pet {
        @Key(from: .enclosing("owner")) var owner: String?
        override var description: String { super.description + (owner.map { " of \($0)" } ?? "") }
    }

    @Test func subclassInheritsSource() async throws {
        let text = #"{"owner":"ann","pets":{"tom":{"kind":"cat"},"rex":{"age":[1],"kind":"pet"}}}"#
        let outcome = try await importAllVariants(to: Pet.self, from: text, at: "pets.*")
        #expect(
            outcome.records?.map(\.description) == ["Cat tom of ann", "Pet rex"] && outcome.message == nil)
    }

    @Importable
    final class Account: @unchecked Sendable {
        @Key(from: .memberName) let id: String
        var age = 0
        var friends: [String: Account] = [:]
    }

    @Test(arguments: [NestedObjectPolicy.replace, .merge])
    func nameIdentifiesInstance(nested: NestedObjectPolicy) throws {
        let accounts = IdentityMap(\Account.id)
        var options = ImportOptions()
        options.reuseInstances(in: accounts)
        options.nestedObjects = nested
        let text = #"{"a":{"age":1},"b":{"friends":{"a":{"age":2}}}}"#
        let found = try StreamImporter.objects(of: Account.self, from: text, at: "*", options: options)
            .collect()
        #expect(found.map(\.id) == ["a", "b"] && accounts.count == 2)
        #expect(found[1].friends["a"] === found[0] && found[0].age == 2)
    }

    @Test func updateKeepsValueWithoutSource() throws {
        let user = try #require([String: Account](json: #"{"a":{"age":1}}"#)["a"])
        try user.update(from: #"{"age":2}"#)
        #expect(user.id == "a" && user.age == 2)
    }

    @Test func memberWithNameOfPropertyIsUnknown() async throws {
        let outcome = try await importAllVariants(
            to: MaybeNamed.self, from: #"[{"name":"x","age":1}]"#
        ) { $0.unknownKeys = .report }
        #expect(outcome.records == [MaybeNamed(age: 1)] && outcome.unknownKeys == ["name"])
    }

    @Test func transformChangesValue() throws {
        var options = ImportOptions()
        options.transform(String.self) { ($0 as? String)?.uppercased() ?? "?" }
        let text = #"{"target":"t","v":{"x":{"id":1}}}"#
        let found = try StreamImporter.objects(
            of: Vulnerability.self, from: text, at: "v.*", options: options
        )
        .collect()
        #expect(found == [Vulnerability(target: "T", name: "X", id: 1)])
    }

    @Test func dictionaryExportsNameAsKeyOnly() throws {
        let users = ["ann": Named("ann", age: 1)]
        let text = try users.jsonString()
        #expect(text == #"{"ann":{"age":1}}"#)
        #expect(try [String: Named<String>](json: text) == users)
        #expect(
            try Vulnerability.exportedFields().map(\.name) == ["target", "run", "name", "id"])
    }

    // MARK: - Plans

    struct Invalid: Importable, Equatable {
        static let importPlan = ImportPlan(Invalid.self) { fields in
            _ = fields.optional("id", Int.self)
            fields.setSources(["id": .enclosing("a[*].b")])
            return { _ in Invalid() }
        }
    }

    struct Misnamed: Importable, Equatable {
        static let importPlan = ImportPlan(Misnamed.self) { fields in
            _ = fields.optional("id", Int.self)
            fields.setSources(["ID": .memberName])
            return { _ in Misnamed() }
        }
    }

    struct Renamed: Importable, Equatable {
        static let importPlan = ImportPlan(Renamed.self) { fields in
            _ = fields.optional("id", Int.self)
            fields.replaceNames(["ID": "key"])
            return { _ in Renamed() }
        }
    }

    @Test func invalidSourceThrowsInvalidPlan() async throws {
        #expect(
            try await importAllVariants(to: Invalid.self, from: "[]").message
                == #"invalidPlan at : expected the path of a member around the records of Invalid, found "a[*].b""#
        )
        #expect(
            try await importAllVariants(to: Misnamed.self, from: "[]").message
                == #"invalidPlan at : unknown property "ID" of Misnamed in setSources"#
        )
        #expect(
            try await importAllVariants(to: Renamed.self, from: "[]").message
                == #"invalidPlan at : unknown property "ID" of Renamed in CodingKeys or replaceNames"#
        )
    }
}
