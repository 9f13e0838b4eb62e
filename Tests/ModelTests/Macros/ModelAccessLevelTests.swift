import StreamImport
import Testing

@Importable
private struct PrivateModel: Equatable {
    var a: PrivateEnum
}

@Importable
private enum PrivateEnum: String {
    case x
}

@Importable
package struct PackageModel: Equatable {
    package var a: Int
}

/// A model with a public plan.
@Importable
public struct PublicModel: Equatable {
    var a: Int
    var b: Int?
}

/// A namespace for nested types.
enum ModelNamespace {}

extension ModelNamespace {
    enum Color: Int, Importable { case red }

    @Importable
    struct Model: Equatable {
        var a: Color

        @Importable
        fileprivate struct Inner: Equatable {
            var b: Color?
        }
    }
}

/// Models with different access levels, and models that are declared in an extension.
@Suite struct ModelAccessLevelTests {
    @Test func modelOfAnyAccessLevelIsImported() async throws {
        let privateOutcome = try await importAllVariants(to: PrivateModel.self, from: #"[{"a":"x"}]"#)
        #expect(privateOutcome.records == [PrivateModel(a: .x)])
        let packageOutcome = try await importAllVariants(to: PackageModel.self, from: #"[{"a":1}]"#)
        #expect(packageOutcome.records == [PackageModel(a: 1)])
        let publicOutcome = try await importAllVariants(to: PublicModel.self, from: #"[{"a":1,"b":2}]"#)
        #expect(publicOutcome.records == [PublicModel(a: 1, b: 2)])
    }

    @Test func modelDeclaredInExtensionIsImported() async throws {
        let outer = try await importAllVariants(to: ModelNamespace.Model.self, from: #"[{"a":0}]"#)
        #expect(outer.records == [ModelNamespace.Model(a: .red)])
        let inner = try await importAllVariants(to: ModelNamespace.Model.Inner.self, from: #"[{"b":0},{}]"#)
        #expect(inner.records == [ModelNamespace.Model.Inner(b: .red), ModelNamespace.Model.Inner()])
    }
}
