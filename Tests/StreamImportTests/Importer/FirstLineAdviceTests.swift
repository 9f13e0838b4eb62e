import StreamImport
import Testing

/// The advice about a syntax error in the first line, from which the format is detected.
@Suite(.manyVariants) struct FirstLineAdviceTests {
    private static let text = "{\"x\":1,2}\n{\"x\":2}\n"

    @Test func brokenFirstLineAdvisesFormatOfLines() async throws {
        let outcome = try await importAllVariants(to: Point.self, from: Self.text)
        #expect(
            outcome.error?.advice
                == "if each line is a record, set the format to lines, and errorPolicy to .skip()")
    }

    @Test func rejectedFirstLineAdvisesOtherFormats() async throws {
        let outcome = try await importAllVariants(to: Point.self, from: Self.text) {
            $0.errorPolicy = .collect()
        }
        #expect(outcome.records == [Point(x: 2)])
        #expect(
            outcome.summary?.rejectedRecords.first?.error.advice
                == "if a record has several lines, set the format to json or sequence")
    }

    @Test(arguments: [ImportFormat.lines, .json, .sequence])
    func errorInKnownFormatHasNoAdvice(format: ImportFormat) async throws {
        let outcome = try await importAllVariants(to: Point.self, from: Self.text) { $0.format = format }
        #expect(outcome.error?.advice == nil)
    }

    @Test func errorInLaterLineHasNoAdvice() async throws {
        let outcome = try await importAllVariants(to: Point.self, from: "{\"x\":1}\n{\"x\":}\n")
        #expect(outcome.error?.location?.line == 2)
        #expect(outcome.error?.advice == nil)
    }
}
