internal import Foundation
public import GRDB
public import StreamImport

extension JSONText: DatabaseValueConvertible {
    /// The text, as an import writes it to a column.
    public var databaseValue: DatabaseValue { text.databaseValue }

    /// Reads the JSON in a column. A number in a column without text is JSON, too.
    ///
    /// - Returns: `nil` for NULL, and for a text that is not JSON, or exceeds the default limits of ``ImportOptions``.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> JSONText? { value.json() }
}

extension JSONValue: DatabaseValueConvertible {
    /// The value as JSON text with sorted keys, so that equal values have equal texts. Numbers keep their spelling.
    ///
    /// A value with a number that is not in JSON spelling has a text that is not JSON, so that fetching it is an error.
    public var databaseValue: DatabaseValue {
        guard let text = try? JSONText(self) else { return "\(self)".databaseValue }
        return text.databaseValue
    }

    /// Reads the JSON in a column. A number in a column without text is JSON, too.
    ///
    /// - Returns: `nil` for NULL, and for a text that is not JSON, or exceeds the default limits of ``ImportOptions``.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> JSONValue? { value.json() }
}

extension DatabaseValue {
    /// Returns the value that is made from JSON in a column; `nil` for NULL and other contents.
    fileprivate func json<Value: Importable>() -> Value? {
        switch storage {
        case .null: nil
        case .string(let text): try? Value(json: text)
        case .blob(let data): try? Value(json: data)
        case .int64(let number): try? Value(json: "\(number)")
        case .double(let number): try? Value(json: "\(number)")
        }
    }
}
