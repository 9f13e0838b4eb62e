internal import Foundation

/// A value as hooks see it: the same as the value of a ``DynamicValue``, but without models.
struct UntypedValue {
    let value: Any
}

extension UntypedValue: ImportableScalar {
    /// Makes a value from a token. Accepts every number and keeps all of its digits, because a hook gets the number
    /// before it is converted to the type of a property.
    init(_ token: borrowing ImportToken) {
        switch token.kind {
        case .string: value = String(utf8: token.bytes)
        case .bool: value = token.bool == true
        case .number:
            if let number = NumericValue(exactly: token.bytes).number {
                value = number
            } else {
                value = JSONValue.number(String(importKey: token.bytes))
            }
        }
    }

    static var importPlan: ImportPlan {
        ImportPlan(ofAnyValue: Self.self) { UntypedValue(value: NSNull()) }
    }
}

extension UntypedValue: ArrayWrapper, DictionaryWrapper {
    init(elements: [UntypedValue]) { value = elements.map(\.value) }
    init(members: [String: UntypedValue]) { value = members.mapValues(\.value) }
}
