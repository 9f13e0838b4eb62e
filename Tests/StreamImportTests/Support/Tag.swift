import Synchronization
import Testing

@testable import StreamImport

/// The number of live instances that a test has made.
final class LiveCount: Error, Sendable {
    /// The count of the current test.
    @TaskLocal static var current: LiveCount?

    private let alive = Atomic(0)

    var value: Int { alive.load(ordering: .relaxed) }
    func increment() { alive.add(1, ordering: .relaxed) }
    func decrement() { alive.subtract(1, ordering: .relaxed) }

    /// Returns the count for the values of an import. The threads of an import do not inherit the values of the task, so that
    /// the function for dates throws the count to them.
    static func forValue(of token: borrowing ImportToken) -> LiveCount? {
        if let current { return current }
        guard case .text(let read) = token.policies.dates else { return nil }
        do { _ = try read("") } catch { return error as? LiveCount }
        return nil
    }
}

extension ImportOptions {
    /// Passes the count of the current test to the threads of an import.
    mutating func countInstancesOfThreads() {
        guard let count = LiveCount.current else { return }
        dates = .custom { _ in throw count }
    }
}

/// Requires that no counted instance is alive at the end of each test.
struct InstanceCounting: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        let count = LiveCount()
        try await LiveCount.$current.withValue(count, operation: function)
        #expect(count.value == 0, "instances are alive at the end of the test")
    }
}

extension Trait where Self == InstanceCounting {
    static var countsInstances: Self { InstanceCounting() }
}

/// A text whose live instances are counted. The text `bad` is an error.
final class Tag: ImportableScalar, Hashable, CustomStringConvertible, Sendable {
    let text: String
    let count: LiveCount?

    init(_ token: borrowing ImportToken) throws {
        text = try String(token)
        count = LiveCount.forValue(of: token)
        // The increment precedes the error: if an initializer throws after all properties are set, Swift deinitializes the
        // instance.
        count?.increment()
        if count == nil { Issue.record("the test does not count its instances") }
        guard text != "bad" else { throw TagError() }
    }

    deinit { count?.decrement() }

    struct TagError: Error {}

    var description: String { text }
    static func == (left: Tag, right: Tag) -> Bool { left.text == right.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A model that requires a tag.
struct TaggedOwner: Importable, Equatable {
    var login: Tag, id: Int?

    static let importPlan = ImportPlan(Self.self) { fields in
        let login = fields.required("login", Tag.self)
        let id = fields.optional("id", Int.self)
        return { draft in Self(login: draft[login], id: draft[id]) }
    }
}
