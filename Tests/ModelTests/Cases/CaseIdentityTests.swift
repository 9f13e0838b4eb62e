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
    func payloadOfNestedObjectIsRead(_ policy: NestedObjectPolicy, _ text: String) throws {
        let boxes = IdentityMap(\Box.id)
        var options = ImportOptions()
        options.nestedObjects = policy
        let found = try options.reusingInstances(in: boxes) { options in
            try [Box](json: #"[{"id": 1, "note": "a"}, \#(text), \#(text)]"#, options: options)
        }
        #expect(found[0] === found[1] && found[1] === found[2])
        #expect(found[0].event == .opened(.init(number: 7, actor: .init(login: "octo"))))
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
}
