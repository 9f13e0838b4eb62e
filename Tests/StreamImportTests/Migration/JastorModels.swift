import Foundation
import StreamImport

extension JastorTests {
    /// The superclass of `Item`. Two instances are equal if they have the same identifier, and the identifier is not
    /// `nil`.
    @Importable
    class Model: Equatable {
        var objectId: String?

        init() {}

        static func == (left: Model, right: Model) -> Bool {
            left.objectId != nil && left.objectId == right.objectId
        }
    }

    @Importable
    final class Item: Model {
        var title: String?
    }

    @Importable
    struct Product: Equatable {
        var name: String?
        var amount: Int?
        var category: Category?
        var categories: [Category] = []
        var createdAt: Date?
    }

    @Importable
    struct Category: Codable, Equatable {
        var objectId: String?
        var name: String?
        var children: [Category] = []
    }

    @Importable
    struct Person: Equatable {
        @Key("first_name") var firstName: String?
        @Key("last_name") var lastName: String?
    }

    /// A model with arrays and a dictionary whose values are not models.
    @Importable
    struct Lists: Equatable {
        var names: [String] = []
        var gaps: [String?] = []
        var rows: [[Int]] = []
        var mixed: [JSONValue] = []
        var raw: [String: JSONValue] = [:]
    }

    /// A model with properties that an import does not set.
    @Importable
    struct Rated: Equatable {
        var fooRate: Int?
        @Ignored private(set) var cached: Int?
        var twice: Int { (fooRate ?? 0) * 2 }
        @Key("@type") var type: String?
    }
}
