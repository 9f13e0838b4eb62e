import Foundation
import StreamImport
import Testing

/// Imports the records of an array in every variant, and also the dictionaries that `JSONSerialization` makes of them.
/// Requires the same outcome from all imports, except for locations in the text.
///
/// The objects of the text have no duplicate keys, and their numbers are spelled as Swift spells them. If an object has
/// several errors, the first one belongs to the key that is first in alphabetical order.
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
    // Each dictionary has a different order.
    for _ in 0..<4 {
        let dictionaries = try #require(try dictionaries(in: text), sourceLocation: sourceLocation)
        let other = dictionaryOutcome(of: model, dictionaries, options)
        if let difference = other.differenceIgnoringLocations(from: outcome) {
            Issue.record("dictionaries: \(difference), of \(text)", sourceLocation: sourceLocation)
            break
        }
    }
    return outcome
}

/// Returns the objects of a JSON array as `JSONSerialization` reads them; `nil` if it changes them.
func dictionaries(in text: String) throws -> [[String: Any]]? {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    guard let dictionaries = object as? [[String: Any]] else { return nil }
    var options = ImportOptions()
    options.duplicateKeys = .rejectRecord
    let values = try? StreamImporter.objects(of: JSONValue.self, from: text, options: options).collect()
    return try [JSONValue](dictionaries: dictionaries) == values ? dictionaries : nil
}

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
        if let records, let others = other.records, records != others {
            return "records: \(records) instead of \(others)"
        }
        let (mine, theirs) = (factsWithoutLocations, other.factsWithoutLocations)
        if !knowsSummary { return theirs.starts(with: mine) ? nil : "\(mine) instead of \(theirs)" }
        return mine == theirs ? nil : "\(mine) instead of \(theirs)"
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
