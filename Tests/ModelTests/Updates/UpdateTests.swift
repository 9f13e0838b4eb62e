import StreamImport
import Testing

/// An update sets the properties whose keys are present, and keeps the values of the other properties.
@Suite struct UpdateTests {
    private let company = Company(
        id: 1, name: "a", stars: 5, boss: .init(login: "b", age: 50), members: [.init(login: "m", age: 20)])

    private func updated(
        by json: String, _ configure: (inout ImportOptions) -> Void = { _ in }
    ) throws -> Company {
        var (options, copy) = (ImportOptions(), company)
        configure(&options)
        try copy.update(from: json, options: options)
        return copy
    }

    @Test func missingKeysKeepValues() throws {
        #expect(try updated(by: "{}") == company)
        #expect(try updated(by: #"{"other":1}"#) == company)
    }

    @Test func presentKeysChangeProperties() throws {
        var changed = company
        changed.id = 2
        #expect(try updated(by: #"{"id":2}"#) == changed)
        changed.name = "c"
        changed.members = []
        #expect(try updated(by: #"{"id":2,"NAME":"c","members":[]}"#) == changed)
    }

    @Test func nullResetsOptionalAndDefaultedProperties() throws {
        var changed = company
        changed.name = nil
        changed.stars = 1
        changed.boss = nil
        #expect(try updated(by: #"{"name":null,"stars":null,"boss":null}"#) == changed)
    }

    @Test func ignoredNullKeepsValue() throws {
        let json = #"{"id":null,"name":null,"stars":null,"boss":null}"#
        #expect(try updated(by: json) { $0.nulls = .ignore } == company)
    }

