internal import Foundation

/// Scalars that do not come from JSON text. A property of the scalar's own type stores it directly, so that no text is
/// written only to be parsed again.
extension ModelBinder {
    mutating func string(_ string: String) -> EventResult {
        if let result = storeAsIs(string) { return result }
        var string = string
        // SAFETY: `withUTF8` keeps the bytes valid for the call.
        return string.withUTF8 { bytes in
            unsafe wellFormedString(KeyText(bytes).bytes, bytes.count)
        }
    }

    /// Receives a string without unpaired surrogates.
    private mutating func wellFormedString(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> EventResult {
        // SAFETY: the caller lends the bytes for the call.
        guard let node else {
            return unboundScalar { binder, node in unsafe binder.storeScalar(.string, bytes, count, node) }
        }
        return unsafe storeScalar(.string, bytes, count, node)
    }

    mutating func number(_ number: NSNumber) -> EventResult {
        if number.isBool { return anyBool(number.boolValue) }
        return number.isDecimal ? decimal(number.decimalValue) : self.number(NumberText(number))
    }

    mutating func anyBool(_ value: Bool) -> EventResult { storeAsIs(value) ?? bool(value) }

    mutating func number(_ number: NumberText) -> EventResult {
        switch number {
        case .integer(let integer):
            if let result = storeAsIs(integer) { return result }
        case .double(let double):
            guard double.isFinite else { return reject(.notFinite(number)) }
            if let result = storeAsIs(double) { return result }
        case .unsigned, .spelled: break
        }
        // SAFETY: `withText` keeps the text valid for the call.
        return unsafe number.withText { unsafe self.number($0, $1) }
    }

    mutating func decimal(_ decimal: Decimal) -> EventResult {
        let text = NumberText.spelled(decimal.description)
        guard decimal.isFinite else { return reject(.notFinite(text)) }
        if let result = storeAsIs(decimal) { return result }
        // Stored directly, because a dynamic value made from text would be the nearest `Double`.
        if decimal.exponent < 0, let result = storeAsIs(DynamicValue(value: decimal)) { return result }
        return number(text)
    }

    /// Receives a value of any type that is neither an array nor an object.
    mutating func value(_ value: Any) -> EventResult {
        switch AnyValueKind(of: type(of: value)) {
        case .string, .otherString: return string(AnyValueCasts.text(of: value))
        case .number: return number(AnyValueCasts.value(value, as: NSNumber.self))
        case .decimal: return decimal(AnyValueCasts.value(value, as: Decimal.self))
        case .bool: return anyBool(AnyValueCasts.value(value, as: Bool.self))
        case .int, .otherInteger, .double, .float: return number(AnyValueCasts.number(of: value))
        case .null, .wrapper: return null()
        // A dictionary of the property's own type is stored unchanged.
        case .otherObject where node?.value.scalarKey != nil: return nonJSONValue(value)
        case .object, .otherObject: return reject(.invalidKeys(of: "\(type(of: value))"))
        case .nonJSON: return nonJSONValue(value)
        case .array, .otherArray: preconditionFailure("an array is not a scalar")
        }
    }
}
