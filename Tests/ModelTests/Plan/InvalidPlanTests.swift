import StreamImport
import Testing

/// An import with an invalid plan reports an error before the first record.
@Suite struct InvalidPlanTests {
    struct DuplicateField: Importable, Equatable {
        static let importPlan = ImportPlan(DuplicateField.self) { fields in
            _ = fields.required("id", Int.self)
            _ = fields.optional("id", String.self)
            return { _ in DuplicateField() }
        }
    }

    struct DuplicateExtras: Importable, Equatable {
        static let importPlan = ImportPlan(DuplicateExtras.self) { fields in
            _ = fields.extras("extras")
            _ = fields.extras("more")
            return { _ in DuplicateExtras() }
        }
    }

    struct Holder<Part: Importable & Equatable>: Importable, Equatable {
        var part: Part?

        static var importPlan: ImportPlan {
            ImportPlan(Holder.self) { fields in
                let part = fields.optional("part", Part.self)
                return { draft in Holder(part: draft[part]) }
            }
        }
    }

    class Animal: Importable, Equatable {
        class var importPlan: ImportPlan { ImportPlan(Animal.self) { _ in { _ in Animal() } } }
        static func == (left: Animal, right: Animal) -> Bool { left === right }
    }

    final class Cat: Animal {}

    @Test func subclassWithoutPlanThrowsInvalidPlan() async throws {
        for text in ["[{}]", "[]"] {
            let outcome = try await importAllVariants(to: Holder<Cat>.self, from: text)
            #expect(
                outcome.message == "invalidPlan at : expected a plan for Cat, found the plan for Animal")
        }
        #expect(try await importAllVariants(to: Animal.self, from: "[]").message == nil)
    }

    struct KeyedElement: Importable, Equatable {
        static let importPlan = ImportPlan(KeyedElement.self) { fields in
            _ = fields.required("id", Int.self, keys: ["number"])
            fields.replaceKeysByPositions()
            return { _ in KeyedElement() }
        }
    }

    struct NoElements: Importable, Equatable {
        static let importPlan = ImportPlan(NoElements.self) { fields in
            fields.replaceKeysByPositions()
            return { _ in NoElements() }
        }
    }

    @Importable(asArray: true)
    struct InterceptedElements: ImportIntercepting, Equatable {
        var id: Int

        static func intercept(_ member: ImportedMember) -> MemberDecision { .keep }
    }

    @Test func unsupportedElementsThrowInvalidPlan() async throws {
        func message<Model: Importable & Equatable>(_ model: Model.Type) async throws -> String? {
            try await importAllVariants(to: Holder<Model>.self, from: "[{}]").message
        }
        #expect(
            try await message(KeyedElement.self)
                == #"invalidPlan at : the property "id" has a key, a source or extras, but KeyedElement is made from arrays"#
        )
        #expect(
            try await message(NoElements.self)
                == "invalidPlan at : NoElements is made from arrays, but has no properties")
        #expect(
            try await message(InterceptedElements.self)
                == "invalidPlan at : InterceptedElements is made from arrays, but conforms to ImportIntercepting, which is called for keys"
        )
    }

    @Test func duplicateFieldNameThrowsInvalidPlan() async throws {
        let outcome = try await importAllVariants(to: DuplicateField.self, from: #"[{"id":1}]"#)
        #expect(outcome.message == #"invalidPlan at : duplicate property "id" of DuplicateField"#)
        #expect(outcome.records == [])
    }

    @Test func nestedDuplicateExtrasThrowInvalidPlan() async throws {
        let outcome = try await importAllVariants(to: Holder<DuplicateExtras>.self, from: "[{}]")
        #expect(
            outcome.message
                == "invalidPlan at : duplicate extras property of DuplicateExtras")
        #expect(outcome.records == [])
    }

    struct Malformed: Importable, Equatable {
        static let importPlan = ImportPlan(Malformed.self) { fields in
            let x = fields.optional("x", Int.self, keys: ["a", "a..b"])
            return { draft in
                _ = draft[x]
                return Malformed()
            }
        }
    }

    @Test func malformedKeyThrowsInvalidPlan() async throws {
        let outcome = try await importAllVariants(to: Malformed.self, from: "[{}]")
        #expect(outcome.message == #"invalidPlan at : invalid path "a..b" of a key of Malformed"#)
        #expect(
            outcome.error?.advice == #"use a path such as photos[0].url, or write the key as $["a..b"]"#)
        let error = try #require(throws: ImportError.self) { try Malformed().jsonString() }
        #expect(error.code == .invalidPlan)
    }
}
