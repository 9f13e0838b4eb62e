import Foundation
import StreamImport

extension SHModelObjectTests {
    @Importable
    struct User: Equatable {
        var userName: String?
        var userId: Int?
        var userRole = "Reader"
        var userXValues: [JSONValue] = []
    }

    @Importable
    struct Person: Equatable {
        var name: String?
        var personId: Int?
        var image: Image?
    }

    @Importable
    struct Image: Equatable {
        var imageId: Int?
        var imageUrl: String?
        var orientation: String?
        var takenAt: Date?
    }

    @Importable
    struct MyObject: Equatable {
        var aKey: String?
        var arrayOfModels: [AModel] = []
    }

    @Importable
    struct AModel: Equatable {
        var modelId: Int?
        var modelName: String?
        var modelType: String?
    }

    /// A model that skips elements that are not objects.
    @Importable
    struct Patient: Equatable {
        @Lenient var arrayOfModels: [AModel] = []
    }

    /// A model that does not declare the type of its array elements.
    @Importable
    struct Untyped {
        var arrayOfModels: [Any] = []
    }

    @Importable
    struct Owner: Equatable {
        var name: String?
        var age: Int?
        var cars: [Car] = []
    }

    @Importable
    struct Car: Equatable {
        var model: String?
    }

    /// A model whose hook converts one of its values.
    @Importable
    struct Weight: Equatable {
        var numberValue: Double?
        var unit: String?

        struct RejectedMember: Error {}
    }

    @Importable
    struct Session: Equatable {
        var start: Date?
        @DateFormat(.dotNet) var seconds: Double?
        @DateFormat(.format("dd.MM.yyyy")) var day: Date?
        @DateFormat(.format("MM/dd/yyyy")) var due: Date?
        var text: String?
        var count: Int?
    }

    @Importable
    class Animal {
        var name: String?
    }

    @Importable
    final class Dog: Animal {
        var breed: String?
    }
}

extension SHModelObjectTests.Weight: ImportIntercepting {
    static func intercept(_ member: ImportedMember) throws -> MemberDecision {
        guard member.key != "secret" else { throw RejectedMember() }
        guard member.key == "numberVALUE", let text = member.value as? String else { return .keep }
        return .replace(text.replacing(" kg", with: ""))
    }
}
