import Foundation
import StreamImport
import Testing

/// Values that are read more than once are read at any depth, from texts and dictionaries, into new and known instances.
@Suite struct DeepNestingTests {
    static let depth = 400

    /// What is read of each object: its number, that of the next two by paths, and the next object.
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

        /// The object and those in it, outermost first.
        var all: [Station] { Array(sequence(first: self, next: \.next)) }

        static func expectPaths(_ stations: [Station]) {
            let depth = DeepNestingTests.depth
            #expect(stations.map(\.id) == Array(1...depth))
            #expect(stations.map(\.nextID) == (2...depth).map { $0 } + [nil])
            #expect(stations.map(\.laterID) == (3...depth).map { $0 } + [nil, nil])
        }
    }

    /// The same with a hook, which counts how often it is asked.
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

    /// An object that has another one in it, and so on; the numbers come last, so that all of an object is read before it
    /// is known which it is.
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
                // Of the paths, too, which lead through the next object.
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
