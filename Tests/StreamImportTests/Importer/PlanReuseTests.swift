import JSONRecords
import StreamImport
import Testing

/// Imports and exports share plans and memory, without an effect on later imports.
@Suite struct PlanReuseTests {
    /// A model that counts how often its plan is computed.
    struct Counted: Importable {
        static let planCount = Locked(0)

        var a = 0

        static var importPlan: ImportPlan {
            planCount.withLock { $0 += 1 }
            return ImportPlan(Counted.self) { fields in
                let a = fields.defaulted("a", Int.self)
                return ModelOperations(
                    make: { draft in Counted(a: draft[a] ?? 0) },
                    update: { draft, old in Counted(a: draft.updated(old.a, a, default: 0)) },
                    decompose: { payload, values in values.add(payload.a, a) },
                    properties: { [:] })
            }
        }
    }

    @Importable(discriminator: "type")
    enum Event {
        case alone(Counted)
        case labelled(by: Counted, id: Int)
    }

    /// The plan was computed for each exported record, and again after many other plans.
    @Test func planIsSharedByRecordsAndImports() throws {
        let exportCounts = try [1, 50].map { count in
            Counted.planCount.withLock { $0 = 0 }
            let events = (1...count).flatMap { index in
                [Event.alone(Counted(a: index)), .labelled(by: Counted(a: index), id: index)]
            }
            _ = try StreamExporter.data(of: events)
            return Counted.planCount.withLock { $0 }
        }
        #expect(exportCounts[0] == exportCounts[1])

        for count in 1...400 {
            var options = ImportOptions()
            options.maximumCachedSpellings = count
            _ = try Counted(json: "{}", options: options)
        }
        Counted.planCount.withLock { $0 = 0 }
        for _ in 1...20 { _ = try Counted(json: "{}") }
        // Imports on other threads may remove the plan between two of these imports.
        #expect(Counted.planCount.withLock { $0 } < 5)
    }

    @Importable
    struct Item {
        var id: Int
        var fullName: String?
    }

    /// An import reuses the spellings that earlier imports have learned.
    @Test func errorPathHasKeyAfterImportsOfOtherKeys() throws {
        var options = ImportOptions()
        options.maximumCachedSpellings = 3
        for number in 1...20 {
            let text = #"{"id":1,"a\#(number)":0,"b\#(number)":0,"c\#(number)":[tru]}"#
            let error = #expect(throws: ImportError.self) { try Item(json: text, options: options) }
            #expect(error?.path?.description == "$.c\(number)")
        }
    }

    final class Log: Sendable {}

    @Test func optionCallbacksAreReleasedAfterImport() throws {
        weak var releasedLog: Log?
        do {
            let log = Log()
            releasedLog = log
            var options = ImportOptions()
            options.onRejected = { _ in _ = log }
            options.onProgress = { _ in _ = log }
            options.errorPolicy = .skip()
            #expect(try [Item](json: #"[{"id":1},{}]"#, options: options).count == 1)
            #expect(try Item(json: #"{"id":1}"#, options: options).id == 1)
            #expect(try Item(dictionary: ["id": 1], options: options).id == 1)
        }
        #expect(releasedLog == nil)
    }

    @Test func errorPathUsesKeySpellingOfInput() throws {
        func path() -> String? {
            let error = #expect(throws: ImportError.self) { try Item(json: #"{"id":1,"FULL-NAME":[]}"#) }
            return error?.path?.description
        }
        let first = path()
        for number in 0..<1100 { _ = try Item(json: #"{"junk\#(number)":0,"id":1,"fullName":"a"}"#) }
        #expect(first == "$.FULL-NAME" && path() == first)
    }

    @Test func perCallDateStrategiesDoNotFillPlanCache() throws {
        for _ in 0..<300 {
            var options = ImportOptions()
            options.dates = .custom { _ in throw CancellationError() }
            _ = try Item(json: #"{"id":1}"#, options: options)
        }
    }
}
