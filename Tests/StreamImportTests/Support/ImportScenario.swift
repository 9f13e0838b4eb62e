import StreamImport
import Testing

/// A row of a table of imports: a text, options, and the outcome that all variants must have.
struct ImportScenario: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Imports the text, and requires the outcome.
    let check: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - description: the subject, the condition and the result.
    ///   - records: the delivered records, also before an error.
    ///   - error: the error that ends the import, without the name of the input.
    ///   - rejected: the rejected records.
    ///   - mismatches: the skipped values.
    ///   - unknownKeys: the reported keys.
    init<Model: Importable & Equatable & Sendable>(
        _ description: String, _ model: Model.Type, _ text: String, at path: JSONPath = JSONPath(),
        records: [Model], error: String? = nil, rejected: [String] = [], mismatches: [String] = [],
        unknownKeys: [String] = [], sourceLocation: Testing.SourceLocation = #_sourceLocation,
        _ configure: @escaping @Sendable (inout ImportOptions) -> Void = { _ in }
    ) {
        testDescription = description
        check = {
            let outcome = try await importAllVariants(
                to: model, from: text, at: path, sourceLocation: sourceLocation, configure)
            #expect(outcome.records == records, sourceLocation: sourceLocation)
            #expect(outcome.message == error, sourceLocation: sourceLocation)
            #expect(outcome.rejected == rejected, sourceLocation: sourceLocation)
            #expect(outcome.mismatches == mismatches, sourceLocation: sourceLocation)
            #expect(outcome.unknownKeys == unknownKeys, sourceLocation: sourceLocation)
        }
    }
}
