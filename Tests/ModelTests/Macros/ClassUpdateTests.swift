import StreamImport
import Testing

/// Updates of objects with the code that the macro generates.
@Suite struct ClassUpdateTests {
    // MARK: - Copies

    @Test func copyMakesInstanceEqual() throws {
        try expectCopies(of: ClassModelTests.Settings.self, from: #"{"volume":6,"name":"a"}{}"#)
        try expectCopies(of: ClassModelTests.Box<[Int]>.self, from: #"{"content":[1]}{"content":[]}"#)
        try expectCopies(
            of: ClassModelTests.Crate<Int>.self, from: #"{"content":[1],"weight":2}{"content":[]}"#)
        try expectCopies(of: ClassModelTests.Letter.self, from: #"{"content":"a","stamps":2}{"content":"b"}"#)
    }

    @Test func copyMakesSubclassInstanceEqual() throws {
        try expectCopies(of: Animal.self, from: #"{"name":"a","legs":2}{"name":"a"}"#)
        try expectCopies(of: Dog.self, from: #"{"name":"a","legs":2,"breed":"b"}{"name":"a","breed":"c"}"#)
        try expectCopies(
            of: Shepherd.self,
            from: """
                {"name":"a","legs":2,"breed":"b","sheep":1,"pups":[{"name":"a","breed":"c"}]}
                {"name":"a","breed":"c","sheep":1}
                """)
    }

    @Test func updateKeepsInstanceIdentity() throws {
        var settings = ClassModelTests.Settings()
        let original = settings
        let draft = try TestDraft(of: ClassModelTests.Settings.self)
        let source = ClassModelTests.Settings()
        source.volume = 9
        try draft.copy(source)
        try draft.update(&settings)
        #expect(settings === original)
        #expect(original.volume == 9)
    }

    @Test func nullResetsOptionalToNilAndFieldToDefault() throws {
        var settings = ClassModelTests.Settings()
        (settings.volume, settings.name) = (9, "a")
        let draft = try TestDraft(of: ClassModelTests.Settings.self)
        try draft.putNull("volume")
        try draft.putNull("name")
        try draft.update(&settings)
        #expect((settings.volume, settings.name) == (5, nil))
    }

    // MARK: - Observers

    @Importable
    final class Observed {
        var a: Int { didSet { changes.append("a") } }
        var b = 1 { didSet { changes.append("b") } }
        var c: Int? { didSet { changes.append("c") } }
        @Ignored var changes: [String] = []

        init(a: Int) { self.a = a }
    }

    @Test(arguments: ["a", "b", "c"])
    func updateCallsObserversOfReadFieldOnly(field: String) throws {
        var observed = Observed(a: 1)
        try TestDraft(of: Observed.self).update(&observed)
        #expect(observed.changes == [])
        let draft = try TestDraft(of: Observed.self)
        try draft.copy(Observed(a: 2), only: field)
        try draft.update(&observed)
        #expect(observed.changes == [field])
    }

    // MARK: - Constants

    @Importable
    class Base {
        let id: Int
        let code: String?
        var title = ""

        init(id: Int, code: String? = nil, title: String = "") {
            (self.id, self.code, self.title) = (id, code, title)
        }
    }

    @Importable
    final class Derived: Base {
        let size: Double
        var note: String?
        @Extras let extras: [String: JSONValue]

        init(
            id: Int = 1, code: String? = nil, title: String = "", size: Double = 1, note: String? = nil,
            extras: [String: JSONValue] = [:]
        ) {
            (self.size, self.note, self.extras) = (size, note, extras)
            super.init(id: id, code: code, title: title)
        }
    }

    @Test(arguments: [
        (#"{"id":2,"size":1,"title":"b","note":"c"}"#, "id"),
        (#"{"id":1,"size":1,"title":"b","note":"c","code":"b"}"#, "code"),
        (#"{"id":1,"size":2,"title":"b","note":"c"}"#, "size"),
        (#"{"id":1,"size":1,"title":"b","note":"c","x":null}"#, "extras"),
        (#"{"id":1,"size":1,"title":"b","note":"c","a":true}"#, "extras"),
    ])
    func changedConstantReportsErrorAndLeavesInstanceUnchanged(text: String, constant: String) throws {
        var object = Derived(title: "a", note: "a", extras: ["a": .null])
        let draft = try TestDraft(of: Derived.self)
        let source = try #require(try StreamImporter.objects(of: Derived.self, from: text).collect().first)
        try draft.copy(source)
        let error = expectError(.constantProperty) { try draft.update(&object) }
        #expect(
            error?.message
                == #"expected the current value of the constant property "\#(constant)", found another one"#)
        #expect((object.title, object.note) == ("a", "a"))
    }

    @Test func equalConstantIsAccepted() throws {
        var object = Derived(code: "a", title: "a", extras: ["a": .null, "b": .bool(true)])
        let draft = try TestDraft(of: Derived.self)
        try draft.copy(Derived(code: "a", title: "b", note: "c", extras: ["b": .bool(true)]))
        #expect(draft.contents == ["id", "code", "title", "size", "note", "extras"])
        try draft.update(&object)
        #expect((object.title, object.note) == ("b", "c"))
        #expect(object.extras == ["a": .null, "b": .bool(true)])
    }
}
