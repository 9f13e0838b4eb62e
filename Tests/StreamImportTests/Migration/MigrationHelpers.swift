import Foundation
import StreamImport
import Testing

/// Imports a model from one object in every `ImportVariant`, from text and from dictionaries, and requires the same outcome from all.
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

/// Updates a value from a text and from a dictionary, and requires the same result from both.
func updated<Model: Importable & Equatable>(
    _ old: Model, by object: String, _ options: ImportOptions,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> Model {
    var (new, other) = (old, old)
    try new.update(from: object, options: options)
    try other.update(from: try dictionary(object), options: options)
    #expect(new == other, sourceLocation: sourceLocation)
    return new
}

/// Returns the members of an object, as `JSONSerialization` reads them.
func dictionary(_ object: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(object.utf8)) as? [String: Any])
}

/// Returns an object as text with sorted keys, for comparisons.
func text(_ dictionary: [String: Any]) throws -> String {
    let data = try JSONSerialization.data(
        withJSONObject: dictionary, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
}
