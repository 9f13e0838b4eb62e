import Foundation
import StreamImport
import Testing

/// Classes that are importable and `Codable`.
@Suite struct CodableModelTests {
    @Importable
    class Animal: Codable {
        let name: String
        var legs = 4

        init(name: String) { self.name = name }
    }

    @Importable
    class Dog: Animal {
        let breed: String
        var chip: Int?
        var born: Date = Date(timeIntervalSince1970: 0)
        let kind = "dog"
        @Extras var extras: [String: JSONValue]
        @Ignored var onBark: (() -> Void)?
    }

    @Importable
    final class Puppy: Dog {}

    /// A class with handwritten coding keys and a handwritten `init(from:)`, which the macro does not replace.
    @Importable
    final class Cat: Animal {
        var lives = 9
        @Ignored var isAsleep = false

        private enum CodingKeys: String, CodingKey { case lives = "n" }

        required init(from decoder: any Decoder) throws {
            lives = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .lives) + 1
            try super.init(from: decoder)
        }
    }

    /// A class that declares its conformance to `Codable` through a protocol, so that the compiler generates the code.
    @Importable
    final class Ant: Insect, Archivable {
        var queen = "a"
    }

    @Importable
    class Insect {
        var legs = 6
    }

    private let text = #"{"name":"Rex","breed":"Collie","chip":7,"legs":3,"born":1,"a":[1.5,null]}"#

    @Test func subclassRoundTripsAllImportedPropertiesThroughCodable() throws {
        for type in [Dog.self, Puppy.self] {
            let dog = try type.init(json: text)
            let decodedDogs = [
                try JSONDecoder().decode(type, from: try JSONEncoder().encode(dog)),
                try PropertyListDecoder().decode(type, from: try PropertyListEncoder().encode(dog)),
            ]
            for decodedDog in decodedDogs {
                #expect(Swift.type(of: decodedDog) == type)
                #expect(
                    (decodedDog.name, decodedDog.legs, decodedDog.breed, decodedDog.chip) == (
                        "Rex", 3, "Collie", 7
                    ))
                #expect(decodedDog.born == Date(timeIntervalSince1970: 1))
                #expect(decodedDog.extras == ["a": .array([.number("1.5"), .null])])
            }
        }
    }

    @Test func subclassWithOwnCodableProtocolUsesSynthesizedCoding() throws {
        let ant = try Ant(json: #"{"queen":"b","legs":5}"#)
        let archive = try JSONEncoder().encode(ant)
        #expect(String(decoding: archive, as: UTF8.self) == #"{"queen":"b"}"#)
    }

    @Test func handwrittenCodableIsKept() throws {
        let cat = try Cat(json: #"{"name":"Tom","n":3}"#)
        let data = try JSONEncoder().encode(cat)
        #expect(try JSONDecoder().decode([String: JSONValue].self, from: data)["n"] == .number("3"))
        #expect(try JSONDecoder().decode(Cat.self, from: data).lives == 4)
    }

    // MARK: - Initializers

    @Importable
    final class Checked: ImportValidating, StreamImport.ImportIntercepting, ImportOrdering {
        var count = 1
        func validate() throws { count *= 2 }
        static func intercept(_ member: ImportedMember) throws -> MemberDecision { .keep }
    }

    @Test func classWithHooksKeepsImplicitInitializer() throws {
        #expect(Checked().count == 1)
        #expect(try Checked(json: #"{"count":2}"#).count == 4)
    }

    // MARK: - Metatypes

    @Importable
    class Shape {
        var name: String?

        static func make(_ dictionary: [String: Any]) throws -> Self { try Self(dictionary: dictionary) }
        static func make(_ json: String) throws -> Self { try Self(json: json) }
    }

    @Importable
    class Circle: Shape {
        var radius: Double
    }

    @Importable
    final class Dot: Circle {}

    @Test func metatypeDeterminesInstantiatedClass() throws {
        let dictionary: [String: Any] = ["name": "a", "radius": 1.5]
        let json = #"{"name":"a","radius":1.5}"#
        for type in [Shape.self, Circle.self, Dot.self] {
            let shapes: [Shape] = [
                try type.init(dictionary: dictionary), try type.make(dictionary), try type.init(json: json),
                try type.init(json: Data(json.utf8)), try type.init(json: Array(json.utf8)),
                try type.make(json),
            ]
            for shape in shapes {
                #expect(Swift.type(of: shape) == type)
                #expect(shape.name == "a")
                #expect((shape as? Circle)?.radius == (type == Shape.self ? nil : 1.5))
            }
        }
        #expect(try Circle.make(dictionary).radius == 1.5)
        #expect(throws: ImportError.self) { try (Dot.self as Shape.Type).init(dictionary: [:]) }
    }
}

/// A protocol that refines `Codable`. The macro sees the name of the protocol, but not its declaration.
protocol Archivable: Codable {}
