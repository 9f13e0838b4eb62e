import Foundation
import StreamImport
import Testing

/// Makes a model of one object in every way there is, and requires all of them to come to the same.
///
/// - Returns: what they came to.
@discardableResult
func importWithPreset<Model: Importable & Equatable>(
    _ object: String, to model: Model.Type, _ options: ImportOptions,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) async throws -> Outcome<Model> {
    try await importAllFrontEnds(
        to: model, from: "[\(object)]", chunkSizes: [1, 7, nil], sourceLocation: sourceLocation
    ) { $0 = options }
}

/// Updates a value from a text and from a dictionary, and requires both to come to the same.
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

/// The members of an object, as `JSONSerialization` reads them.
func dictionary(_ object: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(object.utf8)) as? [String: Any])
}

/// An object as text, with its keys in the order of the alphabet, to compare it by.
func text(_ dictionary: [String: Any]) throws -> String {
    let data = try JSONSerialization.data(
        withJSONObject: dictionary, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
}
