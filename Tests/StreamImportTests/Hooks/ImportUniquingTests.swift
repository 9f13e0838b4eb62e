import StreamImport
import Testing

/// An object that identifies an existing instance updates that instance.
@Suite struct ImportUniquingTests {
    private func options(
        _ teams: IdentityMap<Team, Int>, _ nested: NestedObjectPolicy = .replace
    ) -> ImportOptions {
        var options = ImportOptions()
        options.reuseInstances(in: teams)
        options.nestedObjects = nested
        return options
    }

    @Test func existingInstanceIsUpdatedAndReturned() async throws {
        let text = #"[{"id":1,"name":"a"},{"id":2,"name":"b"},{"name":"c","id":1},{"id":2}]"#
        for chunkBytes in [1, 7, 1000] {
            let existing = Team(id: 2, name: "x")
            let teams = IdentityMap(\Team.id, [existing])
            var options = options(teams)
            options.chunkBytes = chunkBytes
            let records = try StreamImporter.objects(of: Team.self, from: text, options: options).collect()
            #expect(records.map(\.description) == ["1 c", "2 b", "1 c", "2 b"])
            #expect(records[0] === records[2] && records[1] === existing && records[3] === existing)
            #expect(teams.count == 2 && teams[1] === records[0] && teams[2] === existing)
        }
    }

    @Test(arguments: [1, 7, 1000])
    func structsAreReplacedInIdentityMap(chunkBytes: Int) throws {
        let text = #"[{"id":1,"name":"a"},{"id":1,"stars":9},{"id":1,"name":null}]"#
        let companies = IdentityMap(\Company.id)
        var options = ImportOptions()
        options.chunkBytes = chunkBytes
        options.reuseInstances(in: companies)
        let records = try StreamImporter.objects(of: Company.self, from: text, options: options).collect()
        let (first, last) = (Company(id: 1, name: "a"), Company(id: 1, stars: 9))
        #expect(records == [first, Company(id: 1, name: "a", stars: 9), last])
        #expect(companies.values == [last])
    }

    @Test func nestedInstancesAreReused() throws {
        let teams = IdentityMap(\Team.id)
        let text = #"[{"id":1,"name":"a","lead":{"id":2,"name":"b"}},{"id":2,"name":"c","parts":[{"id":1}]}]"#
        let records = try StreamImporter.objects(of: Team.self, from: text, options: options(teams)).collect()
        #expect(records[0].lead === records[1] && records[1].parts[0] === records[0])
        #expect(teams.count == 2)
        // Breaks the reference cycle of the two instances. Otherwise, they would never be freed.
        records[1].parts = []
    }

    @Test func newInstanceWithoutRequiredKeyReportsError() throws {
        let teams = IdentityMap(\Team.id)
        let error = #expect(throws: ImportError.self) {
            try StreamImporter.objects(of: Team.self, from: #"[{"id":1}]"#, options: options(teams)).collect()
        }
        #expect(error?.message == #"missing required key "name" of Team"#)
        #expect(teams.count == 0)
    }

    @Test(arguments: [NestedObjectPolicy.merge, .mergeElements])
    func mergePolicyUpdatesNestedInstanceInPlace(policy: NestedObjectPolicy) throws {
        let lead = Team(id: 9, name: "l")
        let team = Team(id: 1, name: "a", lead: lead)
        let text =
            #"[{"lead":{"name":"x"},"id":1},{"id":5,"name":"n","lead":{"id":6,"name":"m"}},{"id":6,"name":"k"}]"#
        for chunkBytes in [1, 7, 1000] {
            let teams = IdentityMap(\Team.id, [team])
            var options = options(teams, policy)
            options.chunkBytes = chunkBytes
            let records = try StreamImporter.objects(of: Team.self, from: text, options: options).collect()
            #expect(records[0] === team && team.lead === lead && lead.name == "x")
            #expect(records.map(\.description) == ["1 a <9 x>", "5 n <6 k>", "6 k"])
            lead.name = "l"
        }
    }

