public import Foundation

/// A `Codable` type whose values a `JSONDecoder` decodes from the text of any JSON value, and a `JSONEncoder` encodes.
///
/// Use it for a type of another module, which cannot have the attribute ``Importable()``. The extension needs no members:
///
///     extension DateInterval: ImportableByDecoding {}
///
/// The decoder and the encoder have the default strategies. Decoding takes several times as long as an import. The options of
/// the import apply only to the value as a whole.
public protocol ImportableByDecoding: Codable, _RepresentedValue where _Representation == JSONText {}

extension ImportableByDecoding {
    /// Creates the value that the text represents.
    public init(_representation text: JSONText) throws {
        do {
            self = try text.decode()
        } catch {
            throw error.codingPath.reversed().reduce(ImportError.rejectedByDecoder(error)) {
                $0.inside(JSONPath.Component($1))
            }
        }
    }

    /// The text that a `JSONEncoder` writes, with sorted keys.
    public var _representation: JSONText {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return JSONText(checked: Array(try encoder.encode(self)))
        }
    }
}

extension DateComponents: ImportableByDecoding {}
extension Locale: ImportableByDecoding {}
extension Measurement: Importable, _RepresentedValue, ImportableByDecoding {}
extension TimeZone: ImportableByDecoding {}
