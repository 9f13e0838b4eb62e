import Foundation
import StreamImport

extension ClassMapperTests {
    @Importable
    struct Beer: Equatable {
        var name: String?
        var rank: Int?
    }

    @Importable
    struct User: Equatable {
        var name: String?
        var beer: Beer?
        var favourites: [Beer] = []
        var rounds: [[Beer]] = []
    }

    @Importable
    struct Name: Equatable {
        var parts: [String: String] = [:]
    }

    @Importable
    struct SocialNetworkExample: Equatable {
        var ex: String?
    }

    /// A model that does not declare the type of its examples.
    @Importable
    struct Keyword {
        var networkExamples: [String: Any] = [:]
        var anything: Any?
    }

    /// A model that declares one type for its examples of all keys.
    @Importable
    struct TypedKeyword: Equatable {
        var networkExamples: [String: SocialNetworkExample] = [:]
    }

    /// A class with nested objects that are updated in place.
    @Importable
    final class Bar {
        var name: String?
        var house: Brand?
        var taps: [Brand] = []
        var menu: [String: Brand] = [:]
    }

    @Importable
    final class Brand {
        var name: String?
        var rank = 0
    }

    @Importable
    class Animal {
        var name: String?
    }

    @Importable
    final class Dog: Animal {
        var breed: String?
    }

    /// A model with properties of the type `Color`, which a transform creates from other values.
    @Importable
    struct Shirt: Equatable {
        var color: Color?
        var lining: Color?
        var spare: [Color] = []
        var size: Int?
    }

    @Importable
    enum Color: String {
        case red, green
    }
}
