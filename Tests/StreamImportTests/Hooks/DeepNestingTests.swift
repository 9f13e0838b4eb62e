import Foundation
import StreamImport
import Testing

/// Values that are replayed can have any depth, in texts and dictionaries, for new and known instances.
@Suite struct DeepNestingTests {
    static let depth = 400

    /// A model with its number, the numbers of the next two objects by paths, and the next object.
    @Importable
    final class Station: @unchecked Sendable {
        var id: Int
        @Key("next.id") var nextID: Int?
        @Key("next.next.id") var laterID: Int?
        var next: Station?

        init(id: Int, next: Station? = nil) {
            self.id = id
            self.next = next
        }

        /// The object and the objects nested in it, outermost first.
        var all: [Station] { Array(sequence(first: self, next: \.next)) }

        static func expectPaths(_ stations: [Station]) {
            let depth = DeepNestingTests.depth
            #expect(stations.map(\.id) == Array(1...depth))
            #expect(stations.map(\.nextID) == (2...depth).map { $0 } + [nil])
            #expect(stations.map(\.laterID) == (3...depth).map { $0 } + [nil, nil])
        }
    }

    /// The same model with a hook, which counts its calls.
    @Importable
    final class Intercepted: ImportIntercepting {
        var id = 0
        @Key("next.id") var nextID: Int?
        var next: Intercepted?

        @TaskLocal static var count = Count()

        static func intercept(_ member: ImportedMember) -> MemberDecision {
            count.value += 1
            return .keep
        }

        init() {}
    }

    final class Count: @unchecked Sendable {
        var value = 0
    }

    /// Nested objects. Their numbers come last, so that all of an object is read before its instance is known.
    static let text =
        String(repeating: #"{"next":"#, count: depth - 1) + #"{"id":\#(depth)}"#
        + (1..<depth).reversed().map { #","id":\#($0)}"# }.joined()

    static var dictionary: [String: Any] {
        (1..<depth).reversed().reduce(["id": depth]) { inner, id in ["id": id, "next": inner] }
    }

    @Test func pathThroughModelFieldIsReadAtAnyDepth() throws {
        Station.expectPaths(try Station(json: Self.text).all)
        Station.expectPaths(try Station(dictionary: Self.dictionary).all)
        let (first, second) = (Station(id: 1), Station(id: 1))
        try first.update(from: Self.text)
        Station.expectPaths(first.all)
        try second.update(from: Self.dictionary)
        Station.expectPaths(second.all)
    }

    @Test func interceptIsCalledOncePerMember() throws {
        let sources: [() throws -> Intercepted] = [
            { try Intercepted(json: Self.text) },
            { try Intercepted(dictionary: Self.dictionary) },
            {
                let intercepted = Intercepted()
                try intercepted.update(from: Self.text)
                return intercepted
            },
            {
                let intercepted = Intercepted()
                try intercepted.update(from: Self.dictionary)
                return intercepted
            },
        ]
        for source in sources {
            try Intercepted.$count.withValue(Count()) {
                let stations = Array(sequence(first: try source(), next: \.next))
                #expect(stations.map(\.id) == Array(1...Self.depth))
                #expect(stations.map(\.nextID) == (2...Self.depth).map { $0 } + [nil])
                // Paths through a member do not call the hook again.
                #expect(Intercepted.count.value == 2 * Self.depth - 1)
            }
        }
    }

    @Test(arguments: [NestedObjectPolicy.merge, .mergeElements, .replace])
    func nestedKnownInstancesAreReused(policy: NestedObjectPolicy) throws {
        let sources: [(ImportOptions) throws -> Station] = [
            { try Station(json: Self.text, options: $0) },
            { try Station(dictionary: Self.dictionary, options: $0) },
        ]
        for source in sources {
            let known = (1...Self.depth).map { Station(id: $0) }
            var options = ImportOptions()
            options.nestedObjects = policy
            options.reuseInstances(in: IdentityMap(\Station.id, known))
            let stations = try source(options).all
            Station.expectPaths(stations)
            #expect(zip(stations, known).allSatisfy { $0 === $1 })
        }
    }

    @Test func mergeUpdateKeepsNestedInstances() throws {
        var options = ImportOptions()
        options.nestedObjects = .merge
        let old = try Station(json: Self.text)
        let all = old.all
        try old.update(from: Self.text, options: options)
        #expect(zip(old.all, all).allSatisfy { $0 === $1 })
        try old.update(from: Self.dictionary, options: options)
        #expect(zip(old.all, all).allSatisfy { $0 === $1 })
        Station.expectPaths(old.all)
    }
}
