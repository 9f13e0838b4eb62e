import StreamImport
import Testing

/// Fixed bugs of the binder: ended loans, types without size, and the undo of updates.
@Suite struct BinderRegressionTests {
    @Importable
    final class Place {
        var id = 0
        var name = ""
        init(id: Int) { self.id = id }
    }

    /// If an update used a map after the end of the loan, the end of the update crashed the process.
    @Test func updateOutsideReuseScopeIsAnError() throws {
        let (place, places) = (Place(id: 7), IdentityMap(\Place.id))
        let options = ImportOptions().reusingInstances(in: places) { $0 }
        let errors = [
            #expect(throws: ImportError.self) { try place.update(from: #"{"name":"b"}"#, options: options) },
            #expect(throws: ImportError.self) { try place.update(from: ["name": "b"], options: options) },
        ]
        #expect(errors.map(\.?.code) == [.instancesInUse, .instancesInUse])
        #expect(place.name == "" && places.count == 0)
    }

    @Importable
    enum Only: String, ImportableKey {
        case only
    }

    @Importable
    struct Entries: Equatable {
        var x: [Only: Only] = [:]
    }

    /// The code for dictionaries divided by the size of an entry, which is zero.
    @Test(arguments: [#"{"x":{}}"#, #"{"x":{"only":"only"}}"#])
    func dictionaryOfZeroSizedTypesIsRead(text: String) throws {
        #expect(MemoryLayout<Only>.size == 0)
        let entries = try Entries(json: text)
        #expect(entries.x == (text.contains("only") ? [.only: .only] : [:]))
    }

    struct Opaque {}

    final class Sealed: Importable {
        let token: Opaque
        var number: Int
        var next: Sealed?

        init(_ number: Int, _ next: Sealed? = nil) {
            (token, self.number, self.next) = (Opaque(), number, next)
        }
    }
}

extension BinderRegressionTests.Opaque: ImportableScalar {
    init(_ token: borrowing ImportToken) throws {
        guard token.kind == .string else { throw NotAString() }
    }

    struct NotAString: Error {}
}

extension BinderRegressionTests.Sealed {
    static let importPlan = ImportPlan(BinderRegressionTests.Sealed.self) { fields in
        let token = fields.optional("token", BinderRegressionTests.Opaque.self)
        let number = fields.defaulted("number", Int.self)
        let next = fields.optional("next", BinderRegressionTests.Sealed.self)
        return ModelOperations(
            make: { .init($0[number] ?? 0, $0[next]) },
            update: { draft, old in
                try draft.requireUnchanged(old.token, token, property: "token")
                old.number = draft.updated(old.number, number, default: 0)
                old.next = draft.updated(old.next, next)
                return old
            },
            decompose: { model, values in
                values.add(model.token, token)
                values.add(model.number, number)
                values.add(model.next, next)
            }, properties: { [:] })
    }
}

extension BinderRegressionTests {
    /// If the new value of a constant was skipped, the old value of the constant prevented the undo of the update.
    @Test func mismatchOfConstantDoesNotPreventUndo() throws {
        var options = ImportOptions()
        options.nestedObjects = .merge
        options.mismatches = .skipValue
        let model = Sealed(1, Sealed(2))
        #expect(throws: ImportError.self) {
            try model.update(
                from: #"{"next":{"token":5,"number":6},"number":3,"token":"x"}"#, options: options)
        }
        #expect(model.number == 1 && model.next?.number == 2)
    }
}
