internal import Foundation

/// Output of values whose types are known only at run time.
extension ExportOutput {
    /// Writes a value in the form that its dynamic type defines.
    func write(dynamic value: Any) throws {
        // A number is never a date here, even if the field declares a date format.
        let declaredDates = fieldDates
        fieldDates = nil
        defer { fieldDates = declaredDates }
        if let value = value as? any Importable { return try write(value) }
        try write(value, as: kinds.kind(of: type(of: value)))
    }

    /// Writes a value of a type that does not conform to ``Importable``, in a form that an import accepts.
    private func write(_ value: Any, as kind: AnyValueKind) throws {
        switch kind {
        case .string, .otherString: try put(.string(AnyValueCasts.text(of: value)))
        case .number: try write(value as? NSNumber ?? 0)
        case .decimal: try put(.decimal(value as? Decimal ?? .nan))
        case .bool: try put(.bool(value as? Bool ?? false))
        case .int, .otherInteger, .double, .float: try put(ExportedScalar(AnyValueCasts.number(of: value)))
        case .array, .otherArray:
            try array {
                for (index, value) in AnyValueCasts.elements(of: value).enumerated() {
                    try element(index) { try write(dynamic: value) }
                }
            }
        case .object, .otherObject:
            guard let members = AnyValueCasts.members(of: value) else {
                throw ImportError.invalidKeys(of: "\(type(of: value))")
            }
            try object {
                for (key, value) in members { try member(key) { try write(dynamic: value) } }
            }
        case .null: try put(.null)
        case .nonJSON: throw ImportError.notExportable("\(type(of: value))")
        case .wrapper:
            guard let content = AnyValueCasts.unwrapped(value) else { return try put(.null) }
            try write(dynamic: content)
        }
    }

    private func write(_ number: NSNumber) throws {
        if number.isBool { return try put(.bool(number.boolValue)) }
        try put(number.isDecimal ? .decimal(number.decimalValue) : ExportedScalar(NumberText(number)))
    }

    func write<Value: Importable>(_ value: Value) throws {
        // SAFETY: the operation is that of the value's type.
        try unsafe write(value, Value._operations.write)
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

extension ExportedScalar {
    fileprivate init(_ number: NumberText) {
        self =
            switch number {
            case .integer(let number): .integer(number)
            case .unsigned(let number): .unsigned(number)
            case .double(let number): .double(number)
            case .spelled(let text): .number(text)
            }
    }
}
