import Foundation
import StreamImport
import Testing

/// Replayed objects of 400 levels, in texts and in dictionaries, for new and for existing instances.
@Suite struct DeepNestingTests {
    static let depth = 400

    /// A station. Paths read the identifiers of the next two stations.
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

        /// The station and all stations after it, in order.
        var stations: [Station] { Array(sequence(first: self, next: \.next)) }

        static func expectPaths(_ stations: [Station]) {
            let depth = DeepNestingTests.depth
            #expect(stations.map(\.id) == Array(1...depth))
            #expect(stations.map(\.nextID) == (2...depth).map { $0 } + [nil])
            #expect(stations.map(\.laterID) == (3...depth).map { $0 } + [nil, nil])
        }
    }

    /// A model whose hook counts its own calls.
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

    /// Nested objects. The `id` of each is its last member, so all of an object precedes the lookup of its instance.
    static let text =
        String(repeating: #"{"next":"#, count: depth - 1) + #"{"id":\#(depth)}"#
        + (1..<depth).reversed().map { #","id":\#($0)}"# }.joined()

    static var dictionary: [String: Any] {
        (1..<depth).reversed().reduce(["id": depth]) { inner, id in ["id": id, "next": inner] }
    }

    @Test func pathThroughModelFieldIsReadAtEachDepth() throws {
        Station.expectPaths(try Station(json: Self.text).stations)
        Station.expectPaths(try Station(dictionary: Self.dictionary).stations)
        let (textTarget, dictionaryTarget) = (Station(id: 1), Station(id: 1))
        try textTarget.update(from: Self.text)
        Station.expectPaths(textTarget.stations)
        try dictionaryTarget.update(from: Self.dictionary)
        Station.expectPaths(dictionaryTarget.stations)
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
                let objects = Array(sequence(first: try source(), next: \.next))
                #expect(objects.map(\.id) == Array(1...Self.depth))
                #expect(objects.map(\.nextID) == (2...Self.depth).map { $0 } + [nil])
                // Paths through a member do not call the hook again.
                #expect(Intercepted.count.value == 2 * Self.depth - 1)
            }
        }
    }

    @Test(arguments: [NestedObjectPolicy.merge, .mergeElements, .replace])
    func nestedExistingInstancesAreReused(policy: NestedObjectPolicy) throws {
        let sources: [(ImportOptions) throws -> Station] = [
            { try Station(json: Self.text, options: $0) },
            { try Station(dictionary: Self.dictionary, options: $0) },
        ]
        for source in sources {
            let existing = (1...Self.depth).map { Station(id: $0) }
            var options = ImportOptions()
            options.nestedObjects = policy
            options.reuseInstances(in: IdentityMap(\Station.id, existing))
            let stations = try source(options).stations
            Station.expectPaths(stations)
            #expect(zip(stations, existing).allSatisfy { $0 === $1 })
        }
    }

    @Test func mergeUpdateKeepsNestedInstances() throws {
        var options = ImportOptions()
        options.nestedObjects = .merge
        let first = try Station(json: Self.text)
        let oldStations = first.stations
        try first.update(from: Self.text, options: options)
        #expect(zip(first.stations, oldStations).allSatisfy { $0 === $1 })
        try first.update(from: Self.dictionary, options: options)
        #expect(zip(first.stations, oldStations).allSatisfy { $0 === $1 })
        Station.expectPaths(first.stations)
    }
}
