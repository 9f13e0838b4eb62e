import StreamImport
import Testing

/// A model can reject its instances after they were created or updated.
@Suite struct ImportValidatingTests {
    @Importable
    struct Span: ImportValidating, Equatable {
        var start: Int
        var end: Int
        var inner: [Span] = []

        func validate() throws {
            guard start <= end else { throw Backwards() }
        }
    }

    struct Backwards: Error {}

    @Test func errorInValidateRejectsRecord() async throws {
        let text =
            #"[{"start":1,"end":2},{"start":3,"end":2},{"start":1,"end":1,"inner":[{"start":1,"end":0}]},{"end":4,"start":4}]"#
        let outcome = try await importAllVariants(to: Span.self, from: text) {
            $0.errorPolicy = .collect(limit: 9)
        }
        #expect(outcome.records == [Span(start: 1, end: 2), Span(start: 4, end: 4)])
        #expect(
            outcome.summary?.rejectedRecords.map(\.rendition) == [
                "#2 21..<40 rejectedByModel at 1:22 (21), record 2, $[1]: the model threw an error: Backwards()",
                "#3 41..<90 rejectedByModel at 1:70 (69), record 3, $[2].inner[0]: the model threw an error: Backwards()",
            ])
    }

    @Test func updateFailingValidationLeavesValueUnchanged() throws {
        var span = Span(start: 1, end: 5)
        try span.update(from: #"{"end":4}"#)
        #expect(span == Span(start: 1, end: 4))
        #expect(throws: ImportError.self) { try span.update(from: #"{"end":0}"#) }
        #expect(span == Span(start: 1, end: 4))
    }
}
