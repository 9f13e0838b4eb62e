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

/// Models with every access level, wherever they are declared.
@Suite struct ModelAccessLevelTests {
    @Test func modelOfAnyAccessLevelIsImported() async throws {
        let privates = try await importAllVariants(to: PrivateModel.self, from: #"[{"a":"x"}]"#)
        #expect(privates.records == [PrivateModel(a: .x)])
        let packages = try await importAllVariants(to: PackageModel.self, from: #"[{"a":1}]"#)
        #expect(packages.records == [PackageModel(a: 1)])
        let publics = try await importAllVariants(to: PublicModel.self, from: #"[{"a":1,"b":2}]"#)
        #expect(publics.records == [PublicModel(a: 1, b: 2)])
    }

    @Test func modelDeclaredInExtensionIsImported() async throws {
        let outer = try await importAllVariants(to: ModelNamespace.Model.self, from: #"[{"a":0}]"#)
        #expect(outer.records == [ModelNamespace.Model(a: .red)])
        let inner = try await importAllVariants(to: ModelNamespace.Model.Inner.self, from: #"[{"b":0},{}]"#)
        #expect(inner.records == [ModelNamespace.Model.Inner(b: .red), ModelNamespace.Model.Inner()])
    }
}
