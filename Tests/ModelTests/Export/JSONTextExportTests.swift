import Foundation
import StreamImport
import Testing

/// The text of one value equals its line in an export, without the line feed.
@Suite struct JSONTextExportTests {
    @Importable
    struct Sensor: Equatable {
        var name: String
        var value: Double?
        var parts: [Sensor] = []
    }

    @Test(arguments: [
        Sensor(name: ""), Sensor(name: "a\"\n\u{1F600}", value: 1.5),
        Sensor(name: "outer", parts: [Sensor(name: "inner", value: -0.0), Sensor(name: "b")]),
        Sensor(name: String(repeating: "long ", count: 20_000)),
    ])
    func jsonStringEqualsExportedLine(sensor: Sensor) throws {
        // An export with the default options can reuse the state of an earlier export.
        for _ in 1...3 {
            let text = try sensor.jsonString()
            #expect(text == (try exportedLine(sensor)))
            #expect(try sensor.jsonData() == Data(text.utf8))
            #expect(try Sensor(json: text) == sensor)
        }
    }

    @Test func jsonStringFollowsOptions() throws {
        var options = ExportOptions()
        options.nils = .write
        let sensor = Sensor(name: "a")
        #expect(try sensor.jsonString(options: options) == #"{"name":"a","value":null,"parts":[]}"#)
        options.isIndented = true
        let indented = try sensor.jsonString(options: options)
        #expect(indented.contains("\n") && !indented.hasSuffix("\n"))
        #expect(try Sensor(json: indented) == sensor)
        #expect(try sensor.jsonString() == #"{"name":"a","parts":[]}"#)
    }

    @Test func scalarsAndCollectionsBecomeJSONStrings() throws {
        #expect(try [1, 2].jsonString() == "[1,2]")
        #expect(try "a\u{8}".jsonString() == #""a\b""#)
        #expect(try ["k": [true]].jsonString() == #"{"k":[true]}"#)
        #expect(try Int?.none.jsonString() == "null")
    }

    @Test func errorReportsPathAndDoesNotAffectNextExport() throws {
        let invalidSensor = Sensor(
            name: "a", parts: [Sensor(name: "b"), Sensor(name: "c", value: .infinity)])
        for _ in 1...3 {
            let error = #expect(throws: ImportError.self) { try invalidSensor.jsonString() }
            #expect(error?.path?.description == "$.parts[1].value")
            #expect(try Sensor(name: "a").jsonString() == #"{"name":"a","parts":[]}"#)
        }
    }

    @Test func concurrentExportsReturnTheirOwnTexts() async throws {
        try await withThrowingTaskGroup { group in
            for task in 0..<32 {
                group.addTask {
                    for number in 0..<50 {
                        let sensor = Sensor(name: "\(task)", value: Double(number))
                        let text = try sensor.jsonString()
                        #expect(text == #"{"name":"\#(task)","value":\#(number).0,"parts":[]}"#)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