    @Test func nullThrowsWithMismatchPolicy() throws {
        let error = #expect(throws: ImportError.self) {
            try updated(by: #"{"stars":null}"#) { $0.nulls = .mismatch }
        }
        #expect(
            error?.description
                == "line 1, column 10 (byte 9), record 1, $.stars: expected a value for Int, found null")
    }

    @Test func nullForRequiredPropertyThrows() throws {
        let error = #expect(throws: ImportError.self) { try updated(by: #"{"id":null}"#) }
        #expect(error?.message == #"missing required key "id" (null) of Company"#)
    }

    @Test func nestedObjectIsReplacedByDefault() throws {
        var changed = company
        changed.boss = .init(login: "x")
        #expect(try updated(by: #"{"boss":{"login":"x"}}"#) == changed)
        expectError(.missingKeys) { try updated(by: #"{"boss":{"age":1}}"#) }
    }

    @Test(arguments: [.merge, .mergeElements] as [NestedObjectPolicy])
    func nestedObjectIsMergedOnRequest(policy: NestedObjectPolicy) throws {
        var changed = company
        changed.boss?.age = 51
        #expect(try updated(by: #"{"boss":{"age":51}}"#) { $0.nestedObjects = policy } == changed)
        var created = Company(id: 1)
        var options = ImportOptions()
        options.nestedObjects = policy
        expectError(.missingKeys) {
            try created.update(from: #"{"boss":{"age":1}}"#, options: options)
        }
        try created.update(from: #"{"boss":{"login":"z"}}"#, options: options)
        #expect(created.boss == .init(login: "z"))
    }

    @Test func elementsAreMergedOnlyWithMergeElements() throws {
        let json = #"{"members":[{"age":21},{"login":"n"}]}"#
        for policy in [NestedObjectPolicy.replace, .merge] {
            #expect(throws: ImportError.self) { try updated(by: json) { $0.nestedObjects = policy } }
        }
        var changed = company
        changed.members = [.init(login: "m", age: 21), .init(login: "n")]
        #expect(try updated(by: json) { $0.nestedObjects = .mergeElements } == changed)
        changed.members = []
        #expect(try updated(by: #"{"members":[]}"#) { $0.nestedObjects = .mergeElements } == changed)
    }

    @Test(arguments: [
        #"{"name":"x","stars":"no"}"#, #"{"name":"x"} {"name":"y"}"#, #"{"name":"x""#, #"[{"name":"x"}]"#, "",
    ])
    func errorLeavesModelUnchanged(json: String) {
        var copy = company
        #expect(throws: ImportError.self) { try copy.update(from: json) }
        #expect(copy == company)
    }

    @Test func mismatchIsReportedAndKeepsValue() throws {
        var options = ImportOptions()
        options.mismatches = .skipValue
        var changed = company
        let summary = try changed.update(
            from: #"{"name":[],"stars":"x","boss":{"age":1},"id":3}"#, options: options)
        #expect(summary.mismatches.compactMap(\.error.path?.description) == ["$.name", "$.stars", "$.boss"])
        #expect(changed.id == 3 && changed.name == "a" && changed.stars == 5 && changed.boss == company.boss)
        #expect(throws: ImportError.self) { try changed.update(from: ["id": "x"], options: options) }
        #expect(try changed.update(from: ["stars": "x"], options: options).mismatchCount == 1)
    }

    // MARK: - Shared objects

    private func team() -> Team {
        Team(id: 1, name: "a", lead: Team(id: 2, name: "b"), parts: [Team(id: 3, name: "c")])
    }

    @Test func sharedObjectIsUpdatedInPlace() throws {
        let team = team()
        let lead = team.lead
        try team.update(from: #"{"name":"x","id":1}"#)
        #expect(team.name == "x" && team.lead === lead)
    }

    @Test func nestedSharedObjectIsReplacedByDefault() throws {
        let team = team()
        let lead = team.lead
        try team.update(from: #"{"lead":{"id":2,"name":"y"}}"#)
        #expect(team.lead !== lead && team.lead?.name == "y" && lead?.name == "b")
    }

    @Test func nestedSharedObjectsAreMergedInPlace() throws {
        let team = team()
        let (lead, part) = (team.lead, team.parts[0])
        var options = ImportOptions()
        options.nestedObjects = .merge
        try team.update(from: #"{"lead":{"name":"y","lead":{"id":9,"name":"z"}}}"#, options: options)
        #expect(team.lead === lead && lead?.description == "2 y <9 z>")
        options.nestedObjects = .mergeElements
        try team.update(from: #"{"parts":[{"name":"p"},{"id":4,"name":"q"}]}"#, options: options)
        #expect(team.parts[0] === part && team.parts.description == "[3 p, 4 q]")
    }

    @Test func changedConstantThrowsConstantProperty() throws {
        let team = team()
        let error = expectError(.constantProperty) { try team.update(from: #"{"name":"x","id":7}"#) }
        #expect(
            error?.description == """
                line 1, column 1 (byte 0), record 1, $: expected the current value of the constant property "id", \
                found another one; declare the property with var if updates may change it
                """)
        #expect(team == self.team())
    }

    @Test(arguments: [
        #"{"lead":{"name":"x","lead":{"id":1,"name":"n"}},"name":1.5e}"#,
        #"{"lead":{"name":"x"},"name":[]}"#, #"{"lead":{"name":"x"},"id":2}"#,
        #"{"lead":{"name":"x"}}{"#, #"{"lead":{"name":"x"}} {"name":"y"}"#,
        #"{"parts":[{"name":"x"},{}]}"#, #"{"lead":{"name":"x"},"parts":[{"name":"y"},{"name":"z"}]}"#,
    ])
    func errorLeavesNestedObjectsUnchanged(json: String) {
        let team = team()
        let nestedObjects = (team.lead, team.parts[0])
        var options = ImportOptions()
        options.nestedObjects = .mergeElements
        #expect(throws: ImportError.self) { try team.update(from: json, options: options) }
        #expect(team == self.team() && team.lead === nestedObjects.0 && team.parts[0] === nestedObjects.1)
    }
}
