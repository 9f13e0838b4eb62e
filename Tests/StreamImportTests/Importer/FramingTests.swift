import StreamImport
import Testing

/// The division of a text into records.
@Suite(.manyVariants) struct FramingTests {
    private static let points = [Point(x: 1, y: 2), Point(x: 3, y: nil)]

    struct Sample: Sendable {
        let name: String
        let text: String
        var formats: [ImportFormat] = [.automatic]
    }

    static let samples = [
        Sample(name: "an array", text: #"[{"x":1,"y":2},{"x":3}]"#, formats: [.automatic, .json]),
        Sample(
            name: "an array with white space", text: " \r\n\t[ {\"x\" : 1 , \"y\" : 2 } ,\n{\"x\":3}\n]\n \n",
            formats: [.automatic, .json]),
        Sample(
            name: "lines", text: "{\"x\":1,\"y\":2}\n{\"x\":3}\n", formats: [.automatic, .lines, .sequence]),
        Sample(
            name: "no final newline", text: "{\"x\":1,\"y\":2}\n{\"x\":3}",
            formats: [.automatic, .lines, .sequence]),
        Sample(
            name: "CRLF", text: "{\"x\":1,\"y\":2}\r\n{\"x\":3}\r\n",
            formats: [.automatic, .lines, .sequence]),
        Sample(
            name: "blank lines", text: "\n  \n{\"x\":1,\"y\":2}\n\n\t\r\n {\"x\":3} \n\n \n",
            formats: [.automatic, .lines, .sequence]),
        Sample(name: "adjacent values", text: #"{"x":1,"y":2}{"x":3}"#, formats: [.automatic, .sequence]),
        Sample(name: "on one line", text: #"{"x":1,"y":2} {"x":3}"#, formats: [.automatic, .sequence]),
        Sample(
            name: "indented values", text: "{\n  \"x\": 1,\n  \"y\": 2\n}\n{\n  \"x\": 3\n}\n",
            formats: [.automatic, .sequence]),
        Sample(
            name: "the first value on one line, the second on two", text: "{\"x\":1,\"y\":2} {\n\"x\":3}",
            formats: [.automatic, .sequence]),
    ]

    @Test(arguments: samples)
    func recordsAreFoundInEveryFraming(sample: Sample) async throws {
        for format in sample.formats {
            let outcome = try await importAllVariants(to: Point.self, from: sample.text) {
                $0.format = format
            }
            #expect(outcome.message == nil, "\(format)")
            #expect(outcome.records == Self.points, "\(format)")
            #expect(outcome.summary?.textBytes == sample.text.utf8.count)
        }
    }
}
