import StreamImport
import Testing

/// Enums in objects that are read twice: first to find the existing instance, then to update it.
struct CaseIdentityTests {
    @Importable
    final class Box {
        let id: Int
        var event: Event?
        var identifier: Identifier?
        var note = ""
    }

    @Test(
        arguments: [NestedObjectPolicy.replace, .merge],
        [
            #"{"event": {"type": "pr", "number": 7, "actor": {"login": "octo"}}, "id": 1}"#,
            #"{"event": {"number": 7, "actor": {"login": "octo"}, "type": "pr"}, "id": 1}"#,
            #"{"id": 1, "event": {"actor": {"login": "octo"}, "number": 7, "type": "pr"}}"#,
        ])
    func payloadFromWholeObjectIsRead(_ policy: NestedObjectPolicy, _ text: String) throws {
        let boxes = IdentityMap(\Box.id)
        var options = ImportOptions()
        options.nestedObjects = policy
        let found = try options.reusingInstances(in: boxes) { options in
            try [Box](json: #"[{"id": 1, "note": "a"}, \#(text), \#(text)]"#, options: options)
        }
        #expect(found[0] === found[1] && found[1] === found[2])
        #expect(found[0].event == .opened(.init(number: 7), actor: .init(login: "octo")))
        #expect(found[0].note == "a")
    }

    @Test func valueWithoutFittingCaseIsMismatch() throws {
        let boxes = IdentityMap(\Box.id)
        var options = ImportOptions()
        options.mismatches = .skipValue
        let text = #"""
            [{"id": 1, "identifier": 3}, {"identifier": {"z": [{"y": 1}]}, "id": 1, "note": "a"},
             {"event": {"type": "push"}, "id": 1, "note": "b"}]
            """#
        let found = try options.reusingInstances(in: boxes) { options in
            try [Box](json: text, options: options)
        }
        #expect(found.count == 3 && found[0] === found[2])
        #expect(found[0].identifier == .number(3) && found[0].note == "b")
    }

    /// A class with a value that is made from the whole object.
    final class Tagged: Importable {
        let id: Int
        var circle: CaseErrorTests.Circle

        init(id: Int, circle: CaseErrorTests.Circle) {
            self.id = id
            self.circle = circle
        }

        static let importPlan = ImportPlan(Tagged.self) { fields in
            let id = fields.required("id", Int.self)
            let circle = fields.wholeObject("circle", CaseErrorTests.Circle.self)
            return ModelOperations(
                make: { draft in Tagged(id: draft[id], circle: draft[circle]) },
                update: { draft, old in
                    old.circle = draft.updated(old.circle, circle)
                    return old
                },
                decompose: { tagged, values in
                    values.add(tagged.id, id)
                    values.add(tagged.circle, circle)
                },
                properties: { [\.id: "id", \.circle: "circle"] })
        }
    }

    @Importable
    final class Group {
        let name: String
        var first: Tagged
    }

    @Test(arguments: [NestedObjectPolicy.replace, .merge])
    func valueFromWholeObjectIsUpdated(_ policy: NestedObjectPolicy) throws {
        var options = ImportOptions()
        options.nestedObjects = policy
        let text = #"""
            [{"first": {"radius": 1, "id": 1}, "name": "a"}, {"name": "a", "first": {"id": 1, "radius": 2}},
             {"first": {"name": "b", "radius": 3, "id": 1}, "name": "a"}]
            """#
        let found = try options.reusingInstances(in: IdentityMap(\Tagged.id)) { options in
            try options.reusingInstances(in: IdentityMap(\Group.name)) { options in
                try [Group](json: text, options: options)
            }
        }
        #expect(found[0] === found[1] && found[1] === found[2])
        #expect(found[0].first.circle == .init(radius: 3, name: "b"))
    }
}
