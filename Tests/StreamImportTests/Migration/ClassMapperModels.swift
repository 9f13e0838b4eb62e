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

    /// Does not say what its examples are.
    @Importable
    struct Keyword {
        var networkExamples: [String: Any] = [:]
        var anything: Any?
    }

    /// Says what its examples are, whatever their keys.
    @Importable
    struct TypedKeyword: Equatable {
        var networkExamples: [String: SocialNetworkExample] = [:]
    }

    /// Objects that are updated where they are.
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

    /// Made of something else by a transform.
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
