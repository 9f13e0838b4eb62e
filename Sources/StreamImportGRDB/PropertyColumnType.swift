private import Foundation
internal import GRDB
internal import StreamImport

/// The kind of the values in a column, derived from the type of the property.
enum PropertyColumnType {
    case integer, bool, real, text, date, blob
    /// An array, an object, or any JSON value, as text.
    case json
    /// Any other scalar, as the value that it is exported as.
    case scalar

    init(_ type: any Importable.Type) {
        let plan = type.importPlan
        if plan.isCompound {
            self = .json
        } else {
            self =
                Self.scalarType(of: type) ?? Self.rawValueType(of: type).flatMap(Self.scalarType) ?? .scalar
        }
    }

    /// Returns the kind of a scalar type that has a column type of its own; `nil` for any other type.
    private static func scalarType(of type: Any.Type) -> PropertyColumnType? {
        switch type {
        case is any FixedWidthInteger.Type: .integer
        case is Bool.Type: .bool
        case is Double.Type, is Float.Type, is CGFloat.Type: .real
        case is String.Type, is URL.Type, is Decimal.Type: .text
        case is Date.Type: .date
        case is Data.Type, is UUID.Type: .blob
        default: nil
        }
    }

    /// Returns the type of the raw values that represent a type's values; `nil` for a type that exports its values
    /// itself, and for a type without raw values.
    private static func rawValueType(of type: any Importable.Type) -> Any.Type? {
        guard !(type is any ImportableScalar.Type) else { return nil }
        return (type as? any RawRepresentable.Type).map { $0.rawValueType }
    }

    /// The type in the declaration of the column, as GRDB names it; `nil` for a column without a type.
    var declaration: Database.ColumnType? {
        switch self {
        case .integer: .integer
        case .bool: .boolean
        case .real: .real
        case .text: .text
        case .date: .datetime
        case .blob: .blob
        case .json: .jsonText
        case .scalar: nil
        }
    }
}

extension RawRepresentable {
    fileprivate static var rawValueType: Any.Type { RawValue.self }
}
