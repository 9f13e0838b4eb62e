import Foundation
import StreamImport
import Testing

/// The text of one value equals its line in an export, without the line feed.
@Suite struct JSONTextExportTests {
    @Importable
    struct Reading: Equatable {
        var name: String
        var value: Double?
        var parts: [Reading] = []
    }

    @Test(arguments: [
        Reading(name: ""), Reading(name: "a\"\n\u{1F600}", value: 1.5),
        Reading(name: "outer", parts: [Reading(name: "inner", value: -0.0), Reading(name: "b")]),
        Reading(name: String(repeating: "long ", count: 20_000)),
    ])
    func jsonStringEqualsExportedLine(reading: Reading) throws {
        for _ in 1...3 {
            let text = try reading.jsonString()
            #expect(text == (try exportedLine(reading)))
            #expect(try reading.jsonData() == Data(text.utf8))
            #expect(try Reading(json: text) == reading)
        }
    }

    @Test func jsonStringFollowsOptions() throws {
        var options = ExportOptions()
        options.nils = .write
        let reading = Reading(name: "a")
        #expect(try reading.jsonString(options: options) == #"{"name":"a","value":null,"parts":[]}"#)
        options.isIndented = true
        let indented = try reading.jsonString(options: options)
        #expect(indented.contains("\n") && !indented.hasSuffix("\n"))
        #expect(try Reading(json: indented) == reading)
        #expect(try reading.jsonString() == #"{"name":"a","parts":[]}"#)
    }

    @Test func scalarsAndCollectionsBecomeJSONStrings() throws {
        #expect(try [1, 2].jsonString() == "[1,2]")
        #expect(try "a\u{8}".jsonString() == #""a\b""#)
        #expect(try ["k": [true]].jsonString() == #"{"k":[true]}"#)
        #expect(try Int?.none.jsonString() == "null")
    }

    @Test func errorReportsPathAndDoesNotAffectNextExport() throws {
        let wrong = Reading(name: "a", parts: [Reading(name: "b"), Reading(name: "c", value: .infinity)])
        for _ in 1...3 {
            let error = #expect(throws: ImportError.self) { try wrong.jsonString() }
            #expect(error?.path?.description == "$.parts[1].value")
            #expect(try Reading(name: "a").jsonString() == #"{"name":"a","parts":[]}"#)
        }
    }

    @Test func concurrentExportsAreIndependent() async throws {
        try await withThrowingTaskGroup { group in
            for task in 0..<32 {
                group.addTask {
                    for number in 0..<50 {
                        let reading = Reading(name: "\(task)", value: Double(number))
                        let text = try reading.jsonString()
                        #expect(text == #"{"name":"\#(task)","value":\#(number).0,"parts":[]}"#)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
