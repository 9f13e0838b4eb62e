import StreamImport
import Testing

/// Imports of small texts share plans and memory. An import does not affect later imports, and does not
/// retain the callbacks of its options.
@Suite struct ReusedBindingTests {
    @Importable
    struct Item {
        var id: Int
        var fullName: String?
    }

    @Importable
    struct Listed {
        var id: Int
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
            #expect(try [Listed](json: #"[{"id":1},{}]"#, options: options).count == 1)
            #expect(try Listed(json: #"{"id":1}"#, options: options).id == 1)
            #expect(try Listed(dictionary: ["id": 1], options: options).id == 1)
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
            _ = try Listed(json: #"{"id":1}"#, options: options)
        }
    }
}
