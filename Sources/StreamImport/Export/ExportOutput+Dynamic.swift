internal import Foundation

/// Values whose types are not known before they are met.
extension ExportOutput {
    /// Writes a value as its own type has it.
    func write(dynamic value: Any) throws {
        // Numbers are no dates here, whatever the field says.
        let dates = fieldDates
        fieldDates = nil
        defer { fieldDates = dates }
        switch value {
        case let value as any Importable: try write(value)
        case is NSNull: try put(.null)
        case let elements as [Any]:
            try array {
                for (index, value) in elements.enumerated() {
                    try element(index) { try write(dynamic: value) }
                }
            }
        case let members as [String: Any]:
            try object {
                for (key, value) in members { try member(key) { try write(dynamic: value) } }
            }
        default: throw ImportError.notExportable("\(type(of: value))")
        }
    }

    func write<Value: Importable>(_ value: Value) throws {
        // SAFETY: the value stays where it is for the call.
        try unsafe withUnsafePointer(to: value) { try unsafe Value._export($0, to: self) }
    }

    func write(_ value: JSONValue) throws {
        switch value {
        case .null: try put(.null)
        case .bool(let bool): try put(.bool(bool))
        case .number(let text): try put(.number(text))
        case .string(let text): try put(.string(text))
        case .array(let elements):
            try array {
                for (index, value) in elements.enumerated() { try element(index) { try write(value) } }
            }
        case .object(let members):
            try object {
                for (key, value) in members { try member(key) { try write(value) } }
            }
        }
    }
}

// MARK: - Transforms

extension ExportOutput {
    /// Writes the value of a property, or what is to be written instead.
    func write(_ place: UnsafeRawPointer, of type: any Importable.Type) throws {
        guard !options.transforms.isEmpty, let transform = options.transforms[ObjectIdentifier(type)],
            let value = try unsafe transform(type.anyValue(at: place))
        else { return try unsafe type._export(place, to: self) }
        try write(dynamic: value)
    }
}

extension Importable {
    fileprivate static func anyValue(at place: UnsafeRawPointer) -> Any {
        // SAFETY: the caller hands the place of a value of this type.
        unsafe place.assumingMemoryBound(to: Self.self).pointee
    }
}
