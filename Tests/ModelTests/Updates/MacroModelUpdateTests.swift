import Foundation
import StreamImport
import Testing

/// Updates of models with the code that the macro generates.
@Suite struct MacroModelUpdateTests {
    @Importable
    struct Repo: Equatable {
        let id: Int
        var fullName: String
        @Key("stargazers_count") var stars = 7
        @Key("license.spdx_id") var license: String?
        @DateFormat(.unixSeconds) var pushedAt: Date?
        var owner: Owner?
        @Ignored var note = "-"
        @Extras var extras: [String: JSONValue]

        @Importable
        final class Owner: Equatable {
            let login: String
            var age: Int?

            static func == (left: Owner, right: Owner) -> Bool {
                left.login == right.login && left.age == right.age
            }
        }
    }

    private func repo() throws -> Repo {
        var repo = try StreamImporter.objects(
            of: Repo.self,
            from: #"""
                {"id":1,"full_name":"a","stargazers_count":3,"license":{"spdx_id":"MIT"},"x":1,
                "owner":{"login":"l","age":5}}
                """#
        ).collect()[0]
        repo.note = "mine"
        return repo
    }

    @Test func updateChangesOnlyPresentKeys() throws {
        var repo = try repo()
        try repo.update(from: "{}")
        #expect(try repo == self.repo())
        try repo.update(
            from: #"{"id":2,"FULL-NAME":"b","stars":null,"license":{"spdx_id":null},"y":[2],"pushedAt":9}"#)
        #expect(repo.id == 2 && repo.fullName == "b" && repo.stars == 7 && repo.license == nil)
        #expect(repo.extras == ["x": .number("1"), "y": .array([.number("2")])])
        #expect(repo.note == "mine" && repo.pushedAt == Date(timeIntervalSince1970: 9))
    }

    @Test func errorLeavesMergedInstanceUnchanged() throws {
        var repo = try repo()
        let owner = repo.owner
        var options = ImportOptions()
        options.nestedObjects = .merge
        try repo.update(from: #"{"owner":{"age":6,"login":"l"}}"#, options: options)
        #expect(repo.owner === owner && owner?.age == 6)
        #expect(throws: ImportError.self) {
            try repo.update(from: #"{"owner":{"age":7},"id":"x"}"#, options: options)
        }
        #expect(owner?.age == 6)
        let error = expectError(.constantProperty) {
            try repo.update(from: #"{"owner":{"age":7,"login":"m"}}"#, options: options)
        }
        #expect(error?.path?.description == "$.owner")
    }

    @Importable
    class Animal: ImportUniquing {
        var name: String
        var changes = 0 { didSet { observed += 1 } }
        @Ignored var observed = 0

        class func existing(_ values: borrowing LookupDraft) throws -> Self? {
            try values[\Animal.name].flatMap { name in animalsByName.withLock { $0[name] as? Self } }
        }
    }

    @Importable
    final class Dog: Animal {
        var legs = 4
    }

    @Test func subclassInstanceIsUpdatedThroughSuperclass() throws {
        let dog = try StreamImporter.objects(of: Dog.self, from: #"{"name":"a","legs":3}"#).collect()[0]
        let animal: Animal = dog
        try animal.update(from: #"{"legs":2,"changes":1}"#)
        #expect(dog.legs == 2 && dog.changes == 1 && dog.observed == 1)
        try animal.update(from: #"{"legs":1}"#)
        #expect(dog.legs == 1 && dog.observed == 1)
        #expect(throws: ImportError.self) { try animal.update(from: #"{"name":"z","legs":[]}"#) }
        #expect(dog.name == "a")
    }

    @Test func superclassHookFindsSubclassInstance() throws {
        let text = #"[{"name":"rex","legs":3},{"name":"other"}]"#
        let rex = try StreamImporter.objects(of: Dog.self, from: #"{"name":"rex"}"#).collect()[0]
        animalsByName.withLock { $0["rex"] = rex }
        let dogs = try StreamImporter.objects(of: Dog.self, from: text).collect()
        #expect(dogs[0] === rex && rex.legs == 3 && dogs[1].name == "other")
    }
}

private let animalsByName = AnimalsByName()

// SAFETY: `lock` protects `animals`.
private final class AnimalsByName: @unchecked Sendable {
    private let lock = NSLock()
    private var animals: [String: MacroModelUpdateTests.Animal] = [:]

    func withLock<Result>(_ body: (inout [String: MacroModelUpdateTests.Animal]) -> Result) -> Result {
        lock.withLock { body(&animals) }
    }
}