    @Test func invalidMemberOfNewInstanceReportsError() throws {
        let teams = IdentityMap(\Team.id)
        for (text, message) in [
            (#"[{"id":1,"lead":{"name":"x"},"name":"n"}]"#, #"missing required key "id" of Team"#),
            (#"[{"id":1,"name":[]}]"#, "expected a value for String, found '['"),
            (#"[{"id":1,"name":1,"lead":5}]"#, "expected an object, found 5"),
        ] {
            let error = #expect(throws: ImportError.self) {
                try StreamImporter.objects(of: Team.self, from: text, options: options(teams, .merge))
                    .collect()
            }
            #expect(error?.message == message)
        }
    }

    @Test(arguments: NestedObjectPolicy.allCases)
    func rejectedRecordLeavesInstancesUnchanged(policy: NestedObjectPolicy) throws {
        let lead = Team(id: 2, name: "b")
        let team = Team(id: 1, name: "a", lead: lead)
        let teams = IdentityMap(\Team.id, [team, lead])
        var options = options(teams, policy)
        options.errorPolicy = .skip(limit: 10)
        let text = #"""
            [{"lead":{"id":2,"name":"x"},"id":1,"name":{}},{"lead":{"id":3,"name":"y"},"id":4},{"id":2,"name":"z"}]
            """#
        let records = try StreamImporter.objects(of: Team.self, from: text, options: options).collect()
        #expect(records.map(\.description) == ["2 z"])
        #expect(team.description == "1 a <2 z>" && team.lead === lead && teams.count == 2)
    }

    @Test func errorKeepsUpdatesOfEarlierRecords() throws {
        let team = Team(id: 1, name: "a")
        let options = options(IdentityMap(\Team.id, [team]))
        let text = #"[{"id":1,"name":"b"},{"id":1,"name":"c"},{"id":1,"name":"d","lead":{}}]"#
        #expect(throws: ImportError.self) {
            try StreamImporter.objects(of: Team.self, from: text, options: options).forEach { _ in }
        }
        #expect(team.name == "c")
    }

    // MARK: - Types that find their instances

    final class Thing: ImportUniquing {
        let name: String
        private(set) var changes: [Int] = []

        init(name: String) { self.name = name }

        static let importPlan = ImportPlan(Thing.self) { fields in
            let name = fields.required("name", String.self)
            let change = fields.optional("change", Int.self, keys: ["with.change"])
            return ModelOperations(
                make: { draft in Thing(name: draft[name]) },
                update: { draft, thing in
                    if let value = draft[change] { thing.changes.append(value) }
                    return thing
                },
                decompose: { thing, values in
                    values.add(thing.name, name)
                    values.add(thing.changes.last, change)
                },
                properties: { [\.name: "name"] })
        }

        static func existing(_ values: borrowing LookupDraft) throws -> Thing? {
            guard let name = try values[\Thing.name] else { return nil }
            if name == "bad" { throw LookupError() }
            return Thing(name: name + "!")
        }
    }

    struct LookupError: Error {}

    @Test func existingHookSuppliesUpdateTargets() throws {
        let text = #"[{"name":"a","with":{"change":7}},{"name":"b"}]"#
        let things = try StreamImporter.objects(of: Thing.self, from: text).collect()
        #expect(things.map(\.name) == ["a!", "b!"] && things.map(\.changes) == [[7], []])
    }

    @Test func errorInExistingHookRejectsRecord() throws {
        let error = expectError(.rejectedByModel) {
            try StreamImporter.objects(of: Thing.self, from: #"[{"name":"bad"}]"#).collect()
        }
        #expect(error?.cause is LookupError)
    }

    @Test func reuseOptionOverridesExistingHook() throws {
        var options = ImportOptions()
        options.reuseInstances(of: Thing.self) { values in
            Thing(name: try values["name", as: String.self]! + "?")
        }
        let things = try StreamImporter.objects(of: Thing.self, from: #"[{"name":"a"}]"#, options: options)
            .collect()
        #expect(things.map(\.name) == ["a?"])
    }

    @Test func reuseWithMakeOnlyPlanReportsInvalidPlan() {
        var options = ImportOptions()
        options.reuseInstances(of: Point.self) { _ in nil }
        expectError(.invalidPlan) {
            try StreamImporter.objects(of: Point.self, from: "[]", options: options).collect()
        }
    }
}
