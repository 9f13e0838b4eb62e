import StreamImport
import Testing

/// The names of properties by their key paths, in the code that the macro generates.
@Suite struct PropertyNameTests {
    @Importable
    struct Repo {
        let id: Int
        @Key("stargazers_count") var stars = 0
        var license: String?
        var `default`: Any
        var `self`: Int
        let `two words`: [Int]
        @Ignored var note = ""
        let version = 2
        lazy var text = ""
        @Extras var extras: [String: JSONValue]
    }

    @Test func keyPathsMapToPropertyNames() throws {
        #expect(
            try propertyNames(of: Repo.self) == [
                \Repo.id: "id", \Repo.stars: "stars", \Repo.license: "license", \Repo.`default`: "default",
                \Repo.`self`: "self", \Repo.`two words`: "two words",
            ])
        #expect(try propertyNames(of: StructModelTests.Empty.self).isEmpty)
    }

    @Test func genericSpecializationsHaveTheirOwnKeyPaths() throws {
        typealias Page = StructModelTests.Page<Int>
        #expect(try propertyNames(of: Page.self) == [\Page.items: "items", \Page.next: "next"])
        #expect(try propertyNames(of: Page.self)[\StructModelTests.Page<Bool>.items] == nil)
    }

    @Importable
    class Base {
        let id: Int
        var title = "" { didSet {} }
        private var secret = 1
        static let hidden: PartialKeyPath<Derived> & Sendable = \Derived.secret
    }

    @Importable
    class Middle: Base {
        override var title: String { didSet {} }
    }

    @Importable
    final class Derived: Middle {
        var size = 1.5
        @Extras var extras: [String: JSONValue]
    }

    @Test func subclassKeyPathsIncludeInheritedProperties() throws {
        let names = try propertyNames(of: Derived.self)
        #expect(
            names == [
                \Derived.id: "id", \Derived.title: "title", \Derived.size: "size", Base.hidden: "secret",
            ])
        #expect(try propertyNames(of: Middle.self)[\Middle.title] == "title")
        #expect(try propertyNames(of: Base.self)[\Base.id] == "id")
        #expect(try propertyNames(of: Base.self).count == 3)
    }

    @Test func genericSubclassKeyPathsIncludeInheritedProperties() throws {
        typealias Crate = ClassModelTests.Crate<Int>
        typealias Letter = ClassModelTests.Letter
        #expect(try propertyNames(of: Crate.self) == [\Crate.content: "content", \Crate.weight: "weight"])
        #expect(try propertyNames(of: Letter.self) == [\Letter.content: "content", \Letter.stamps: "stamps"])
    }
}
