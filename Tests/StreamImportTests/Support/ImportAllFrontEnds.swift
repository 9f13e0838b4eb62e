import Foundation
import StreamImport
import Testing

/// Imports the records of an array in every variant, and as the dictionaries that `JSONSerialization` reads from the
/// text. Requires the same outcome from all imports, except for locations in the text.
///
/// The objects of the text must have no duplicate keys, and must spell numbers as Swift does. If an object has several
/// errors, the first error in the text must be the error of the key that is first in alphabetical order, because
/// dictionaries are replayed in key order.
///
/// - Returns: the outcome.
@discardableResult
func importAllFrontEnds<Model: Importable & Equatable>(
    to model: Model.Type, from text: String, chunkSizes: [Int?] = ImportVariant.chunkSizes,
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ configure: (inout ImportOptions) -> Void = { _ in }
) async throws -> Outcome<Model> {
    let outcome = try await importAllVariants(
        to: model, from: text, chunkSizes: chunkSizes, sourceLocation: sourceLocation, configure)
    var options = ImportOptions()
    configure(&options)
    // The order of the keys can differ between dictionaries with equal contents.
    for _ in 0..<4 {
        let dictionaries = try #require(try dictionaries(in: text), sourceLocation: sourceLocation)
        let outcomeOfDictionaries = dictionaryOutcome(of: model, dictionaries, options)
        if let difference = outcomeOfDictionaries.differenceIgnoringLocations(from: outcome) {
            Issue.record("dictionaries: \(difference), of \(text)", sourceLocation: sourceLocation)
            break
        }
    }
    return outcome
}

/// Returns the objects of a JSON array as `JSONSerialization` reads them; `nil` if their contents differ from the text.
func dictionaries(in text: String) throws -> [[String: Any]]? {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    guard let dictionaries = object as? [[String: Any]] else { return nil }
    var options = ImportOptions()
    options.duplicateKeys = .rejectRecord
    let values = try? StreamImporter.objects(of: JSONValue.self, from: text, options: options).collect()
    return try [JSONValue](dictionaries: dictionaries) == values ? dictionaries : nil
}

/// Returns the outcome of an import of dictionaries.
func dictionaryOutcome<Model: Importable>(
    of model: Model.Type, _ dictionaries: [[String: Any]], _ options: ImportOptions
) -> Outcome<Model> {
    let importer = DictionaryImporter(of: model, options: options)
    var outcome = Outcome<Model>()
    do {
        outcome.summary = try importer.collect(from: dictionaries, into: &outcome.records!)
    } catch {
        outcome.thrownError = error
    }
    return outcome
}

extension Outcome where Model: Equatable {
    /// Returns the difference from another outcome as text, without locations; `nil` if there is none.
    fileprivate func differenceIgnoringLocations(from other: Outcome) -> String? {
        if let records, let otherRecords = other.records, records != otherRecords {
            return "records: \(records) instead of \(otherRecords)"
        }
        let (facts, otherFacts) = (factsWithoutLocations, other.factsWithoutLocations)
        let isEqual = knowsSummary ? facts == otherFacts : otherFacts.starts(with: facts)
        return isEqual ? nil : "\(facts) instead of \(otherFacts)"
    }

    private var factsWithoutLocations: [String] {
        var facts = [thrownError.map(renderWithoutLocation) ?? "no error", error?.advice ?? "no advice"]
        guard let summary else { return knowsSummary ? facts + ["no summary"] : facts }
        facts += ["\(summary.recordCount) records", "\(summary.rejectedCount) rejected"]
        facts += summary.rejectedRecords.map { "#\($0.number) \(renderWithoutLocation($0.error))" }
        facts += ["\(summary.mismatchCount) mismatches"]
        facts += summary.mismatches.map { "#\($0.record) \(renderWithoutLocation($0.error))" }
        return facts + summary.unknownKeys.map { "\($0.type).\($0.key)" }
    }
}

private func renderWithoutLocation(_ thrownError: any Error) -> String {
    guard let error = thrownError as? ImportError else { return "\(thrownError)" }
    return "\(error.code) record \(error.record ?? 0) \(error.path?.description ?? ""): \(error.message)"
}
