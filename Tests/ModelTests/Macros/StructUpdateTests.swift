import StreamImport
import Testing

/// Updates of structs with the code that the macro generates.
@Suite struct StructUpdateTests {
    typealias Repo = StructModelTests.Repo

    // MARK: - Copies

    @Test func copyMakesStructEqual() throws {
        try expectCopies(
            of: Repo.self,
            from: """
                [{"id":1,"name":"a"},
                {"id":2,"name":"b","stars":5,"license":"MIT","homepage":"https://swift.org","topics":["b"],
                "score":null,"isFork":true,"secret":7}]
                """)
        try expectCopies(
            of: StructModelTests.Person.self,
            from: """
                {"id":"6BA7B810-9DAD-11D1-80B4-00C04FD430C8","name":"a","level":null}
                {"id":"7BA7B810-9DAD-11D1-80B4-00C04FD430C8","name":"b","level":1,"tags":["b"]}
                """)
        try expectCopies(of: StructModelTests.Empty.self, from: "{}{}")
    }

    @Test func copyMakesTreeEqual() throws {
        try expectCopies(
            of: StructModelTests.Leaf.self, from: #"{"id":1,"leaves":[{"id":2,"leaves":[{"id":3}]}]}{"id":4}"#
        )
        try expectCopies(
            of: StructModelTests.Branch.self,
            from:
                #"{"kinds":["leaf"],"grown":1,"children":[{"kinds":["fruit"],"grown":2}]}{"kinds":[],"grown":0}"#
        )
    }

    @Test func copyMakesGenericStructEqual() throws {
        try expectCopies(
            of: StructModelTests.Page<Int>.self, from: #"{"items":[1,2],"next":"a"}{"items":[]}"#)
        try expectCopies(of: StructModelTests.Page<String>.Mark.self, from: #"{"item":"a"}{"item":"b"}"#)
    }

    @Test func propertiesOfEveryKindAreCopied() throws {
        try expectCopies(
            of: PropertyModelTests.Defaults.self,
            from: """
                [{},{"integer":7,"double":2,"bool":false,"text":"","list":[1],"table":{"a":[0.5]},"set":["b"],
                "numbers":[],"byName":{"c":3},"small":255,"date":60,"level":"high","nothing":4,"unwrapped":5},
                {"nothing":null,"unwrapped":null}]
                """)
        try expectCopies(
            of: PropertyModelTests.Names.self,
            from: """
                {"fields":1,"draft":2,"value":3,"default":4,"init":5,"self":6,"größe":7,"two words":8}
                {"fields":2,"default":3}
                """)
        try expectCopies(of: PropertyModelTests.Volume.self, from: #"{"left":3}{"left":101,"right":-4}"#)
        try expectCopies(of: PropertyModelTests.Gauge.self, from: #"{"value":4,"label":"a"}{"value":5}"#)
    }

    // MARK: - Single fields

    @Test(arguments: [
        ("name", Repo(id: 1, name: "b", stars: 1, license: "a")),
        ("stars", Repo(id: 1, name: "a", stars: 2, license: "a")),
        ("license", Repo(id: 1, name: "a", stars: 1)),
        ("id", Repo(id: 2, name: "a", stars: 1, license: "a")),
    ])
    func updateChangesOnlyReadField(field: String, expected: Repo) throws {
        var repo = Repo(id: 1, name: "a", stars: 1, license: "a")
        let draft = try TestDraft(of: Repo.self)
        try draft.copy(Repo(id: 2, name: "b", stars: 2), only: field)
        try draft.update(&repo)
        #expect(repo == expected)
    }

    @Test func nullResetsOptionalToNilAndFieldToDefault() throws {
        var repo = Repo(id: 1, name: "a", stars: 1, license: "b", topics: ["c"], isFork: true, secret: 2)
        let draft = try TestDraft(of: Repo.self)
        for name in ["stars", "license", "topics", "isFork", "secret"] { try draft.putNull(name) }
        try draft.update(&repo)
        #expect(repo == Repo(id: 1, name: "a"))
    }

    @Test func nullResetsWrappedPropertyToDefault() throws {
        var volume = PropertyModelTests.Volume(left: 1, right: 2)
        let draft = try TestDraft(of: PropertyModelTests.Volume.self)
        try draft.putNull("right")
        try draft.update(&volume)
        #expect(volume == PropertyModelTests.Volume(left: 1))
    }

    // MARK: - Properties that are not imported

    struct Counter: Equatable { var count = 0 }

    @Importable
    struct Note: Equatable {
        var text: String
        @Ignored var isSelected = false
        @Ignored var (row, column) = (0, 0)
        @Ignored var counter = Counter()
        let version = 2
        #if !NEVER
            @Ignored var place = "none"
        #else
            @Ignored var nowhere = 0
        #endif
    }

    @Test func updateKeepsIgnoredProperties() throws {
        var note = Note(
            text: "a", isSelected: true, row: 1, column: 2, counter: Counter(count: 3), place: "here")
        var expected = note
        expected.text = "b"
        let draft = try TestDraft(of: Note.self)
        try draft.copy(Note(text: "b", row: 0, column: 0))
        #expect(draft.contents == ["text"])
        try draft.update(&note)
        #expect(note == expected)
    }

    @Test func updateResetsLazyProperty() throws {
        var lazy = PropertyModelTests.Lazy(number: 1)
        #expect(lazy.text == "number 1")
        let draft = try TestDraft(of: PropertyModelTests.Lazy.self)
        try draft.copy(PropertyModelTests.Lazy(number: 2))
        try draft.update(&lazy)
        #expect(lazy.text == "number 2")
    }

    // MARK: - Extras

    typealias Event = MacroKeyTests.Event

    @Test func extrasAreAddedOrReplaced() throws {
        var event = Event(id: 1, extras: ["a": .null, "b": .bool(true)])
        let draft = try TestDraft(of: Event.self)
        try draft.copy(Event(id: 2, extras: ["b": .bool(false), "c": .number("1")]))
        #expect(draft.contents == ["id", "extras"])
        try draft.update(&event)
        #expect(event == Event(id: 2, extras: ["a": .null, "b": .bool(false), "c": .number("1")]))
    }

    @Test func updateWithoutExtrasKeepsExtras() throws {
        var event = Event(id: 1, extras: ["a": .null])
        let draft = try TestDraft(of: Event.self)
        try draft.copy(Event(id: 2, extras: [:]), only: "id")
        try draft.update(&event)
        #expect(event == Event(id: 2, extras: ["a": .null]))
    }

    // MARK: - Isolation

    @MainActor @Importable
    struct Window {
        var title: String
        var size = 1
        @Ignored var onChange: (@MainActor () -> Void)?
    }

    @MainActor @Test func mainActorStructIsUpdated() throws {
        var calls = 0
        var window = Window(title: "a", size: 2, onChange: { calls += 1 })
        let draft = try TestDraft(of: Window.self)
        try draft.copy(Window(title: "b"))
        try draft.update(&window)
        window.onChange?()
        #expect((window.title, window.size, calls) == ("b", 1, 1))
    }

    @MainActor @Test func mainActorStructHasPropertyNames() throws {
        #expect(try propertyNames(of: Window.self) == [\Window.title: "title", \Window.size: "size"])
    }
}
