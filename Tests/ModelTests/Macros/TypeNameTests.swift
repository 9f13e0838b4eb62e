import StreamImport
import Testing

/// Models with the names of standard types that cannot be imported, such as `Character`.
@Suite struct TypeNameTests {
    @Importable
    struct Character: Equatable { var name: String }

    @Importable
    struct Substring: Equatable { var start: Int }

    @Importable
    struct Scene: Equatable {
        var speaker: Character
        var parts: [Substring]
    }

    @Test func modelNamedLikeStandardTypeIsImported() throws {
        let scene = try Scene(json: #"{"speaker":{"name":"Anna"},"parts":[{"start":3}]}"#)
        #expect(scene == Scene(speaker: Character(name: "Anna"), parts: [Substring(start: 3)]))
    }
}
