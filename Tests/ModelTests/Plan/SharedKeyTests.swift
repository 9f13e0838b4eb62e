import StreamImport
import Testing

/// A plan is invalid if a key matches two of its properties.
@Suite struct SharedKeyTests {
    struct Declared: Importable {
        static let importPlan = ImportPlan(Declared.self) { fields in
            _ = fields.optional("a", Int.self, keys: ["k"])
            _ = fields.optional("b", Int.self, keys: ["j", "k"])
            return { _ in Declared() }
        }
    }

    struct Paths: Importable {
        static let importPlan = ImportPlan(Paths.self) { fields in
            _ = fields.optional("a", Int.self, keys: ["p.k"])
            _ = fields.optional("b", Int.self, keys: ["/p/k"])
            return { _ in Paths() }
        }
    }

    /// A model with two paths to the same element of an array.
    struct Elements: Importable {
        static let importPlan = ImportPlan(Elements.self) { fields in
            _ = fields.optional("a", Int.self, keys: ["p[0]"])
            _ = fields.optional("b", Int.self, keys: ["/p/0"])
            return { _ in Elements() }
        }
    }

    class Base: Importable {
        class var importPlan: ImportPlan {
            ImportPlan(Base.self) { fields in
                Base.declare(&fields)
                return { _ in Base() }
            }
        }

        static func declare(_ fields: inout ImportFields) {
            _ = fields.optional("id", Int.self)
            _ = fields.optional("name", String.self, keys: ["label"])
        }
    }

    final class Inherited: Base {
        override class var importPlan: ImportPlan {
            ImportPlan(Inherited.self) { fields in
                Base.declare(&fields)
                _ = fields.optional("title", String.self, keys: ["label"])
                return { _ in Inherited() }
            }
        }
    }

    final class NameTaken: Base {
        override class var importPlan: ImportPlan {
            ImportPlan(NameTaken.self) { fields in
                Base.declare(&fields)
                fields.adjust(keys: ["name": ["id"]])
                return { _ in NameTaken() }
            }
        }
    }

    /// A class whose property `name` can have the key `id`, because the property `id` has the key `_id`.
    final class NameReused: Base {
        override class var importPlan: ImportPlan {
            ImportPlan(NameReused.self) { fields in
                Base.declare(&fields)
                fields.adjust(keys: ["name": ["id", "id"], "id": ["_id"]])
                return { _ in NameReused() }
            }
        }
    }

    struct Extras: Importable {
        static let importPlan = ImportPlan(Extras.self) { fields in
            _ = fields.extras("extras")
            fields.adjust(keys: ["extras": ["more"]])
            return { _ in Extras() }
        }
    }

    struct OnlyName: Importable {
        var extras: [String: JSONValue]

        static let importPlan = ImportPlan(OnlyName.self) { fields in
            let name = fields.optional("name", String.self)
            let extras = fields.extras("extras")
            fields.adjust(only: ["name"])
            return { draft in
                _ = draft[name]
                return OnlyName(extras: draft[extras])
            }
        }
    }

    @Test(
        arguments: [
            (Declared.self, #"the key "k" matches both "a" and "b" of Declared"#),
            (Paths.self, #"the key "/p/k" matches both "a" and "b" of Paths"#),
            (Elements.self, #"the key "/p/0" matches both "a" and "b" of Elements"#),
            (Inherited.self, #"the key "label" matches both "name" and "title" of Inherited"#),
            (NameTaken.self, #"the key "id" matches both "id" and "name" of NameTaken"#),
            (Extras.self, #"unknown property "extras" of Extras in the arguments of @Importable or adjust"#),
        ] as [(any Importable.Type, String)])
    func keyOfTwoPropertiesThrowsInvalidPlan(model: any Importable.Type, message: String) {
        func read<Model: Importable>(_ model: Model.Type) throws { _ = try Model(json: "{}") }
        let error = expectError(.invalidPlan) { try read(model) }
        #expect(error?.message == message)
    }

    @Test func nameOfPropertyWithOtherKeyIsKeyOfAnotherProperty() throws {
        _ = try NameReused(json: #"{"id":"a","_id":1}"#)
    }

    @Test func adjustOnlyKeepsExtras() throws {
        let model = try OnlyName(json: #"{"name":"a","extras":1,"x":2}"#)
        #expect(model.extras == ["extras": .number("1"), "x": .number("2")])
    }
}
