internal import Foundation
internal import GRDB

/// The error of a value that no import writes into its tables.
struct InvalidStoredValue: Error {}

/// The values of a row that an import has stored. Another program may have changed them, so their types and bounds are
/// checked, and nothing is converted.
extension Row {
    func storedValue(_ column: String) throws -> DatabaseValue {
        guard let value = self[column] as DatabaseValue? else { throw InvalidStoredValue() }
        return value
    }

    /// Returns a number that is not negative, and far below the maximum.
    func storedCount(_ column: String) throws -> Int {
        guard case .int64(let count) = try storedValue(column).storage, 0...Int64.max / 4 ~= count else {
            throw InvalidStoredValue()
        }
        return Int(count)
    }

    func storedText(_ column: String) throws -> String {
        guard case .string(let text) = try storedValue(column).storage else { throw InvalidStoredValue() }
        return text
    }
}

/// The JSON that imports store in their tables.
enum StoredJSON {
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
