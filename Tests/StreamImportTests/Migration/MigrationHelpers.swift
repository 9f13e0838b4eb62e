import Foundation
import StreamImport
import Testing

/// Imports a model from one object, as text in every `ImportVariant` and as a dictionary, and requires the same outcome
/// from all imports.
///
/// - Returns: the outcome.
@discardableResult
func importWithPreset<Model: Importable & Equatable>(
    _ object: String, to model: Model.Type, _ options: ImportOptions,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) async throws -> Outcome<Model> {
    try await importAllFrontEnds(
        to: model, from: "[\(object)]", chunkSizes: [1, 7, nil], sourceLocation: sourceLocation
    ) { $0 = options }
}

/// Returns a value that is updated from an object. Requires that updates from a text and from a dictionary have the
/// same result.
func updated<Model: Importable & Equatable>(
    _ old: Model, by object: String, _ options: ImportOptions,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> Model {
    var (updatedFromText, updatedFromDictionary) = (old, old)
    try updatedFromText.update(from: object, options: options)
    try updatedFromDictionary.update(from: try dictionary(object), options: options)
    #expect(updatedFromText == updatedFromDictionary, sourceLocation: sourceLocation)
    return updatedFromText
}

/// Returns the members of an object, as `JSONSerialization` reads them.
func dictionary(_ object: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(object.utf8)) as? [String: Any])
}

/// Returns a dictionary as JSON with sorted keys, so that texts can be compared.
func text(_ dictionary: [String: Any]) throws -> String {
    let data = try JSONSerialization.data(
        withJSONObject: dictionary, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
}
